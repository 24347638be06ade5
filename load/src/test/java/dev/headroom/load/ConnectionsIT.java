package dev.headroom.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionsIT {

    private TestService service;

    @BeforeEach
    void startService() throws Exception {
        service = new TestService();
    }

    @AfterEach
    void stopService() {
        service.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/chunked", "/delay/5"})
    void keepAliveUsesOneConnectionForEachUser(String path) throws Exception {
        LoadResult result = Loads.run(service.get(path), Loads.iterations(3, 10, Loads.KEEP_ALIVE));

        assertThat(result.succeeded()).isEqualTo(30);
        assertThat(service.connections).hasValue(3);
    }

    @Test
    void aUserWhoIsDoneTakesItsConnectionAlong() throws Exception {
        Load secondUserEntersMuchLater = new Load.Closed(
                2, Duration.ofMinutes(2), Duration.ZERO, new Until.Iterations(3), Loads.KEEP_ALIVE, Optional.empty());
        try (RunningLoad running = Loads.start(service.get("/"), secondUserEntersMuchLater)) {
            Await.until(() -> service.requests() == 3 && service.openConnections() == 0);
            assertThat(service.connections).hasValue(1);
        }
    }

    @Test
    void aNewConnectionForEachRequestWhereAsked() throws Exception {
        LoadResult result = Loads.run(service.get("/"), Loads.iterations(3, 10, Loads.NEW_CONNECTIONS));

        assertThat(result.succeeded()).isEqualTo(30);
        assertThat(service.connections).hasValue(30);
        assertThat(result.generator().connections()).isEqualTo(30);
        assertThat(service.seen.getFirst()).containsIgnoringCase("connection: close");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/close", "/until-close"})
    void aConnectionThatTheServiceClosesIsNotUsedAgain(String path) throws Exception {
        LoadResult result = Loads.run(service.get(path), Loads.iterations(2, 5, Loads.KEEP_ALIVE));

        assertThat(result.succeeded()).isEqualTo(10);
        assertThat(result.errors()).isEmpty();
        assertThat(service.connections).hasValue(10);
    }

    @Test
    void aRequestOnAnIdleConnectionThatTheServiceJustClosedIsSentOnceMore() throws Exception {
        LoadResult result = Loads.run(service.get("/close-unannounced"), Loads.iterations(2, 20, Loads.KEEP_ALIVE));

        assertThat(result.succeeded()).as("but what the machine held up").isBetween(38L, 40L);
        assertThat(result.errors().keySet()).isSubsetOf(ErrorKind.RESET);
        assertThat(result.generator().retries())
                .as("a service that does so is told of it")
                .isPositive()
                .isLessThan(result.generator().connections());
    }

    @Test
    void aConnectionThatIsClosedWhileTheServiceIsAtWorkIsAnError() throws Exception {
        LoadResult result =
                Loads.run(service.get("/every-second-breaks-off/1000"), Loads.iterations(1, 4, Loads.KEEP_ALIVE));

        assertThat(result.succeeded()).isEqualTo(2);
        assertThat(result.errors()).containsOnly(Map.entry(ErrorKind.RESET, 2L));
        assertThat(result.generator().retries()).isZero();
    }

    @Test
    void whatFindsAllConnectionsOfTheLoadInUseWaitsForOneAndThatIsTold() throws Exception {
        Load load = Loads.open(100, 500).connected(OptionalInt.of(2));
        LoadResult result = Loads.run(service.get("/delay/50"), load);

        assertThat(result.succeeded()).isEqualTo(50);
        assertThat(service.connections).hasValue(2);
        assertThat(result.serviceLatency().p50()).isLessThan(Duration.ofMillis(150));
        assertThat(result.latency().p95()).as("the wait is in it").isGreaterThan(Duration.ofMillis(400));
        assertThat(result.generator().waits()).hasValueSatisfying(waits -> {
            assertThat(waits.requests()).isBetween(30L, 48L);
            assertThat(waits.max()).isGreaterThan(Duration.ofMillis(400));
        });
        assertThat(result.generator().lagP99())
                .as("it is no lateness")
                .isLessThan(result.generator().waits().orElseThrow().max());
        assertThat(result.series().getFirst().inFlight())
                .as("due, not only sent")
                .isGreaterThan(5);
    }

    @Test
    void whatWaitsForAConnectionWhenTheLoadIsOverRanksAsAtLeastTheTimeSinceItWasDue() throws Exception {
        Transport patient = new Transport(Duration.ofSeconds(30), false, false).draining(Duration.ofMillis(200));
        Load load = Loads.open(100, 100).with(patient, Optional.empty()).connected(OptionalInt.of(1));
        LoadResult result = Loads.run(service.get("/hang"), load);

        assertThat(result.unfinished()).isEqualTo(10);
        assertThat(result.latency().unfinished()).isEqualTo(10);
        assertThat(result.latency().givenUpAfter()).isGreaterThanOrEqualTo(Duration.ofMillis(200));
        assertThat(result.serviceLatency().unfinished()).isEqualTo(1);
        assertThat(result.errors()).isEmpty();
    }

    @Test
    void aConnectionIsNotWaitedForLongerThanAnAnswer() throws Exception {
        Transport impatient = Loads.timeout(300);
        // all but the first are due at once: when that one is given up, so are they, and nothing else is left to end
        // the load
        Load load = Loads.open(1000, 15).with(impatient, Optional.empty()).connected(OptionalInt.of(1));
        LoadResult result = Loads.run(service.get("/hang"), load);

        assertThat(result.requests()).isEqualTo(15);
        assertThat(result.errors().keySet()).containsExactlyInAnyOrder(ErrorKind.TIMEOUT, ErrorKind.CONNECT_TIMEOUT);
    }

    @Test
    void withoutABoundNothingWaitsForAConnection() throws Exception {
        LoadResult result = Loads.run(service.get("/delay/50"), Loads.open(100, 200));

        assertThat(result.generator().waits()).isEmpty();
        assertThat(result.generator().retries()).isZero();
    }

    @Test
    void aRequestThatIsNotIdempotentIsNotSentTwice() throws Exception {
        Request post = new Request("POST", service.uri("/close-unannounced"), Map.of(), "x");
        LoadResult result = Loads.run(post, Loads.iterations(2, 20, Loads.KEEP_ALIVE));

        assertThat(result.requests()).isEqualTo(40);
        assertThat(result.succeeded() + result.errors().getOrDefault(ErrorKind.RESET, 0L))
                .isEqualTo(40);
        assertThat(service.requests()).isLessThanOrEqualTo(40);
    }

    @Test
    void methodHeadersAndBodyArriveAsGiven() throws Exception {
        Request request = new Request(
                "POST",
                service.uri("/echo?q=1%202"),
                Map.of("Content-Type", "text/plain; charset=utf-8", "X-Token", "42"),
                "grüße");
        LoadResult result = Loads.run(request, Loads.iterations(1, 1, Loads.KEEP_ALIVE));

        assertThat(result.succeeded()).isEqualTo(1);
        assertThat(service.seen.getFirst())
                .startsWith("POST /echo?q=1%202\n")
                .contains("X-Token: 42", "Content-Type: text/plain; charset=utf-8", "Host: 127.0.0.1:")
                .endsWith("\ngrüße");
    }

    @Test
    void headHasNoBodyWhateverItsHeadersSay() throws Exception {
        Request head = new Request("HEAD", service.uri("/status/200"), Map.of(), "");
        LoadResult result = Loads.run(head, Loads.iterations(1, 3, Loads.KEEP_ALIVE));

        assertThat(result.succeeded()).isEqualTo(3);
    }
}

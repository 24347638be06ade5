package dev.headroom.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.load.Success;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class Http2IT {

    private static final Transport HTTP_2 = Loads.KEEP_ALIVE.inHttp2();
    private static final int STREAMS = 5;

    private TestService service;

    @BeforeEach
    void startService() throws Exception {
        service = TestService.http2(Optional.empty(), STREAMS);
    }

    @AfterEach
    void stopService() {
        service.close();
    }

    private static Load.Open open(double rate, long millis) {
        return new Load.Open(Rate.perSecond(rate), Duration.ofMillis(millis), HTTP_2, Optional.empty());
    }

    @Test
    void eachUserOfAClosedLoadHasAConnection() throws Exception {
        LoadResult result = Loads.run(service.get("/delay/5"), Loads.iterations(3, 10, HTTP_2));

        assertThat(result.succeeded()).isEqualTo(30);
        assertThat(service.connections).hasValue(3);
        assertThat(result.generator().engine()).endsWith("HTTP/2");
    }

    @Test
    void requestsOfAnOpenLoadShareConnectionsAsFarAsTheServiceAllows() throws Exception {
        LoadResult result = Loads.run(service.get("/delay/200"), open(100, 500));

        assertThat(result.succeeded()).isEqualTo(50);
        assertThat(result.errors()).isEmpty();
        assertThat(service.connections)
                .as("20 are under way, 5 at most on each")
                .hasValueBetween(2, 10);
    }

    @Test
    void whereAllConnectionsOfTheLoadAreFullARequestWaitsAndThatIsTold() throws Exception {
        LoadResult result = Loads.run(service.get("/delay/100"), open(100, 500).connected(OptionalInt.of(1)));

        assertThat(result.succeeded()).isEqualTo(50);
        assertThat(service.connections).hasValue(1);
        assertThat(result.generator().waits())
                .hasValueSatisfying(waits -> assertThat(waits.requests()).isPositive());
        assertThat(result.latency().max()).as("50 by 5, 100 ms each").isGreaterThan(Duration.ofMillis(400));
    }

    @Test
    void whatIsGivenUpLeavesTheConnectionToOthers() throws Exception {
        Transport impatient = Loads.timeout(500).inHttp2();
        LoadResult result = Loads.run(service.get("/hang"), Loads.iterations(1, 7, impatient));

        assertThat(result.errors()).containsOnly(Map.entry(ErrorKind.TIMEOUT, 7L));
        assertThat(service.connections)
                .as("more requests than streams, so those given up were closed")
                .hasValue(1);
    }

    @Test
    void whatIsGivenUpOpensNoConnectionBeyondThoseOfTheLoad() throws Exception {
        Load.Open load = new Load.Open(
                        Rate.perSecond(100),
                        Duration.ofMillis(1500),
                        Loads.timeout(500).inHttp2(),
                        Optional.empty())
                .connected(OptionalInt.of(1));

        LoadResult result = Loads.run(service.get("/hang"), load);

        assertThat(result.succeeded()).isZero();
        assertThat(result.errors().keySet()).contains(ErrorKind.TIMEOUT);
        assertThat(service.requests()).as("more than it allows at a time").isGreaterThan(STREAMS);
        assertThat(service.connections).hasValue(1);
    }

    @Test
    void manyThatAreRefusedShareOneOtherConnection() throws Exception {
        LoadResult result = Loads.run(service.get("/first-connection-refuses/100"), open(1000, 5));

        assertThat(result.succeeded()).isEqualTo(5);
        assertThat(service.connections).hasValue(2);
    }

    @Test
    void aConnectionMayBringAsMuchAtATimeAsThatOfOtherClients() throws Exception {
        Loads.run(service.get("/window"), Loads.iterations(1, 3, HTTP_2));

        assertThat(service.window).hasValueGreaterThan(1 << 29);
    }

    @Test
    void aConnectionThatBreaksWhileTheServiceIsAtWorkIsAnError() throws Exception {
        LoadResult result = Loads.run(service.get("/every-second-breaks-off/1000"), Loads.iterations(1, 4, HTTP_2));

        assertThat(result.succeeded()).isEqualTo(2);
        assertThat(result.errors()).containsOnly(Map.entry(ErrorKind.RESET, 2L));
        assertThat(result.generator().retries()).isZero();
    }

    @Test
    void statusBodyAndMethodGoOverTheWire() throws Exception {
        Request post = new Request(
                "POST", service.uri("/status/201"), Map.of("X-Version", "2", "Connection", "keep-alive"), "{}");

        LoadResult result = Loads.run(post, Loads.iterations(1, 2, HTTP_2));

        assertThat(result.statuses()).containsOnly(Map.entry(201, 2L));
        assertThat(service.seen.getFirst())
                .startsWith("POST /status/201\n")
                .containsIgnoringCase("x-version: 2")
                .endsWith("\n{}");
    }

    @Test
    void aBodyIsLookedThrough() throws Exception {
        assertThat(Loads.run(withBody("ell"), Loads.iterations(1, 2, HTTP_2)).succeeded())
                .isEqualTo(2);
        assertThat(Loads.run(withBody("bye"), Loads.iterations(1, 2, HTTP_2)).errors())
                .containsOnly(Map.entry(ErrorKind.BODY, 2L));
    }

    private Request withBody(String contains) {
        return new Request("GET", service.uri(""), "/", Map.of(), "", new Success(List.of(), contains));
    }

    @Test
    void aStreamThatIsRefusedIsSentOnceMore() throws Exception {
        LoadResult result = Loads.run(service.get("/refused-once"), Loads.iterations(1, 3, HTTP_2));

        assertThat(result.succeeded()).isEqualTo(3);
        assertThat(result.generator().retries()).isEqualTo(1);
    }

    @Test
    void aStreamThatIsResetIsAnErrorOfItsOwn() throws Exception {
        LoadResult result = Loads.run(service.get("/stream-reset"), Loads.iterations(1, 3, HTTP_2));

        assertThat(result.errors()).containsOnly(Map.entry(ErrorKind.RESET, 3L));
        assertThat(service.connections).hasValue(1);
    }

    @Test
    void aConnectionThatTheServiceTakesLeaveOfIsReplaced() throws Exception {
        LoadResult result = Loads.run(service.get("/go-away"), Loads.iterations(2, 5, HTTP_2));

        assertThat(result.succeeded()).isEqualTo(10);
        assertThat(result.errors()).isEmpty();
        assertThat(service.connections).hasValue(10);
    }

    @Test
    void aNewConnectionForEachRequestWhereAsked() throws Exception {
        LoadResult result = Loads.run(service.get("/"), Loads.iterations(2, 5, Loads.NEW_CONNECTIONS.inHttp2()));

        assertThat(result.succeeded()).isEqualTo(10);
        assertThat(service.connections).hasValue(10);
    }

    @Test
    void aServiceThatDoesNotSpeakItIsToldSo() throws Exception {
        try (TestService old = new TestService()) {
            LoadResult result = Loads.run(old.get("/"), Loads.iterations(1, 2, HTTP_2));

            assertThat(result.errors()).containsOnly(Map.entry(ErrorKind.RESET, 2L));
        }
    }
}

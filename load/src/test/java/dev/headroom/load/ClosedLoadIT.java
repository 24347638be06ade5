package dev.headroom.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClosedLoadIT {

    private TestService service;

    @BeforeEach
    void startService() throws Exception {
        service = new TestService();
    }

    @AfterEach
    void stopService() {
        service.close();
    }

    @Test
    void aLoadThatIsStoppedAwaitsWhatIsInFlight() throws Exception {
        try (RunningLoad running = Loads.start(
                service.get("/"), Loads.closed(2, new Until.Elapsed(Duration.ofSeconds(60)), Loads.KEEP_ALIVE))) {
            Await.until(() -> running.counts().succeeded() > 10);
            running.stop();

            LoadResult result = running.result().get(30, TimeUnit.SECONDS);
            assertThat(result.failed()).isZero();
            assertThat(running.counts().succeeded()).isEqualTo(result.succeeded());
            assertThat(running.counts().seconds()).isPositive();
        }
    }

    @Test
    void eachUserSendsItsIterationsAndEveryRequestIsCounted() throws Exception {
        LoadResult result = Loads.run(service.get("/"), Loads.iterations(7, 5, Loads.KEEP_ALIVE));

        assertThat(result.requests()).isEqualTo(35);
        assertThat(result.succeeded()).isEqualTo(35);
        assertThat(result.errors()).isEmpty();
        assertThat(result.statuses()).containsOnly(java.util.Map.entry(200, 35L));
        assertThat(result.latency().count()).isEqualTo(35);
        assertThat(service.requests()).isEqualTo(35);
    }

    @Test
    void allUsersTogetherSendTheTotal() throws Exception {
        LoadResult result = Loads.run(service.get("/"), Loads.closed(4, new Until.Requests(10), Loads.KEEP_ALIVE));

        assertThat(result.requests()).isEqualTo(10);
        assertThat(service.requests()).isEqualTo(10);
    }

    @Test
    void moreUsersThanRequestsSendNoMoreThanTheTotal() throws Exception {
        LoadResult result =
                Loads.run(service.get("/delay/50"), Loads.closed(20, new Until.Requests(3), Loads.KEEP_ALIVE));

        assertThat(result.requests()).isEqualTo(3);
        assertThat(service.requests()).isEqualTo(3);
    }

    @Test
    void whatIsInFlightAfterAShortDrainIsNeitherAnAnswerNorAnError() throws Exception {
        Transport impatient = new Transport(Duration.ofSeconds(30), false, false).draining(Duration.ofMillis(300));
        LoadResult result =
                Loads.run(service.get("/hang"), Loads.closed(5, new Until.Elapsed(Duration.ofMillis(1000)), impatient));

        assertThat(result.unfinished()).isEqualTo(5);
        assertThat(result.latency().unfinished()).isEqualTo(5);
        assertThat(result.latency().at(Latency.Quantile.P50)).hasValueSatisfying(half -> {
            assertThat(half.atLeast()).isTrue();
            assertThat(half.value()).isGreaterThanOrEqualTo(Duration.ofMillis(300));
        });
        assertThat(result.serviceLatency().unfinished()).isEqualTo(5);
        assertThat(result.requests()).isZero();
        assertThat(result.errors()).isEmpty();
    }

    @Test
    void aShortDrainEndsWithTheLastAnswer() throws Exception {
        Transport patient = new Transport(Duration.ofSeconds(60), false, false).draining(Duration.ofSeconds(50));
        LoadResult result = Loads.run(service.get("/delay/50"), Loads.iterations(5, 2, patient));

        assertThat(result.unfinished()).isZero();
        assertThat(result.succeeded()).isEqualTo(10);
    }

    @Test
    void noRequestStartsAfterTheTimeIsUpAndThoseUnderWayAreAwaited() throws Exception {
        try (RunningLoad running = Loads.start(
                service.get("/delay/200"),
                Loads.closed(3, new Until.Elapsed(Duration.ofMillis(500)), Loads.KEEP_ALIVE))) {
            LoadResult result = running.result().get(30, TimeUnit.SECONDS);

            assertThat(result.requests()).isBetween(3L, 9L); // at most three rounds of 200 ms begin within 500 ms
            assertThat(result.succeeded()).isEqualTo(result.requests());
            assertThat(Duration.between(result.startedAt(), running.offered().join()))
                    .isBetween(Duration.ofMillis(499), Duration.ofSeconds(5));
        }
    }

    @Test
    void aUserWaitsForItsAnswerSoNoMoreRequestsThanUsersAreInFlight() throws Exception {
        LoadResult result = Loads.run(service.get("/delay/20"), Loads.iterations(5, 10, Loads.KEEP_ALIVE));

        assertThat(service.connections).hasValue(5);
        assertThat(result.generator().connections()).isEqualTo(5);
        assertThat(result.elapsed()).isGreaterThanOrEqualTo(Duration.ofMillis(200));
    }

    @Test
    void usersEnterEvenlyOverTheRampUp() throws Exception {
        Load load = new Load.Closed(
                10, Duration.ofSeconds(1), Duration.ZERO, new Until.Iterations(1), Loads.KEEP_ALIVE, Optional.empty());
        long before = System.nanoTime();
        Loads.run(service.get("/"), load);

        List<Long> arrivals = service.arrivals;
        for (int i = 1; i < 10; i++) {
            // each may come late, none early: user i enters at i / 10 of a second
            assertThat(arrivals.get(i) - before)
                    .as("entry of user " + i)
                    .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(i * 100));
        }
    }

    @Test
    void aUserThinksBetweenItsRequests() throws Exception {
        Load load = new Load.Closed(
                1, Duration.ZERO, Duration.ofMillis(100), new Until.Iterations(4), Loads.KEEP_ALIVE, Optional.empty());
        LoadResult result = Loads.run(service.get("/"), load);

        assertThat(result.requests()).isEqualTo(4);
        assertThat(service.arrivals.getLast() - service.arrivals.getFirst())
                .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(295));
        assertThat(result.latency().p50()).as("thinking is no part of it").isLessThan(Duration.ofMillis(100));
    }

    @Test
    void nothingOfTheWarmUpIsCounted() throws Exception {
        Load load = new Load.Closed(
                2,
                Duration.ZERO,
                Duration.ZERO,
                new Until.Iterations(3),
                Loads.KEEP_ALIVE,
                Optional.of(new Load.WarmUp(2, Duration.ofMillis(1000))));
        try (RunningLoad running = Loads.start(service.get("/delay/20"), load)) {
            LoadResult result = running.result().get(30, TimeUnit.SECONDS);

            assertThat(service.requests()).as("those of the warm-up, too").isGreaterThan(6);
            assertThat(result.requests()).isEqualTo(6);
            assertThat(result.latency().count()).isEqualTo(6);
            assertThat(result.series().stream()
                            .mapToLong(LoadResult.Second::started)
                            .sum())
                    .isEqualTo(6);
            assertThat(running.counted().join()).isEqualTo(result.startedAt());
        }
    }
}

package dev.headroom.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Schedule;
import dev.headroom.core.model.load.Stage;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.load.recording.LoadProgress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenLoadIT {

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
    @CsvSource({"20, 60000, 1200", "20, 15000, 300", "1000, 500, 500", "3, 1000, 3", "2.5, 1000, 3", "0.1, 1000, 1"})
    void arrivalsAreThoseThatLieWithinTheDuration(double rate, long millis, long arrivals) {
        Load.Open load =
                new Load.Open(Rate.perSecond(rate), Duration.ofMillis(millis), Loads.KEEP_ALIVE, Optional.empty());

        Schedule schedule = Schedule.of(load);
        assertThat(LongStream.iterate(schedule.next(), due -> due < Schedule.OVER, due -> schedule.next()))
                .hasSize((int) arrivals)
                .allMatch(due -> due < load.duration().toNanos());
    }

    @Tag("nightly")
    @Test
    void requestsArriveEvenlySpacedWhateverTheServiceDoes() throws Exception {
        Instant clock = Instant.now();
        long nanos = System.nanoTime();
        LoadResult result = Loads.run(service.get("/delay/3000"), Loads.open(20, 500));
        long began = nanos + Duration.between(clock, result.startedAt()).toNanos();

        assertThat(result.requests()).isEqualTo(10);
        assertThat(result.succeeded()).isEqualTo(10);
        for (int i = 1; i < 10; i++) {
            assertThat(service.arrivals.get(i) - began)
                    .as("arrival " + i + ", never before it is due")
                    .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(i * 50 - 20));
        }
        assertThat(service.connections).as("each request in flight has its own").hasValue(10);
    }

    @Test
    @Tag("nightly")
    void aRateThatRisesIsKept() throws Exception {
        Load.Open load = Loads.open(1, 1)
                .staged(List.of(
                        new Stage(Rate.perSecond(0), Rate.perSecond(200), Duration.ofMillis(1000)),
                        Stage.constant(Rate.perSecond(50), Duration.ofMillis(1000))));
        LoadResult result = Loads.run(service.get("/"), load);

        assertThat(result.requests()).isEqualTo(150);
        double late = Times.seconds(result.generator().lagMax());
        long due = Math.round(100 * Math.pow(Math.max(0, 1 - late), 2));
        long first = result.series().getFirst().started();
        assertThat(first).as("all but those that it says it sent late").isBetween(due - 5, 101L);
        assertThat(result.series().get(1).started()).isBetween(Math.round(50 * (1 - late)) - 1, 155 - first);
    }

    @Test
    void aConnectionThatFellIdleIsUsedAgain() throws Exception {
        LoadResult result = Loads.run(service.get("/"), Loads.open(20, 1000));

        assertThat(result.requests()).isEqualTo(20);
        assertThat(service.connections.get())
                .as("one or two, but more where the machine is busy and requests overlap")
                .isLessThan(20)
                .isEqualTo((int) result.generator().connections());
    }

    @Test
    void requestsThatWereDueWhileTheServiceStalledShowTheWholeStall() throws Exception {
        try (RunningLoad running = Loads.start(service.get("/"), Loads.open(200, 2000))) {
            running.counted().get(10, TimeUnit.SECONDS);
            service.stallAfter(500, 1000);
            LoadResult result = running.result().get(30, TimeUnit.SECONDS);

            // 200 of 400 requests are due in the stall and wait for its end: half a second on average
            assertThat(result.latency().p99()).isGreaterThan(Duration.ofMillis(900));
            assertThat(result.latency().mean()).isGreaterThan(Duration.ofMillis(200));
        }
    }

    @Test
    @Tag("nightly")
    void aClosedLoadOfOneUserOmitsWhatItDidNotSendInTheStall() throws Exception {
        service.stallAfter(300, 1000);
        LoadResult result = Loads.run(
                service.get("/"), Loads.closed(1, new Until.Elapsed(Duration.ofSeconds(2)), Loads.KEEP_ALIVE));

        assertThat(result.latency().p99())
                .as("one slow request among many: why the models are kept apart")
                .isLessThan(Duration.ofMillis(500));
    }

    @Test
    @Tag("nightly")
    void theSeriesAddsUpToTheTotals() throws Exception {
        LoadResult result = Loads.run(service.get("/delay/1200"), Loads.open(50, 1500));

        assertThat(result.series().stream()
                        .mapToLong(LoadResult.Second::started)
                        .sum())
                .isEqualTo(result.requests());
        assertThat(result.series().stream()
                        .mapToLong(LoadResult.Second::succeeded)
                        .sum())
                .isEqualTo(result.succeeded());
        assertThat(result.series().getFirst().inFlight())
                .as("none is answered in the first second")
                .isEqualTo(50);
        assertThat(result.series().getLast().inFlight()).isZero();
        assertThat(result.series()).extracting(LoadResult.Second::second).startsWith(0, 1, 2);
        assertThat(result.series().getFirst().meanMillis()).isZero();
        assertThat(result.series().getLast().p50Millis()).isGreaterThanOrEqualTo(1200);
        assertThat(result.throughput()).isEqualTo(Rate.of(result.succeeded(), result.elapsed()));
    }

    @Test
    void progressTellsHowTheLoadStands() throws Exception {
        try (RunningLoad running = Loads.start(service.get("/hang"), Loads.open(100, 20_000))) {
            running.counted().get(10, TimeUnit.SECONDS);
            Await.until(() -> running.progress().inFlight() >= 20);

            LoadProgress progress = running.progress();
            assertThat(progress.phase()).isEqualTo(LoadProgress.Phase.LOAD);
            assertThat(progress.total()).isEqualTo(Duration.ofSeconds(20));
            assertThat(progress.sent()).isEqualTo(progress.inFlight());
            assertThat(progress.failed()).isZero();
        }
    }
}

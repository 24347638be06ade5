package dev.headroom.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.load.recording.LoadProgress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClosingTest {

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
    void aLoadClosedEarlyTellsWhatItSawAndCountsWhatWasInFlight() throws Exception {
        RunningLoad running = Loads.start(service.get("/hang"), Loads.open(100, 60_000));
        Await.until(() -> service.requests() >= 10);
        running.close();

        LoadResult result = running.result().getNow(null);
        assertThat(result).isNotNull();
        assertThat(result.requests()).isGreaterThanOrEqualTo(10).isLessThan(6000);
        assertThat(result.errors()).containsOnly(Map.entry(ErrorKind.OTHER, result.requests()));
        assertThat(running.counted()).isCompleted();
        assertThat(running.offered()).isDone();
        assertThat(running.progress().phase()).isEqualTo(LoadProgress.Phase.DONE);
    }

    @Test
    void aLoadClosedInItsWarmUpHasCountedNothing() throws Exception {
        Load load = new Load.Open(
                dev.headroom.core.model.Rate.perSecond(10),
                Duration.ofSeconds(60),
                Loads.KEEP_ALIVE,
                Optional.of(new Load.WarmUp(2, Duration.ofSeconds(60))));
        RunningLoad running = Loads.start(service.get("/"), load);
        Await.until(() -> service.requests() >= 10);
        running.close();

        assertThat(running.result().getNow(null).requests()).isZero();
        assertThat(running.counted()).isCancelled();
        assertThat(running.offered()).isCancelled();
    }

    @Test
    void closingAtOnceAndTwiceIsFine() throws Exception {
        RunningLoad running = Loads.start(service.get("/"), Loads.open(100, 60_000));
        running.close();
        running.close();

        assertThat(running.result()).isCompleted();
    }

    @Test
    void neitherThreadsNorConnectionsOutliveALoad() throws Exception {
        RunningLoad closedEarly = Loads.start(service.get("/hang"), Loads.open(100, 60_000));
        Await.until(() -> service.requests() >= 5);
        closedEarly.close();
        RunningLoad endedByItself = Loads.start(service.get("/"), Loads.iterations(2, 2, Loads.KEEP_ALIVE));
        endedByItself.result().get(30, TimeUnit.SECONDS);

        Await.until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("headroom-load")));
        Await.until(() -> service.openConnections() == 0);
    }
}

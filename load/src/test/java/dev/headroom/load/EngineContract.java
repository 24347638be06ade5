package dev.headroom.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.load.recording.LoadProgress.Phase;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every engine promises. An engine is tested by what it extends of this. */
abstract class EngineContract {

    /** What an engine can tell of its requests. */
    enum Tells {
        /** Each as soon as it is over. */
        AT_ONCE,
        /** Each at the end, in lots before. */
        LATER,
        /** Nothing: they are counted at the service. */
        NOTHING
    }

    private static final Duration SHORT = Duration.ofSeconds(1);
    /** Of which a tool on a busy machine may need most to begin. */
    private static final Duration ENOUGH = Duration.ofSeconds(3);

    private static final Duration LONG = Duration.ofSeconds(600);

    TestService service;

    abstract LoadEngine engine();

    /** So many users who send these paths in turn. */
    abstract Load load(List<String> paths, int users, Duration length) throws Exception;

    abstract Tells tells();

    @BeforeEach
    void startService() throws Exception {
        service = new TestService();
    }

    @AfterEach
    void stopService() {
        service.close();
    }

    private RunningLoad start(List<String> paths, int users, Duration length) throws Exception {
        return engine().start(mix(paths), load(paths, users, length));
    }

    private Mix mix(List<String> paths) {
        return new Mix(
                paths.stream()
                        .map(path -> new Mix.Part(path, 1, service.get(path)))
                        .toList(),
                Mix.Visitors.PLAIN);
    }

    private static LoadResult result(RunningLoad running) throws Exception {
        return running.result().get(60, TimeUnit.SECONDS);
    }

    @Test
    void everyRequestIsCountedAndMilestonesComeInTheirOrder() throws Exception {
        try (RunningLoad running = start(List.of("/delay/20"), 3, SHORT)) {
            LoadResult result = result(running);
            Instant counted = running.counted().get(1, TimeUnit.SECONDS);
            Instant offered = running.offered().get(1, TimeUnit.SECONDS);

            assertThat(counted).isBeforeOrEqualTo(offered);
            assertThat(offered).isBefore(Instant.now());
            assertThat(running.progress().phase()).isEqualTo(Phase.DONE);
            assertThat(service.requests()).isPositive();
            if (tells() == Tells.NOTHING) {
                assertThat(result.requests()).isZero();
            } else {
                assertThat(result.requests()).isEqualTo(service.requests());
                assertThat(result.succeeded()).isEqualTo(result.requests());
                assertThat(result.latency().mean()).isGreaterThanOrEqualTo(Duration.ofMillis(18));
                assertThat(result.series().stream()
                                .mapToLong(LoadResult.Second::succeeded)
                                .sum())
                        .isEqualTo(result.requests());
                assertThat(result.unfinished()).isZero();
            }
        }
    }

    @Test
    void errorsAreCountedByKindAndRequestsByLabel() throws Exception {
        try (RunningLoad running = start(List.of("/delay/5", "/status/503"), 2, ENOUGH)) {
            LoadResult result = result(running);

            assertThat(service.requests()).isPositive();
            if (tells() != Tells.NOTHING) {
                assertThat(result.errors()).containsOnlyKeys(ErrorKind.STATUS);
                assertThat(result.statuses()).containsEntry(503, result.failed());
                assertThat(result.kinds())
                        .extracting(LoadResult.Kind::name)
                        .containsExactlyInAnyOrder("/delay/5", "/status/503");
                assertThat(result.kinds().stream()
                                .mapToLong(LoadResult.Kind::requests)
                                .sum())
                        .isEqualTo(result.requests());
                assertThat(result.kinds())
                        .allMatch(kind -> kind.succeeded() == (kind.name().equals("/delay/5") ? kind.requests() : 0));
            }
        }
    }

    @Test
    void countsGoOnUntilItIsStoppedAndThenItEnds() throws Exception {
        try (RunningLoad running = start(List.of("/delay/5"), 2, LONG)) {
            Await.until(() -> service.requests() >= 20);
            if (tells() == Tells.AT_ONCE) {
                Await.until(() -> running.counts().succeeded() >= 20
                        && running.progress().sent() - running.progress().inFlight() >= 10);
                assertThat(running.counts().seconds() / running.counts().succeeded())
                        .isGreaterThanOrEqualTo(0.004);
            }
            running.stop();
            LoadResult result = result(running);

            assertThat(running.offered()).isDone();
            assertThat(result.requests()).isLessThanOrEqualTo(service.requests());
            if (tells() == Tells.AT_ONCE) {
                assertThat(result.succeeded()).isGreaterThanOrEqualTo(20);
            }
            Await.until(() -> service.openConnections() == 0);
        }
    }

    @Test
    void closedItLeavesNoProcessNoThreadAndNoConnection() throws Exception {
        List<ProcessHandle> before = ProcessHandle.current().descendants().toList();
        RunningLoad running = start(List.of("/hang"), 2, LONG);
        Await.until(() -> service.requests() >= 2);
        running.close();
        running.close();

        assertThat(running.result()).isDone();
        assertThat(running.counted()).isDone();
        assertThat(running.offered()).isDone();
        Await.until(() -> service.openConnections() == 0);
        assertThat(ProcessHandle.current().descendants().filter(child -> !before.contains(child)))
                .isEmpty();
        Await.until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("headroom-load")));
    }

    @Test
    void aServiceThatIsNotThereIsAnErrorOfEachRequest() throws Exception {
        // nobody listens at port 1; at a port that systems give to clients, one of many connects to itself
        Request nobody = Request.get(URI.create("http://127.0.0.1:1/"));
        try (RunningLoad running = engine().start(Mix.of(nobody), load(List.of("/"), 1, SHORT))) {
            LoadResult result = result(running);

            assertThat(result.succeeded()).isZero();
            if (tells() != Tells.NOTHING) {
                assertThat(result.errors()).containsOnlyKeys(ErrorKind.REFUSED);
            }
        }
    }
}

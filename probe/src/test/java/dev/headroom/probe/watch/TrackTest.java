package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.classify.Stacks;
import dev.headroom.probe.look.Followed;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The bound of a pool that cannot be asked for it. */
class TrackTest {

    private static OptionalInt maximum(StationKind kind, int threads, int... active) {
        return maximum("java.util.concurrent.ThreadPoolExecutor.getTask", kind, threads, active);
    }

    /** @param idle the frame at which those that are not active stand */
    private static OptionalInt maximum(String idle, StationKind kind, int threads, int... active) {
        Stack stack = Stacks.of(Thread.State.WAITING, idle);
        List<Snapshot> looks = IntStream.range(0, active.length)
                .mapToObj(i -> look(i, kind, threads, active[i], Map.of(stack, (double) threads - active[i]), -1))
                .toList();
        return track(looks, active.length - 1).maximum();
    }

    private static Track track(List<Snapshot> looks, int seconds) {
        return Track.all(List.of("own"), looks, new Window(Instant.EPOCH, Duration.ofSeconds(seconds)))
                .getFirst();
    }

    /** @param begun what its counter says; negative where it is not read */
    private static Snapshot look(
            int second, StationKind kind, int threads, int active, Map<Stack, Double> idle, long begun) {
        Followed followed = new Followed(Optional.empty(), begun < 0 ? Map.of() : Map.of("own", begun), Map.of());
        return Snapshots.of(
                Instant.EPOCH.plusSeconds(second),
                List.of(new Snapshot.PoolLook(
                        "own",
                        kind,
                        threads,
                        OptionalInt.empty(),
                        active,
                        OptionalInt.empty(),
                        OptionalLong.empty(),
                        idle,
                        false)),
                Snapshot.Virtual.AT_ONCE,
                Optional.of(followed));
    }

    /** In the first look the stack of no loop was read, and what stands nowhere may be anything. */
    @Test
    void aPoolIsWhatItWasSeenToBeThoughItWasNothingKnownAtFirst() {
        Stack stack = Stacks.of(Thread.State.RUNNABLE, "io.netty.channel.epoll.Native.epollWait");
        List<Snapshot> looks = List.of(
                look(0, StationKind.OTHER, 4, 0, Map.of(), -1),
                look(1, StationKind.EVENT_LOOPS, 4, 0, Map.of(stack, 4.0), -1),
                look(2, StationKind.EVENT_LOOPS, 4, 0, Map.of(stack, 4.0), -1));

        assertThat(track(looks, 2).kind()).isEqualTo(StationKind.EVENT_LOOPS);
    }

    @Test
    void capacityIsTheNumberOfThreadsWhereAllAreMostlyBusy() {
        assertThat(maximum(StationKind.EXECUTOR, 6, 6, 6, 5, 6, 6)).hasValue(6);
    }

    @Test
    void capacityIsWhatIsBusyAtOnceWhereThatNeverChanges() {
        assertThat(maximum(StationKind.FORK_JOIN, 9, 6, 6, 6, 6, 6)).hasValue(6);
    }

    @Test
    void whoKeepsIdleWorkersIsNotFullThoughAsManyAreBusyAllTheWhile() {
        assertThat(maximum(StationKind.EXECUTOR, 9, 6, 6, 6, 6, 6)).isEmpty();
        assertThat(maximum(StationKind.SERVLET_WORKERS, 10, 5, 5, 5, 5, 5)).isEmpty();
    }

    @Test
    void whoAcceptsAndSelectsForTheOthersHasNoTaskToWaitFor() {
        String reserved = "wiremock.org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread.reservedWait";
        assertThat(maximum("sun.nio.ch.EPoll.wait", StationKind.EXECUTOR, 10, 8, 8, 8, 8, 8))
                .hasValue(8);
        assertThat(maximum(reserved, StationKind.OTHER, 10, 8, 8, 8, 8, 8)).hasValue(8);
    }

    @Test
    void capacityIsNotToldByAChangingNumberNorByASingleThread() {
        assertThat(maximum(StationKind.FORK_JOIN, 9, 6, 4, 7, 5, 6)).isEmpty();
        assertThat(maximum(StationKind.FORK_JOIN, 4, 1, 1, 1, 1, 1)).isEmpty();
    }

    /** By thread dumps a counter is read at some looks alone, and the last one may be some time before the end. */
    @Test
    void aCounterThatIsReadInAPartOfTheTimeGoesOnInTheRest() {
        assertThat(begun(8, 0, -1, 40, -1, 80, -1, -1)).isCloseTo(160, within(1e-9));
        assertThat(begun(6, 0, -1, 40, -1, 80, -1, 120)).isCloseTo(120, within(1e-9));
        assertThat(begun(10, 7, -1, -1, -1, -1, -1, -1)).as("read once").isZero();
    }

    /** @param counts one a second, negative where it is not read */
    private static double begun(int seconds, long... counts) {
        List<Snapshot> looks = IntStream.range(0, counts.length)
                .mapToObj(i -> look(i, StationKind.OTHER, 1, 1, Map.of(), counts[i]))
                .toList();
        return track(looks, seconds).begun().orElseThrow();
    }
}

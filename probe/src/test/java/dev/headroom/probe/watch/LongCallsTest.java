package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.classify.Stacks;
import dev.headroom.probe.look.PoolNames;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshot.Standing;
import dev.headroom.probe.look.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LongCallsTest {

    private static final Instant BEGIN = Instant.EPOCH;
    private static final Window WINDOW = new Window(BEGIN, Duration.ofSeconds(10));
    private static final Stack READS =
            Stacks.of(Thread.State.RUNNABLE, "java.io.FileInputStream.readBytes", "a.Child.lambda$start$0");
    private static final Stack COMPUTES = Stacks.of(Thread.State.RUNNABLE, "a.Child.parse");

    private static Track track(StationKind kind, Stack stack, Standing... last) {
        List<Snapshot> looks = IntStream.rangeClosed(0, 10)
                .mapToObj(second -> Snapshots.of(
                        BEGIN.plusSeconds(second),
                        List.of(Snapshot.PoolLook.of(
                                "child-out", kind, 1, OptionalInt.of(1), Map.of(stack, 1.0), false)),
                        second < 10 ? List.of() : List.of(last),
                        List.of()))
                .toList();
        return Track.all(List.of("child-out"), LongCalls.apart(looks), WINDOW).getFirst();
    }

    @Test
    void whoReadsWhatNobodyWritesIdles() {
        Track read = track(StationKind.OTHER, READS, new Standing("child-out", READS, BEGIN));

        assertThat(read.activities()).containsOnlyKeys(Activity.IDLE);
        assertThat(read.mean(Snapshot.PoolLook::active)).isZero();
    }

    @Test
    void whoHasRunIsAtWorkUntilThen() {
        Track read = track(StationKind.OTHER, READS, new Standing("child-out", READS, BEGIN.plusSeconds(5)));

        assertThat(read.activities()).containsKeys(Activity.IDLE, Activity.RUNNING);
    }

    @Test
    void whoRanAtEveryLookIsAtWork() {
        assertThat(track(StationKind.OTHER, READS).activities()).containsOnlyKeys(Activity.RUNNING);
    }

    /** A worker that stands in a call hangs, or its downstream is slow. */
    @Test
    void aWorkerOfAPoolIsNotIdle() {
        assertThat(track(StationKind.EXECUTOR, READS, new Standing("child-out", READS, BEGIN))
                        .activities())
                .containsOnlyKeys(Activity.RUNNING);
    }

    @Test
    void onlyACallOfTheOperatingSystemIsNoted() {
        PoolNames.Named other = new PoolNames.Named("child-out", StationKind.OTHER);

        assertThat(Standing.isNoted(other, READS, Snapshot.LONG)).isTrue();
        assertThat(Standing.isNoted(other, READS, Duration.ofSeconds(1))).isFalse();
        assertThat(Standing.isNoted(other, COMPUTES, Snapshot.LONG)).isFalse();
    }
}

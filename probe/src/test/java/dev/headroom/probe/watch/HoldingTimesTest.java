package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.classify.Stacks;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshots;
import dev.headroom.probe.recording.TimedWait;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class HoldingTimesTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Window WINDOW = new Window(START, Duration.ofSeconds(10));
    private static final Stack READS = Stacks.of(Thread.State.RUNNABLE, "sun.nio.ch.NioSocketImpl.park", "a.B.c");
    private static final Stack SLEEPS = Stacks.of(Thread.State.TIMED_WAITING, "java.lang.Thread.sleep", "a.B.c");
    private static final Stack RUNS = Stacks.of(Thread.State.RUNNABLE, "a.B.c");

    @Test
    void busyTimeOverCompletionsIsTheHoldingTime() {
        // 4 workers busy for 10 s do 80 tasks: 0.5 s each
        Measure holding =
                HoldingTimes.byCompletions(track(8, Map.of(READS, 4.0)), 10, 0).orElseThrow();
        assertThat(holding.value()).isCloseTo(0.5, within(1e-9));
        assertThat(holding.error()).isGreaterThan(0).isLessThan(0.05);
    }

    @Test
    void twoReadsOfATaskMakeItsHoldingTimeTogether() {
        // 80 tasks, 160 reads of 0.25 s
        Measure holding = HoldingTimes.byClock(track(8, Map.of(READS, 4.0)), reads(160, 0.25), 10, 10, 0)
                .orElseThrow();
        assertThat(holding.value()).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void aMiscountOfTasksDoesNotPassIntoTheClocksMeasure() {
        // 90 tasks counted where 80 were done: rounding takes it out
        Measure holding = HoldingTimes.byClock(track(9, Map.of(READS, 4.0)), reads(160, 0.25), 10, 10, 0)
                .orElseThrow();
        assertThat(holding.value()).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void timeThatIsNotUnderTheClockIsAddedByItsShare() {
        // a quarter of the busy time is computing: 0.375 s of reading belong to 0.5 s of work
        Measure holding = HoldingTimes.byClock(track(8, Map.of(READS, 3.0, RUNS, 1.0)), reads(80, 0.375), 10, 10, 0)
                .orElseThrow();
        assertThat(holding.value()).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void theClockIsSilentOfTasksThatMostlyCompute() {
        assertThat(HoldingTimes.byClock(track(8, Map.of(READS, 1.0, RUNS, 3.0)), reads(80, 0.1), 10, 10, 0))
                .isEmpty();
    }

    @Test
    void theClockIsSilentWhereMostReadsEndWithoutAnEvent() {
        assertThat(HoldingTimes.byClock(track(8, Map.of(READS, 4.0)), reads(160, 0.05), 10, 10, 0))
                .isEmpty();
    }

    @Test
    void readsThatWereRecordedForPartOfTheWindowAreScaled() {
        Measure holding = HoldingTimes.byClock(track(8, Map.of(READS, 4.0)), reads(80, 0.25), 10, 5, 0)
                .orElseThrow();
        assertThat(holding.value()).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void waitsTooShortForTheRecorderAreNotRoundedIn() {
        // 80 tasks of one wait each, a fifth of which is shorter than any that is recorded: what is recorded makes 64 x
        // w of busy time
        List<TimedWait> waits = new ArrayList<>(reads(16, 0.008));
        waits.addAll(reads(48, 0.65));
        Measure holding = HoldingTimes.byClock(track(8, Map.of(READS, 4.0)), waits, 10, 10, 0)
                .orElseThrow();
        assertThat(holding.value()).isCloseTo((16 * 0.008 + 48 * 0.65) / 80, within(1e-9));
    }

    @Test
    void whoSleepsAtItsWorkBeginsAsManyWaitsAsItSleeps() {
        // 4 workers that always sleep, 0.25 s each: 160 sleeps; the recorder saw half of the window
        assertThat(HoldingTimes.sleeps(track(8, Map.of(SLEEPS, 4.0)), waits(80, 0.25, ""), 10, 5))
                .hasValue(160);
    }

    @Test
    void sleepsSayNothingOfWhoDoesSomethingElseAsWellOrIsRecordedInPart() {
        List<TimedWait> half = waits(80, 0.25, "");
        assertThat(HoldingTimes.sleeps(track(8, Map.of(SLEEPS, 2.0, READS, 2.0)), half, 10, 10))
                .isEmpty();
        assertThat(HoldingTimes.sleeps(track(8, Map.of(SLEEPS, 4.0)), half, 10, 10))
                .isEmpty();
        assertThat(HoldingTimes.sleeps(track(8, Map.of(SLEEPS, 4.0)), reads(160, 0.25), 10, 10))
                .isEmpty();
    }

    private static Track track(long perSecond, Map<Stack, Double> stacks) {
        List<Snapshot> looks = new ArrayList<>();
        for (int second = 0; second <= 10; second++) {
            Snapshot.PoolLook pool = new Snapshot.PoolLook(
                    "p",
                    StationKind.EXECUTOR,
                    4,
                    OptionalInt.of(4),
                    4,
                    OptionalInt.of(0),
                    OptionalLong.of(second * perSecond),
                    stacks,
                    false);
            looks.add(Snapshots.of(START.plusSeconds(second), List.of(pool)));
        }
        return Track.all(List.of("p"), looks, WINDOW).getFirst();
    }

    private static List<TimedWait> reads(int count, double seconds) {
        return waits(count, seconds, "127.0.0.1:1");
    }

    private static List<TimedWait> waits(int count, double seconds, String target) {
        return Collections.nCopies(count, new TimedWait(0, seconds, 1, false, target));
    }
}

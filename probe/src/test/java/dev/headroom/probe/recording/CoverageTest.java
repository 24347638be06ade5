package dev.headroom.probe.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.observation.Observation.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoverageTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Window MINUTE = new Window(START, Duration.ofSeconds(60));

    private final List<Boolean> switched = new ArrayList<>();
    private final Coverage coverage = new Coverage(switched::add);

    /** As many as are recorded before a rest. */
    private void burst(Instant from, int aMillisecond) {
        for (int i = 0; i < 60_000; i++) {
            coverage.count(from.plusMillis(i / aMillisecond));
        }
    }

    @Test
    void aFloodOfWaitsIsRecordedInStretchesAndTheGapsAreNotCounted() {
        burst(START, 6); // full after 10 s
        assertThat(switched).containsExactly(false);
        assertThat(coverage.seconds(MINUTE)).isCloseTo(10, within(0.01));

        coverage.tick(START.plusSeconds(31));
        assertThat(switched).containsExactly(false, true);
        assertThat(coverage.seconds(MINUTE)).as("it is not on yet").isCloseTo(10, within(0.01));

        coverage.count(START.plusSeconds(30)); // of before, read late
        coverage.count(START.plusMillis(31_010)); // of another recording
        coverage.flushed();
        assertThat(coverage.seconds(MINUTE)).as("nor is it now").isCloseTo(10, within(0.01));
        assertThat(coverage.covers(Coverage.micros(START.plusMillis(34_000)))).isFalse();

        coverage.records(Coverage.micros(START.plusMillis(9_000)));
        coverage.records(Coverage.micros(START.plusMillis(35_500)));
        coverage.records(Coverage.micros(START.plusMillis(35_600)));
        coverage.flushed();
        assertThat(coverage.seconds(MINUTE)).as("60 - (10 to 35.5)").isCloseTo(34.5, within(0.01));
        assertThat(coverage.covers(Coverage.micros(START.plusMillis(35_499)))).isFalse();
        assertThat(coverage.covers(Coverage.micros(START.plusMillis(36_500)))).isTrue();
    }

    @Test
    void whereNobodyWaitsAfterARestItIsOnOnceEveryLookMustHaveTurnedItOn() {
        burst(START, 6); // full after 10 s
        coverage.tick(START.plusSeconds(31));
        Window all = new Window(START, Duration.ofSeconds(100));
        assertThat(coverage.seconds(all)).as("100 - (10 to 61)").isCloseTo(49, within(0.01));

        coverage.flushed();
        coverage.tick(START.plusSeconds(62));

        assertThat(coverage.seconds(all)).isCloseTo(49, within(0.01));
        assertThat(coverage.covers(Coverage.micros(START.plusSeconds(60)))).isFalse();
        assertThat(coverage.covers(Coverage.micros(START.plusSeconds(62)))).isTrue();
    }

    @Test
    void restsFollowOneAnotherWhereABurstIsReadAtOnce() {
        burst(START, 6); // full after 10 s
        coverage.tick(START.plusSeconds(31));
        burst(START.plusSeconds(32), 60); // full after 1 s
        coverage.records(Coverage.micros(START.plusSeconds(32)));
        coverage.flushed();

        assertThat(coverage.seconds(MINUTE)).as("0 to 10, 32 to 33").isCloseTo(11, within(0.01));
    }

    @Test
    void aBurstOfWhichNobodyKnowsWhenItBeganIsNotCounted() {
        burst(START, 6); // full after 10 s
        coverage.tick(START.plusSeconds(31));
        burst(START.plusSeconds(32), 60);
        coverage.flushed();

        assertThat(coverage.seconds(MINUTE)).isCloseTo(10, within(0.01));
    }

    @Test
    void fewWaitsAreAllRecorded() {
        coverage.count(START);
        coverage.tick(START.plusSeconds(100));
        assertThat(switched).isEmpty();
        assertThat(coverage.seconds(MINUTE)).isEqualTo(60);
    }

    @Test
    void whatWasBeforeTheRecordingIsNotCounted() {
        coverage.begin(START.plusSeconds(2));
        assertThat(coverage.seconds(new Window(START, Duration.ofSeconds(10)))).isEqualTo(8);
        assertThat(coverage.covers(Coverage.micros(START.plusSeconds(1)))).isFalse();
    }

    @Test
    void whatIsLeftOutOfALongRunIsNotCountedOnceMoreNorTwice() {
        coverage.begin(START);
        List<TimedWait> waits = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            waits.add(new TimedWait(Coverage.micros(START.plusMillis(10L * i)), 0.01, 1, false, "db:1"));
        }

        RecordingReader.thin(waits, coverage);
        int once = waits.size();
        RecordingReader.thin(waits, coverage);

        Window all = new Window(START, Duration.ofSeconds(1000));
        assertThat(once).isBetween(87_000, 88_000);
        assertThat(waits.size()).isLessThan(once);
        assertThat(waits.size() / coverage.seconds(all)).as("waits per second").isCloseTo(100, within(0.1));
        assertThat(coverage.covers(waits.getFirst().endMicros())).isTrue();
    }
}

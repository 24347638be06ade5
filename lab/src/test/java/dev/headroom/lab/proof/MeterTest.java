package dev.headroom.lab.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.Measure;
import org.junit.jupiter.api.Test;

class MeterTest {

    private static final long MILLIS = 1_000_000;

    private final Meter meter = new Meter();

    @Test
    void throughputIsCountedBetweenTwoMoments() {
        evenly(100, 3000);

        Measure seen = meter.throughput(1, 2, 0.05);

        assertThat(seen.value()).isCloseTo(100, within(0.5));
        assertThat(seen.error()).isCloseTo(1, within(0.01)); // one answer in a second
    }

    @Test
    void answersThatComeTogetherAreAsSureAsTheirCycles() {
        // 20 answers every 250 ms, the edges of the window between two batches
        for (int at = 0; at <= 4000; at += 10) {
            meter.record(at * MILLIS, 20 * ((at + 125) / 250));
        }

        Measure seen = meter.throughput(0.5, 3.5, 0.25);

        assertThat(seen.value()).isCloseTo(80, within(0.1));
        assertThat(seen.error()).isLessThan(1);
    }

    @Test
    void fewAnswersAreUnsure() {
        evenly(8, 3000);

        assertThat(meter.throughput(1, 2, 0.5).error()).isGreaterThanOrEqualTo(1);
    }

    @Test
    void theSeriesHasAPointForEachQuarterOfASecond() {
        evenly(100, 1000);

        assertThat(meter.series())
                .hasSize(4)
                .allSatisfy(point -> assertThat(point.perSecond()).isCloseTo(100, within(5.0)));
    }

    private void evenly(int perSecond, int millis) {
        for (int at = 0; at <= millis; at += 10) {
            meter.record(at * MILLIS, Math.floor(at * perSecond / 1e3));
        }
    }
}

package dev.headroom.lab.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.Measure;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    void whoeverMarchesInStepIsCountedRightWhereverAWindowBegins() {
        batches(6, 100, 5000);

        for (int at = 1000; at <= 1100; at += 10) {
            Measure seen = meter.throughput(at / 1e3, at / 1e3 + 1.45, 0.103);
            assertThat(seen.value()).as("from " + at + " ms").isCloseTo(60, within(0.6));
            assertThat(seen.error()).as("from " + at + " ms").isLessThan(3);
        }
    }

    /** A plain count of one and a half cycles is one batch or two: 13/s or 26/s. */
    @ParameterizedTest
    @ValueSource(doubles = {1.21, 1.5, 1.9, 2.008})
    void aWindowThatHoldsHardlyMoreThanOneCycleCountsBatchesRight(double length) {
        batches(20, 1000, 6000);

        for (int at = 1000; at <= 2000; at += 90) {
            assertThat(meter.throughput(at / 1e3, at / 1e3 + length, 1.004).value())
                    .as("from " + at + " ms")
                    .isCloseTo(20, within(0.5));
        }
    }

    @Test
    void threeCyclesAreEnoughToTellOneFromTheOther() {
        batches(7, 330, 5000);

        for (int at = 1000; at <= 1330; at += 30) {
            assertThat(meter.throughput(at / 1e3, at / 1e3 + 1.1, 0.33).value())
                    .as("from " + at + " ms")
                    .isCloseTo(7 / 0.33, within(1.0));
        }
    }

    @Test
    void threeCyclesOfWhoeverMarchesInStepAreSure() {
        batches(20, 1000, 6000);

        Measure seen = meter.throughput(1.52, 4.53, 1.004);

        assertThat(seen.value()).isCloseTo(20, within(0.2));
        assertThat(seen.error()).isLessThan(1);
    }

    @Test
    void threeCyclesOfWhatComesByChanceAreNot() {
        Random random = new Random(7);
        int covered = 0;
        for (int round = 0; round < 400; round++) {
            Meter meter = new Meter();
            double answers = 0;
            for (int at = 0; at <= 6000; at += 10) {
                answers += random.nextDouble() < 0.2 ? 1 : 0; // 20/s
                meter.record(at * MILLIS, 0, answers, 0, 0, 0);
            }
            Measure seen = meter.throughput(1.52, 4.53, 1.004);
            covered += Math.abs(seen.value() - 20) <= seen.error() ? 1 : 0;
        }
        assertThat(covered).isGreaterThan(350);
    }

    /** Also where the load comes so, and nothing holds it back: the interval of a window is that of its arrivals. */
    @Test
    void theIntervalOfAWindowHoldsThatOfPoissonArrivals() {
        Random random = new Random(11);
        int covered = 0;
        for (int round = 0; round < 400; round++) {
            Meter meter = new Meter();
            double answers = 0;
            for (int at = 0; at <= 6000; at++) {
                answers += random.nextDouble() < 0.05 ? 1 : 0; // 50/s
                if (at % 10 == 0) {
                    meter.record(at * MILLIS, 0, answers, 0, 0, 0);
                }
            }
            Measure seen = meter.throughput(1, 5.2, 0.1);
            covered += Math.abs(seen.value() - 50) <= seen.error() ? 1 : 0;
        }
        assertThat(covered).isGreaterThan(365);
    }

    /** Of a lock that is kept busy now and then, and which answers as soon as it is free. */
    @Test
    void whatIsKeptBusyWeighsAsMuchAsTheAnswersThatItTakes() {
        Random random = new Random(5);
        double answers = 0;
        double busy = 0;
        for (int at = 0; at <= 6000; at += 20) {
            meter.record(at * MILLIS, 0, answers, 0, 0, busy);
            boolean kept = random.nextDouble() < 0.4;
            answers += kept ? 0 : 2; // 100/s
            busy += kept ? 0.02 : 0;
        }
        for (double from = 1; from < 4; from += 0.13) {
            double free = 1 - meter.busy(from, from + 1, 0.1);
            assertThat(meter.throughput(from, from + 1, 0.1).value()).isCloseTo(100 * free, within(0.5));
        }
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

    @Test
    void responseTimesAndFailuresAreThoseOfTheWindow() {
        for (int at = 0; at <= 3000; at += 10) {
            boolean late = at > 1000;
            meter.record(at * MILLIS, 0, at / 10.0, late ? (at - 1000) / 100.0 : 0, at / 10.0 * 0.05, 0);
        }

        assertThat(meter.response(1.5, 2.5)).isCloseTo(0.05, within(1e-6));
        assertThat(meter.failures(0, 1)).isZero();
        assertThat(meter.failures(1.5, 2.5)).isCloseTo(10, within(1e-6));
        assertThat(meter.response(4, 5)).isNaN();
    }

    private void batches(int answers, int everyMillis, int millis) {
        for (int at = 0; at <= millis; at += 10) {
            meter.record(at * MILLIS, 0, answers * (at / everyMillis), 0, 0, 0);
        }
    }

    private void evenly(int perSecond, int millis) {
        for (int at = 0; at <= millis; at += 10) {
            meter.record(at * MILLIS, 0, Math.floor(at * perSecond / 1e3), 0, 0, 0);
        }
    }
}

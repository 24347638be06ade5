package dev.headroom.load.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.Latency.Quantile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LatencyRecorderTest {

    @Test
    void nothingRecordedIsNoLatency() {
        assertThat(new LatencyRecorder().latency(true)).isEqualTo(Latency.NONE);
    }

    @Test
    void percentilesAreWithinThreeDigitsAndMeanAndExtremesAreExact() {
        Random random = new Random(7);
        LatencyRecorder recorder = new LatencyRecorder();
        List<Long> values = new ArrayList<>();
        double sum = 0;
        for (int i = 0; i < 10_000; i++) {
            long nanos = (long) (Math.exp(random.nextGaussian() * 2) * 10_000_000);
            values.add(nanos);
            sum += nanos;
            recorder.record(nanos);
        }
        values.sort(null);
        Latency latency = recorder.latency(true);

        assertThat(latency.count()).isEqualTo(10_000);
        assertThat(latency.mean()).isEqualTo(Duration.ofNanos(Math.round(sum / 10_000)));
        assertThat(latency.min()).isEqualTo(Duration.ofNanos(values.getFirst()));
        assertThat(latency.max()).isEqualTo(Duration.ofNanos(values.getLast()));
        assertIsClose(latency.p50(), values.get(4_999));
        assertIsClose(latency.p90(), values.get(8_999));
        assertIsClose(latency.p95(), values.get(9_499));
        assertIsClose(latency.p99(), values.get(9_899));
        assertIsClose(latency.p999(), values.get(9_989));
    }

    @Test
    void theCurveRisesToOneAndIsShort() {
        LatencyRecorder recorder = new LatencyRecorder();
        Random random = new Random(8);
        for (int i = 0; i < 1_000_000; i++) {
            recorder.record((long) (1_000_000 + random.nextDouble() * 300_000_000));
        }
        List<Latency.Point> curve = recorder.latency(true).curve();

        assertThat(curve).hasSizeBetween(50, 200);
        assertThat(curve.getLast()).isEqualTo(new Latency.Point(1, recorder.max()));
        for (int i = 1; i < curve.size(); i++) {
            assertThat(curve.get(i).quantile())
                    .isGreaterThanOrEqualTo(curve.get(i - 1).quantile());
            assertThat(curve.get(i).value())
                    .isGreaterThanOrEqualTo(curve.get(i - 1).value());
        }
    }

    @Test
    void microsecondsAndHoursFitIn() {
        LatencyRecorder recorder = new LatencyRecorder();
        recorder.record(1_000);
        recorder.record(Duration.ofHours(5).toNanos());

        assertThat(recorder.latency(true).min()).isEqualTo(Duration.ofNanos(1_000));
        assertThat(recorder.latency(true).max()).isEqualTo(Duration.ofHours(5));
    }

    @Test
    void whatTimedOutRanksAsAtLeastTheTimeout() {
        LatencyRecorder recorder = new LatencyRecorder();
        for (int i = 0; i < 56; i++) {
            recorder.record(Duration.ofSeconds(15).toNanos());
        }
        for (int i = 0; i < 4944; i++) {
            recorder.gaveUp(Duration.ofSeconds(30).toNanos() + i * 1000L);
        }
        Latency latency = recorder.latency(true);

        assertThat(latency.count()).isEqualTo(56);
        assertThat(latency.mean()).isEqualTo(Duration.ofSeconds(15));
        assertThat(latency.timedOut()).isEqualTo(4944);
        for (Quantile quantile : Quantile.values()) {
            Latency.Time time = latency.at(quantile).orElseThrow();
            assertThat(time.atLeast()).isTrue();
            assertThat(time.value()).isBetween(Duration.ofSeconds(30), Duration.ofMillis(30_005));
        }
    }

    @Test
    void whatTimedOutMovesTheQuantilesOfTheOthersUp() {
        LatencyRecorder recorder = new LatencyRecorder();
        for (int i = 1; i <= 900; i++) {
            recorder.record(i * 1_000_000L);
        }
        for (int i = 0; i < 100; i++) {
            recorder.gaveUp(Duration.ofSeconds(5).toNanos());
        }
        Latency latency = recorder.latency(true);

        assertIsClose(latency.at(Quantile.P50).orElseThrow().value(), 500_000_000L);
        assertThat(latency.at(Quantile.P50).orElseThrow().atLeast()).isFalse();
        assertThat(latency.at(Quantile.P95).orElseThrow().atLeast()).isTrue();
    }

    @Test
    void whatWasInFlightAtTheEndRanksAsAtLeastTheTimeUntilThen() {
        LatencyRecorder recorder = new LatencyRecorder();
        for (int i = 1; i <= 600; i++) {
            recorder.record(i * 10_000_000L);
        }
        for (int i = 0; i < 400; i++) {
            recorder.unfinished(Duration.ofSeconds(4).toNanos() + i * 10_000_000L);
        }
        Latency latency = recorder.latency(true);

        assertThat(latency.unfinished()).isEqualTo(400);
        assertThat(latency.timedOut()).isZero();
        assertThat(latency.mean()).isEqualTo(Duration.ofMillis(3005));
        assertThat(latency.at(Quantile.P50).orElseThrow().atLeast()).isTrue();
        assertIsClose(latency.at(Quantile.P50).orElseThrow().value(), 4_500_000_000L);
        assertIsClose(latency.at(Quantile.P95).orElseThrow().value(), 7_500_000_000L);
        assertThat(latency.longest().orElseThrow().atLeast()).isTrue();
    }

    @Test
    void whereNothingWasAnsweredThereIsNoMeanButTheTimeoutIsKnown() {
        LatencyRecorder recorder = new LatencyRecorder();
        for (int i = 0; i < 100; i++) {
            recorder.gaveUp(Duration.ofMillis(150).toNanos() + 499);
        }
        Latency latency = recorder.latency(true);

        assertThat(latency.average()).isEmpty();
        assertThat(latency.min()).isZero();
        assertThat(latency.curve()).isEmpty();
        assertThat(latency.at(Quantile.P95).orElseThrow().atLeast()).isTrue();
    }

    @Test
    void quantilesThatTooFewCarryAreZero() {
        LatencyRecorder recorder = new LatencyRecorder();
        for (int i = 0; i < 56; i++) {
            recorder.record(1_000_000);
        }

        assertThat(recorder.latency(true).p95()).isPositive();
        assertThat(recorder.latency(true).p99()).isZero();
        assertThat(recorder.latency(true).p999()).isZero();
    }

    private static void assertIsClose(Duration measured, long exact) {
        assertThat((double) measured.toNanos() / exact).isBetween(0.998, 1.002);
    }
}

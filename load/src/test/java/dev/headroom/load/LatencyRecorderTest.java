package dev.headroom.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Latency;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LatencyRecorderTest {

    @Test
    void nothingRecordedIsNoLatency() {
        assertThat(new LatencyRecorder().latency()).isEqualTo(Latency.NONE);
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
        Latency latency = recorder.latency();

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
        List<Latency.Point> curve = recorder.latency().curve();

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

        assertThat(recorder.latency().min()).isEqualTo(Duration.ofNanos(1_000));
        assertThat(recorder.latency().max()).isEqualTo(Duration.ofHours(5));
    }

    private static void assertIsClose(Duration measured, long exact) {
        assertThat((double) measured.toNanos() / exact).isBetween(0.998, 1.002);
    }
}

package dev.headroom.load;

import dev.headroom.core.model.Latency;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Response times: 1 µs to a day, three digits, in one HdrHistogram; mean, least and greatest exactly. */
final class LatencyRecorder {

    private static final long NANOS_PER_MICRO = 1000;
    private static final long A_DAY = 24L * 3600 * 1_000_000;
    /** Points for each halving of the distance to 100 %: some 120 for a million values. */
    private static final int TICKS = 5;

    private final Histogram micros = new Histogram(1, A_DAY, 3);
    private final BatchMeans batches = new BatchMeans();
    private double sum;
    private long least = Long.MAX_VALUE;
    private long greatest;

    void record(long nanos) {
        long value = Math.max(0, nanos);
        micros.recordValue(Math.min(A_DAY, (value + NANOS_PER_MICRO / 2) / NANOS_PER_MICRO));
        batches.add(value);
        sum += value;
        least = Math.min(least, value);
        greatest = Math.max(greatest, value);
    }

    long count() {
        return micros.getTotalCount();
    }

    Duration mean() {
        return count() == 0 ? Duration.ZERO : Duration.ofNanos(Math.round(sum / count()));
    }

    Duration max() {
        return Duration.ofNanos(greatest);
    }

    Duration at(double quantile) {
        return within(micros.getValueAtPercentile(100 * quantile) * NANOS_PER_MICRO);
    }

    Latency latency() {
        if (count() == 0) {
            return Latency.NONE;
        }
        return new Latency(
                count(),
                mean(),
                Duration.ofNanos(Math.round(batches.halfWidth())),
                Duration.ofNanos(least),
                at(0.50),
                at(0.90),
                at(0.95),
                at(0.99),
                at(0.999),
                max(),
                curve());
    }

    private List<Latency.Point> curve() {
        List<Latency.Point> curve = new ArrayList<>();
        for (HistogramIterationValue step : micros.percentiles(TICKS)) {
            curve.add(new Latency.Point(
                    step.getPercentileLevelIteratedTo() / 100, within(step.getValueIteratedTo() * NANOS_PER_MICRO)));
        }
        return curve;
    }

    /** The histogram answers with the upper end of a bucket, which may lie beyond what was seen. */
    private Duration within(long nanos) {
        return Duration.ofNanos(Math.clamp(nanos, Math.min(least, greatest), greatest));
    }
}

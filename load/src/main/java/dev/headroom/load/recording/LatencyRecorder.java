package dev.headroom.load.recording;

import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.Latency.Quantile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Response times: 1 µs to a day, three digits, in one HdrHistogram; mean, least and greatest exactly. */
public final class LatencyRecorder {

    private static final long NANOS_PER_MICRO = 1000;
    /** Microseconds. */
    static final long A_DAY = 24L * 3600 * 1_000_000;
    /** Points for each halving of the distance to 100 %: some 120 for a million values. */
    private static final int TICKS = 5;

    private final Histogram micros = new Histogram(1, A_DAY, 3);
    private final BatchMeans batches = new BatchMeans();
    private double sum;
    private long least = Long.MAX_VALUE;
    private long greatest;
    /** Of requests that the client gave up on, or that were in flight at the end: how long it waited. Most loads have none. */
    private final Histogram waited = new Histogram(3);

    private long givenUpAfter = Long.MAX_VALUE;
    private long unfinished;

    public void record(long nanos) {
        record(nanos, 1);
        batches.add(Math.max(0, nanos));
    }

    /** So many of the same, which say nothing of how much the mean varies. */
    public void record(long nanos, long count) {
        if (count == 0) {
            return;
        }
        long value = Math.max(0, nanos);
        micros.recordValueWithCount(micros(value), count);
        sum += (double) value * count;
        least = Math.min(least, value);
        greatest = Math.max(greatest, value);
    }

    /** A request that timed out: it would have taken longer than this. */
    void gaveUp(long nanos) {
        long value = Math.max(0, nanos);
        waited.recordValue(micros(value));
        givenUpAfter = Math.min(givenUpAfter, value);
    }

    /** A request that was in flight for so long when the load was over. */
    void unfinished(long nanos) {
        gaveUp(nanos);
        unfinished++;
    }

    private static long micros(long nanos) {
        return Math.min(A_DAY, (nanos + NANOS_PER_MICRO / 2) / NANOS_PER_MICRO);
    }

    public long count() {
        return micros.getTotalCount();
    }

    public Duration mean() {
        return count() == 0 ? Duration.ZERO : Duration.ofNanos(Math.round(sum / count()));
    }

    public Duration max() {
        return Duration.ofNanos(greatest);
    }

    public Duration at(double quantile) {
        return within(micros.getValueAtPercentile(100 * quantile) * NANOS_PER_MICRO);
    }

    /** @param meanError whether the mean has an interval */
    Latency latency(boolean meanError) {
        boolean none = waited.getTotalCount() == 0;
        if (count() == 0 && none) {
            return Latency.NONE;
        }
        Histogram all = none ? micros : micros.copy();
        all.add(waited);
        return new Latency(
                count(),
                mean(),
                meanError ? Duration.ofNanos(Math.round(batches.halfWidth())) : Duration.ZERO,
                count() == 0 ? Duration.ZERO : Duration.ofNanos(least),
                ranked(all, Quantile.P50),
                ranked(all, Quantile.P90),
                ranked(all, Quantile.P95),
                ranked(all, Quantile.P99),
                ranked(all, Quantile.P999),
                max(),
                curve(),
                all.getTotalCount() - count() - unfinished,
                unfinished,
                none ? Duration.ZERO : Duration.ofNanos(givenUpAfter));
    }

    /** Whether response times went on rising or falling. */
    boolean trend() {
        return batches.trend();
    }

    /** Among all, those that were not awaited to their end as if they had ended when they were given up: no quantile is less than that. */
    private Duration ranked(Histogram all, Quantile quantile) {
        if (!Latency.carries(all.getTotalCount(), quantile.share())) {
            return Duration.ZERO;
        }
        long micros = all.getValueAtPercentile(100 * quantile.share());
        long value = micros * NANOS_PER_MICRO;
        boolean atLeast = waited.getTotalCount() > 0 && value + NANOS_PER_MICRO > givenUpAfter;
        // at least so long is what shares a bucket of the histogram with it
        long lowest = all.lowestEquivalentValue(micros) * NANOS_PER_MICRO;
        return atLeast ? Duration.ofNanos(Math.max(givenUpAfter, lowest)) : within(value);
    }

    private List<Latency.Point> curve() {
        if (count() == 0) {
            return List.of();
        }
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

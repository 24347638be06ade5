package dev.headroom.core.prediction;

import dev.headroom.core.model.Prediction;
import dev.headroom.core.model.Rate;
import java.time.Duration;
import java.util.Arrays;

/** Response times that a simulation has seen. Percentiles are exact: the nearest rank of all of them, sorted. */
final class Answers {

    private long[] nanos = new long[1024];
    private int count;
    private long failed;
    private long last;

    void good(long took, long at) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = took;
        last = at;
    }

    void failed(long at) {
        failed++;
        last = at;
    }

    /** Throughput counts good answers over the time until the last answer or error, as a {@code LoadResult} does. */
    Prediction prediction(String basis) {
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return new Prediction(
                Rate.of(count, Duration.ofNanos(last)),
                Duration.ofNanos(Math.round(Arrays.stream(sorted).average().orElse(0))),
                quantile(sorted, 0.50),
                quantile(sorted, 0.95),
                quantile(sorted, 0.99),
                quantile(sorted, 1),
                failed,
                basis);
    }

    private static Duration quantile(long[] sorted, double quantile) {
        if (sorted.length == 0) {
            return Duration.ZERO;
        }
        int rank = (int) Math.ceil(quantile * sorted.length - 1e-9);
        return Duration.ofNanos(sorted[Math.max(rank, 1) - 1]);
    }
}

package dev.headroom.core.prediction;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.result.Prediction;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.LongStream;

/** Response times that a simulation has seen. Percentiles are exact: the nearest rank of all of them, sorted. */
final class Answers {

    private final LongStream.Builder good = LongStream.builder();
    private final LongStream.Builder others = LongStream.builder();
    private final LongStream.Builder unfinished = LongStream.builder();
    private long failed;
    private long last;

    /** @param well answered, and well: neither given up on nor an error */
    void add(boolean well, long took, long at) {
        (well ? good : others).add(took);
        failed += well ? 0 : 1;
        last = at;
    }

    /** A request that had been in flight for so long when the load was over. */
    void unfinished(long since) {
        unfinished.add(since);
    }

    /**
     * Of the good answers, over the time until the last answer or error, as a {@code LoadResult} counts them: what was not awaited ranks as if it
     * had ended with the load.
     */
    Prediction ofGood(String basis) {
        long[] times = good.build().toArray();
        return prediction(
                times,
                LongStream.concat(Arrays.stream(times), unfinished.build()).toArray(),
                basis);
    }

    /** Of all requests, failed ones among them, as {@code ab} and other tools count them. */
    Prediction ofAll(String basis) {
        long[] times = LongStream.concat(good.build(), others.build()).toArray();
        return prediction(times, times.clone(), basis);
    }

    private Prediction prediction(long[] times, long[] ranked, String basis) {
        Arrays.sort(times);
        Arrays.sort(ranked);
        return new Prediction(
                Rate.of(times.length, Duration.ofNanos(last)),
                Duration.ofNanos(Math.round(Arrays.stream(times).average().orElse(0))),
                quantile(ranked, 0.50),
                quantile(ranked, 0.95),
                quantile(ranked, 0.99),
                quantile(times, 1),
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

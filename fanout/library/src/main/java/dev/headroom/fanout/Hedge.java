package dev.headroom.fanout;

import java.time.Duration;

/**
 * When a call that has not answered is made once more: {@link Part#hedged}. Of calls whose times vary for reasons of their own
 * (a pause, a packet that was lost, a slow replica) the second is likely to be done before the first (Dean and Barroso, "The
 * Tail at Scale", 2013). Where all are slow it makes things worse; so it is made only with a permit that is free, and within
 * the downstream's {@linkplain Downstream.Builder#hedgeBudget budget}.
 */
public final class Hedge {
    static final Hedge AT_ONCE = new Hedge(0, 0);

    /** As Finagle's least: calls of microseconds are not to be hedged at each hiccup of the scheduler. */
    private static final double LEAST_NANOS = 1e6;

    private static final double MOST_NANOS = Long.MAX_VALUE / 2.0;
    private static final double STEP = 0.1;

    private final double percentile;
    private volatile double delayNanos;

    /** @param percentile 0 where the delay is fixed */
    private Hedge(double percentile, double delayNanos) {
        this.percentile = percentile;
        this.delayNanos = delayNanos;
    }

    /** @param delay from when the part asks for its permit, longer than 0; above what most calls take: their 95th percentile, say */
    public static Hedge after(Duration delay) {
        return new Hedge(0, Deadline.nanos(delay));
    }

    /**
     * After as long as this share of the calls takes, which it finds out by itself: a call that is late makes the delay longer,
     * one that is not makes it shorter, in steps as percentile to 1 - percentile (a stochastic approximation: Robbins and Monro,
     * 1951). What it has found it keeps, so make one for calls that are alike, and share it: a field, not a new one for each
     * call. Calls that failed teach it nothing, nor do those that were given up before the delay.
     *
     * @param percentile of the times that calls take with their waits, above 0 and below 1; 0.95, say
     * @param start the delay to begin with, at least 1 ms; 23 / (1 - percentile) calls make it ten times shorter, some 25
     *     late ones ten times longer
     */
    public static Hedge atPercentile(double percentile, Duration start) {
        if (!(percentile > 0 && percentile < 1)) {
            throw new IllegalArgumentException("a percentile must be above 0 and below 1, but is " + percentile);
        }
        return new Hedge(percentile, Math.max(LEAST_NANOS, Deadline.nanos(start)));
    }

    /** The delay of the moment. */
    public Duration delay() {
        return Duration.ofNanos(delayNanos());
    }

    long delayNanos() {
        return (long) delayNanos;
    }

    /** Of two calls that end at once one may be lost: they are a sample anyway. */
    void learn(boolean late) {
        if (percentile > 0) {
            double factor = late ? 1 + STEP * percentile : 1 - STEP * (1 - percentile);
            delayNanos = Math.clamp(delayNanos * factor, LEAST_NANOS, MOST_NANOS);
        }
    }

    @Override
    public String toString() {
        return "hedge after " + Text.ofNanos(delayNanos()) + (percentile > 0 ? ", percentile " + percentile : "");
    }
}

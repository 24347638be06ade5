package dev.headroom.core.model;

import java.time.Duration;
import java.util.List;

/**
 * A distribution of response times of successful requests. Percentiles are taken from one histogram of all of them,
 * never averaged.
 *
 * @param meanError half the width of the 95 % confidence interval of the mean, from batch means; zero where too few
 * @param curve the percentile plot, rising in {@code quantile} from 0 to 1
 */
public record Latency(
        long count,
        Duration mean,
        Duration meanError,
        Duration min,
        Duration p50,
        Duration p90,
        Duration p95,
        Duration p99,
        Duration p999,
        Duration max,
        List<Point> curve) {

    private static final double ROUNDING = 1e-9;

    public static final Latency NONE = new Latency(
            0,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO,
            List.of());

    public Latency {
        curve = List.copyOf(curve);
    }

    /** Whether so many were counted that at least one is beyond that quantile (0 to 1): else it is the largest by another name. */
    public boolean carries(double quantile) {
        return count * (1 - quantile) >= 1 - ROUNDING;
    }

    /** {@code quantile} of the requests (0 to 1) took at most {@code value}. */
    public record Point(double quantile, Duration value) {}
}

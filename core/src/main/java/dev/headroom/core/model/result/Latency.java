package dev.headroom.core.model.result;

import dev.headroom.core.model.Times;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A distribution of response times. Mean, extremes and curve are those of the successful requests. Quantiles are those of the requests that
 * succeeded, timed out, or were in flight when the load was over: the latter two would have taken at least as long as they were waited for,
 * and to leave them out would show the survivors as all. Quantiles are taken from one histogram, never averaged.
 *
 * @param count successful requests; where it is zero, so are mean and extremes
 * @param meanError half the width of the 95 % confidence interval of the mean, from batch means; zero where too few came, or where the
 *     response time went on changing
 * @param p50 zero, as the other quantiles, where too few requests carry it: see {@link #at}
 * @param curve the percentile plot, rising in {@code quantile} from 0 to 1
 * @param timedOut requests that the client gave up on
 * @param unfinished requests that were in flight when the load was over
 * @param givenUpAfter the shortest time for which one of these two was waited for; zero where there is none
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
        List<Point> curve,
        long timedOut,
        long unfinished,
        Duration givenUpAfter) {

    private static final double ROUNDING = 1e-9;

    public static final Latency NONE = ofMean(0, Duration.ZERO);

    public Latency {
        curve = List.copyOf(curve);
    }

    /** Of which no more is known. */
    public static Latency ofMean(long count, Duration mean) {
        Duration none = Duration.ZERO;
        return new Latency(count, mean, none, none, none, none, none, none, none, none, List.of(), 0, 0, none);
    }

    /** Quantiles that are recorded. */
    public enum Quantile {
        P50(0.5),
        P90(0.9),
        P95(0.95),
        P99(0.99),
        P999(0.999);

        private final double share;

        Quantile(double share) {
            this.share = share;
        }

        /** Of the requests, 0 to 1, that take no longer. */
        public double share() {
            return share;
        }

        /** {@code p95}, {@code p99.9}. */
        @Override
        public String toString() {
            return this == P999 ? "p99.9" : "p" + Math.round(100 * share);
        }
    }

    /** @param atLeast the request of that rank was not awaited to its end, and would have taken longer */
    public record Time(Duration value, boolean atLeast) {}

    /** Requests that quantiles are of. */
    public long ranked() {
        return count + timedOut + unfinished;
    }

    /** Whether at least one of the requests is beyond that quantile (0 to 1): else it is the largest by another name. */
    public boolean carries(double quantile) {
        return carries(ranked(), quantile);
    }

    /** Whether {@code count} requests have at least one beyond that quantile (0 to 1). */
    public static boolean carries(long count, double quantile) {
        return count * (1 - quantile) >= 1 - ROUNDING;
    }

    /** Of the {@link #ranked()} requests; empty where they are too few for it. */
    public Optional<Time> at(Quantile quantile) {
        Duration value = switch (quantile) {
            case P50 -> p50;
            case P90 -> p90;
            case P95 -> p95;
            case P99 -> p99;
            case P999 -> p999;
        };
        return carries(quantile.share) && value.isPositive()
                ? Optional.of(new Time(value, ranked() > count && value.compareTo(givenUpAfter) >= 0))
                : Optional.empty();
    }

    /** Mean of the successful requests; empty where there is none. */
    public Optional<Time> average() {
        return count > 0 ? Optional.of(new Time(mean, false)) : Optional.empty();
    }

    /** Standard deviation of the successful requests, seconds, as the curve tells it; empty where it has no two points. */
    public OptionalDouble deviation() {
        if (curve.size() < 2) {
            return OptionalDouble.empty();
        }
        double squares = 0;
        for (int i = 1; i < curve.size(); i++) {
            double share = curve.get(i).quantile() - curve.get(i - 1).quantile();
            double off = (Times.seconds(curve.get(i - 1).value())
                                    + Times.seconds(curve.get(i).value()))
                            / 2
                    - Times.seconds(mean);
            squares += share * off * off;
        }
        return OptionalDouble.of(Math.sqrt(squares));
    }

    /** The longest of the {@link #ranked()} requests; empty where there is none. */
    public Optional<Time> longest() {
        return ranked() > count
                ? Optional.of(new Time(Times.longer(max, givenUpAfter), true))
                : count > 0 ? Optional.of(new Time(max, false)) : Optional.empty();
    }

    /** {@code quantile} of the successful requests (0 to 1) took at most {@code value}. */
    public record Point(double quantile, Duration value) {}
}

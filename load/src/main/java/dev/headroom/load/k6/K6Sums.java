package dev.headroom.load.k6;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;

/** What metrics of k6's have come to, as k6 itself counts them: {@code http_req_duration} of all requests, whatever became of them, and checks. */
final class K6Sums {

    private static final int DIGITS = 3;
    private static final double MICROS = 1000;

    private final Histogram micros = new PackedHistogram(DIGITS);
    private double sum;
    private double least = Double.POSITIVE_INFINITY;
    private double greatest;
    private long checks;
    private long held;

    /** @param millis without what came before it was sent */
    void request(double millis) {
        micros.recordValue(Math.round(MICROS * millis));
        sum += millis;
        least = Math.min(least, millis);
        greatest = Math.max(greatest, millis);
    }

    void check(boolean holds) {
        checks++;
        held += holds ? 1 : 0;
    }

    void add(K6Sums other) {
        micros.add(other.micros);
        sum += other.sum;
        least = Math.min(least, other.least);
        greatest = Math.max(greatest, other.greatest);
        checks += other.checks;
        held += other.held;
    }

    long requests() {
        return micros.getTotalCount();
    }

    double mean() {
        return sum / requests();
    }

    double least() {
        return least;
    }

    double greatest() {
        return greatest;
    }

    /** @param percentile 0 to 100 */
    double at(double percentile) {
        return Math.min(greatest, micros.getValueAtPercentile(percentile) / MICROS);
    }

    long checks() {
        return checks;
    }

    /** 0 to 1. */
    double shareOfChecks() {
        return (double) held / checks;
    }
}

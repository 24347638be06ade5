package dev.headroom.probe.watch;

import dev.headroom.core.statistics.Thresholds;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.function.DoublePredicate;

/**
 * A number that is reached in most looks and passed in none: a bound, whatever sets it. A count that varies by chance passes its median in
 * nearly half of them.
 */
final class CountBound {

    /** Share of looks (0 to 1) with more than a bound allows: whoever gives back has left the count and not yet the line. */
    private static final double RARELY = 0.05;

    /** Share of looks (0 to 1) in which a bound is reached, and mean over bound. In the others somebody was woken and had no core yet. */
    private static final double MOSTLY = 0.5;

    private static final double NEARLY_FULL = 0.9;

    /** To the next whole number. */
    static final double HALF = 0.5;

    /** Standard errors that a mean may be off. */
    private static final double SIGMAS = 2;

    /** Counts are sums of estimated weights where not every thread was walked. */
    private static final double WHOLE = 0.2;

    private CountBound() {}

    /** @param counts look by look; empty where they show no bound */
    static OptionalInt of(double[] counts) {
        if (counts.length == 0) {
            return OptionalInt.empty();
        }
        int most = median(counts);
        boolean bound = most >= 1
                && share(counts, count -> count > most + WHOLE) <= RARELY
                && share(counts, count -> count >= most - WHOLE) >= MOSTLY
                && mean(counts) >= NEARLY_FULL * most;
        return bound ? OptionalInt.of(most) : OptionalInt.empty();
    }

    /**
     * The same of threads that are looked at one after another: of two, of which the second takes what the first gives back, both may be counted, or neither, and one is as
     * likely as the other. So the bound is what most looks show, and their mean is that and no other number by its error. Of what is not full all the while the bound is passed down from it more often than up.
     */
    static OptionalInt usual(double[] counts) {
        int usual = median(counts);
        return usual >= 1 && reached(usual, counts) >= MOSTLY && Math.abs(mean(counts) - usual) + error(counts) < HALF
                ? OptionalInt.of(usual)
                : OptionalInt.empty();
    }

    private static int median(double[] counts) {
        double[] sorted = counts.clone();
        Arrays.sort(sorted);
        return counts.length == 0 ? 0 : (int) Math.rint(sorted[sorted.length / 2]);
    }

    static double mean(double[] counts) {
        return Arrays.stream(counts).average().orElse(0);
    }

    /** What their mean may be off, by chance. */
    static double error(double[] counts) {
        double mean = mean(counts);
        double squares = Arrays.stream(counts)
                .map(count -> (count - mean) * (count - mean))
                .sum();
        return SIGMAS * Math.sqrt(squares / (counts.length - 1) / counts.length);
    }

    /**
     * The same where they are so few that they may be alike by chance: as if each of those counted came and went by itself, at the least. Fewer than tell how much they differ may be off by much more,
     * and none by anything.
     */
    static double errorOfFew(double[] counts) {
        if (counts.length == 0) {
            return Double.POSITIVE_INFINITY;
        }
        double atRandom = Math.sqrt(mean(counts) / counts.length);
        return counts.length < Thresholds.FEWEST
                ? 2 * Thresholds.SIGMAS * atRandom
                : Math.max(error(counts), SIGMAS * atRandom);
    }

    /** Share of looks (0 to 1) with just so many. */
    static double reached(int bound, double[] counts) {
        return share(counts, count -> Math.abs(count - bound) <= WHOLE);
    }

    private static double share(double[] counts, DoublePredicate which) {
        return Arrays.stream(counts).filter(which).count() / (double) counts.length;
    }
}

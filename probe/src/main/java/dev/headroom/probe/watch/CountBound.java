package dev.headroom.probe.watch;

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

    /** Counts are sums of estimated weights where not every thread was walked. */
    private static final double WHOLE = 0.2;

    private CountBound() {}

    /** @param counts look by look; empty where they show no bound */
    static OptionalInt of(double[] counts) {
        if (counts.length == 0) {
            return OptionalInt.empty();
        }
        double[] sorted = counts.clone();
        Arrays.sort(sorted);
        int most = (int) Math.rint(sorted[sorted.length / 2]);
        boolean bound = most >= 1
                && share(counts, count -> count > most + WHOLE) <= RARELY
                && share(counts, count -> count >= most - WHOLE) >= MOSTLY
                && Arrays.stream(counts).average().orElse(0) >= NEARLY_FULL * most;
        return bound ? OptionalInt.of(most) : OptionalInt.empty();
    }

    /** Share of looks (0 to 1) with just so many. */
    static double reached(int bound, double[] counts) {
        return share(counts, count -> Math.abs(count - bound) <= WHOLE);
    }

    private static double share(double[] counts, DoublePredicate which) {
        return Arrays.stream(counts).filter(which).count() / (double) counts.length;
    }
}

package dev.headroom.core.laws;

import org.hipparchus.stat.StatUtils;

/**
 * Where the beginning of a series ends, by the marginal standard error rule: leave out as many of the first values as make the standard
 * error of the mean of the others smallest, but never more than half of all (MSER; White, "An effective truncation heuristic for bias
 * reduction in simulation output", Simulation 69, 1997).
 */
public final class InitialTransient {

    /** Fewer values show no beginning. */
    private static final int FEWEST = 5;

    private InitialTransient() {}

    /** How many of the first values belong to the beginning; 0 where there are too few to tell. */
    public static int length(double[] values) {
        if (values.length < FEWEST) {
            return 0;
        }
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int left = 0; left <= values.length / 2; left++) {
            int rest = values.length - left;
            double error = StatUtils.populationVariance(values, left, rest) / rest;
            if (error < least) {
                least = error;
                best = left;
            }
        }
        return best;
    }
}

package dev.headroom.core.laws;

import java.util.stream.IntStream;
import org.hipparchus.distribution.discrete.PoissonDistribution;
import org.hipparchus.special.Beta;
import org.hipparchus.util.CombinatoricsUtils;

/**
 * Events that know nothing of one another (S. D. Poisson 1837): what a count of few tells. A count of at least {@value #RECURRING} lies above all that are likely
 * where one is expected (one-sided, 97.5 %; F. Garwood, "Fiducial Limits for the Poisson Distribution", Biometrika 28, 1936). The number of customers in a system without a limit
 * is distributed so (M/G/infinity; L. Kleinrock, "Queueing Systems", volume 1, 1975, chapter 3).
 */
public final class Poisson {

    /** So many lie above all that are likely where one is expected. */
    private static final int RECURRING = 4;

    /** In means: of what is farther the probability is nothing. */
    private static final int FARTHEST = 10;

    /** Between two means that are tried. */
    private static final double STEP = 0.05;

    private Poisson() {}

    /** The probability that so many independent counts with that mean are all alike: the sum over j of p(j)^counts. */
    public static double alike(int mean, int counts) {
        PoissonDistribution each = new PoissonDistribution(mean);
        return IntStream.rangeClosed(0, FARTHEST * mean)
                .mapToDouble(j -> Math.pow(each.probability(j), counts))
                .sum();
    }

    /** The probability that of so many independent counts with that mean as many at least are just that mean, than which no number is likelier. */
    public static double mostly(int mean, int counts, int alike) {
        double p = new PoissonDistribution(mean).probability(mean);
        return atLeast(alike, counts, p, 1 - p);
    }

    /**
     * The probability that of so many independent counts with one mean, whichever makes it the likeliest, no more than {@code none} are 0, and as
     * many at least are just 1.
     */
    public static double floorOfOne(int counts, int none, int one) {
        double likeliest = 0;
        for (double mean = STEP; mean <= FARTHEST; mean += STEP) {
            double below = Math.exp(-mean);
            double at = mean * below;
            double floor = 0;
            for (int b = 0; b <= none; b++) {
                floor += CombinatoricsUtils.binomialCoefficientDouble(counts, b)
                        * Math.pow(below, b)
                        * atLeast(one, counts - b, at, Math.max(0, 1 - below - at));
            }
            likeliest = Math.max(likeliest, floor);
        }
        return likeliest;
    }

    /** Of so many, as many at least are of one sort and all others of the other: the tail of a binomial distribution, where all are of either. */
    private static double atLeast(int some, int all, double one, double other) {
        double either = Math.pow(one + other, all);
        if (some == 0 || some > all) {
            return some == 0 ? either : 0;
        }
        return either * Beta.regularizedBeta(one / (one + other), some, all - some + 1.0);
    }

    /** Whether so many events in a window mean that at least one is to be expected in each such window. */
    public static boolean recurs(long count) {
        return count >= RECURRING;
    }
}

package dev.headroom.core.laws;

/**
 * Events that know nothing of one another (S. D. Poisson 1837): what a count of few tells. A count of at least 4 lies above all that are likely
 * where one is expected (one-sided, 97.5 %; F. Garwood, "Fiducial Limits for the Poisson Distribution", Biometrika 28, 1936). The number of customers in a system without a limit
 * is distributed so (M/G/infinity; L. Kleinrock, "Queueing Systems", volume 1, 1975, chapter 3).
 */
public final class Poisson {

    /** Half of what an interval of 95 % leaves out. */
    private static final double UNLIKELY = 0.025;

    /** In means: of what is farther the probability is nothing. */
    private static final int FARTHEST = 10;

    private Poisson() {}

    /** The probability that so many independent counts with that mean are all alike: the sum over j of p(j)^counts. */
    public static double alike(int mean, int counts) {
        double p = Math.exp(-mean);
        double alike = Math.pow(p, counts);
        for (int j = 1; j <= FARTHEST * mean; j++) {
            p *= (double) mean / j;
            alike += Math.pow(p, counts);
        }
        return alike;
    }

    /** Whether so many events in a window mean that at least one is to be expected in each such window. */
    public static boolean recurs(long count) {
        double below = 0;
        double term = Math.exp(-1);
        for (long each = 0; each < count && 1 - below > UNLIKELY; each++) {
            below += term;
            term /= each + 1;
        }
        return 1 - below <= UNLIKELY;
    }
}

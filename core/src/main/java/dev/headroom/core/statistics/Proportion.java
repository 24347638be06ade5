package dev.headroom.core.statistics;

import org.hipparchus.special.Beta;

/**
 * So many of so many. The bounds are exact: whatever the true share is, no more than one in twenty such counts has it beyond a bound of 95 %
 * (Clopper and Pearson, "The Use of Confidence or Fiducial Limits Illustrated in the Case of the Binomial", Biometrika 26, 1934). Each bound is
 * one-sided.
 *
 * @param count of those that are as asked
 * @param of all
 */
public record Proportion(long count, long of) {

    private static final int HALVINGS = 60;

    public Proportion {
        if (count < 0 || of < count) {
            throw new IllegalArgumentException(count + " of " + of);
        }
    }

    /** NaN of none. */
    public double share() {
        return (double) count / of;
    }

    /**
     * The share is at least this.
     *
     * @param confidence such as 0.95
     */
    public double atLeast(double confidence) {
        return count == 0 ? 0 : quantile(1 - confidence, count, of - count + 1.0);
    }

    /** The share is at most this. */
    public double atMost(double confidence) {
        return count == of ? 1 : quantile(confidence, count + 1.0, (double) of - count);
    }

    /** Of the beta distribution. */
    private static double quantile(double share, double alpha, double beta) {
        double low = 0;
        double high = 1;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (Beta.regularizedBeta(middle, alpha, beta) < share) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }
}

package dev.headroom.core.statistics;

import org.hipparchus.distribution.continuous.BetaDistribution;

/**
 * So many of so many. The bounds are exact: whatever the true share is, no more than one in twenty such counts has it beyond a bound of 95 %
 * (Clopper and Pearson, "The Use of Confidence or Fiducial Limits Illustrated in the Case of the Binomial", Biometrika 26, 1934). Each bound is
 * one-sided.
 *
 * @param count of those that are as asked
 * @param of all
 */
public record Proportion(long count, long of) {

    public Proportion {
        if (count < 0 || of < count) {
            throw new IllegalArgumentException(count + " of " + of);
        }
    }

    /** As it was counted, 0 to 1; 0 of none. */
    public double share() {
        return of == 0 ? 0 : (double) count / of;
    }

    /**
     * The share is at least this.
     *
     * @param confidence such as 0.95
     */
    public double atLeast(double confidence) {
        return count == 0
                ? 0
                : new BetaDistribution(count, of - count + 1.0).inverseCumulativeProbability(1 - confidence);
    }

    public double atMost(double confidence) {
        return count == of ? 1 : new BetaDistribution(count + 1.0, of - count).inverseCumulativeProbability(confidence);
    }
}

package dev.headroom.core.laws;

import org.hipparchus.distribution.continuous.TDistribution;

/**
 * The 97.5 % point of Student's t distribution, by which an interval of 95 % about a mean of few values is wider than the 1.96 standard
 * errors of many (Student, "The Probable Error of a Mean", Biometrika 6, 1908).
 */
public final class StudentT {

    /** The same of as many as one likes, in standard deviations of a normal distribution. */
    public static final double NORMAL = 1.959964;

    private StudentT() {}

    /** Infinite without a degree of freedom: one value has no interval. */
    public static double of(long degreesOfFreedom) {
        return degreesOfFreedom < 1
                ? Double.POSITIVE_INFINITY
                : new TDistribution(degreesOfFreedom).inverseCumulativeProbability(0.975);
    }

    /**
     * Half the width of the 95 % interval of the mean of {@code count} values, in their unit; NaN for fewer than two.
     *
     * @param sum of the values
     * @param squares their squares, added up
     */
    public static double halfWidth(long count, double sum, double squares) {
        if (count < 2) {
            return Double.NaN;
        }
        double mean = sum / count;
        double variance = Math.max(0, (squares - count * mean * mean) / (count - 1));
        return of(count - 1) * Math.sqrt(variance / count);
    }
}

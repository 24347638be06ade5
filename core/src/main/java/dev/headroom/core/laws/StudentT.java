package dev.headroom.core.laws;

/**
 * The 97.5 % point of Student's t distribution, by which an interval of 95 % about a mean of few values is wider than the 1.96 standard
 * errors of many (Student, "The Probable Error of a Mean", Biometrika 6, 1908). Tabulated up to 14 degrees of freedom; beyond them the
 * expansion of Abramowitz and Stegun 26.7.5, good to 0.001.
 */
public final class StudentT {

    private static final double[] FEW = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145
    };

    /** The same of as many as one likes, in standard deviations of a normal distribution. */
    public static final double NORMAL = 1.959964;

    private StudentT() {}

    /** Infinite without a degree of freedom: one value has no interval. */
    public static double of(long degreesOfFreedom) {
        if (degreesOfFreedom < 1) {
            return Double.POSITIVE_INFINITY;
        }
        if (degreesOfFreedom <= FEW.length) {
            return FEW[(int) degreesOfFreedom - 1];
        }
        double z = NORMAL;
        double z3 = z * z * z;
        double z5 = z3 * z * z;
        double df = degreesOfFreedom;
        return z + (z3 + z) / (4 * df) + (5 * z5 + 16 * z3 + 3 * z) / (96 * df * df);
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

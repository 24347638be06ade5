package dev.headroom.core.laws;

import java.util.Collection;
import org.hipparchus.stat.StatUtils;

/**
 * The mean of a few values that know nothing of one another, as figures of several runs are.
 *
 * @param count of values
 * @param mean in their unit
 * @param variance of the values (not of their mean), in their unit squared; 0 for a single one
 */
public record SampleMean(int count, double mean, double variance) {

    public static SampleMean of(Collection<Double> values) {
        double[] all = values.stream().mapToDouble(each -> each).toArray();
        return new SampleMean(all.length, StatUtils.mean(all), StatUtils.variance(all));
    }

    /** One standard error of the mean, in the unit of the values; 0 for a single one. */
    public double error() {
        return Math.sqrt(variance / count);
    }

    /** Half the width of the 95 % interval of the mean (Student 1908); NaN for fewer than two values. */
    public double halfWidth() {
        return count < 2 ? Double.NaN : StudentT.of(count - 1) * error();
    }

    /**
     * Half the width of the 95 % interval of the difference to another mean, whose values may vary more or less (Welch, "The Generalization
     * of 'Student's' Problem", Biometrika 34, 1947); NaN where either has fewer than two values.
     */
    public double halfWidthOfDifference(SampleMean other) {
        if (count < 2 || other.count < 2) {
            return Double.NaN;
        }
        double own = variance / count;
        double others = other.variance / other.count;
        double sum = own + others;
        if (sum == 0) {
            return 0;
        }
        double degrees = sum * sum / (own * own / (count - 1) + others * others / (other.count - 1));
        return StudentT.of((long) degrees) * Math.sqrt(sum);
    }

    /** Whether the two differ by more than runs of the same thing do: false where that is not known, too. */
    public boolean differsFrom(SampleMean other) {
        return Math.abs(mean - other.mean) > halfWidthOfDifference(other);
    }
}

package dev.headroom.cli.generated;

import dev.headroom.core.laws.StudentT;
import java.util.List;

/**
 * Successful responses per second in stretches of equal length, one after the other.
 *
 * @param error standard error of the mean; relative
 */
record Sample(double mean, double error, int count) {

    private static final double NORMAL = 1.959964;

    static Sample of(List<Double> batches) {
        double mean =
                batches.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
        double squares =
                batches.stream().mapToDouble(one -> (one - mean) * (one - mean)).sum();
        int count = batches.size();
        return new Sample(mean, Math.sqrt(squares / (count - 1) / count) / mean, count);
    }

    /** d ln X / d ln m from here to there. Where both were drawn from the same times the interval is too wide rather than too narrow. */
    Estimate elasticity(Sample raised, double factor) {
        double step = Math.log(factor);
        double value = Math.log(raised.mean / mean) / step;
        double half = StudentT.of(count + raised.count - 2L) * Math.hypot(error, raised.error) / step;
        return new Estimate(value, value - half, value + half);
    }

    /** Half the width of the 95 % interval, relative. */
    double halfWidth() {
        return NORMAL * error;
    }
}

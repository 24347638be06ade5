package dev.headroom.harness.truth;

import dev.headroom.core.laws.StudentT;
import java.util.List;

/** Successful responses per second in stretches of equal length, one after the other. */
record Sample(List<Double> batches) {

    double mean() {
        return batches.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    /**
     * d ln X / d ln m from here to there, with its interval of 95 %. Batch is held against batch: both services drew the same times and saw the
     * same arrivals, so that much of the chance is in both.
     */
    Estimate elasticity(Sample raised, double factor) {
        double step = Math.log(factor);
        double value = Math.log(raised.mean() / mean()) / step;
        int pairs = Math.min(batches.size(), raised.batches.size());
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < pairs; i++) {
            double difference = raised.batches.get(i) / raised.mean() - batches.get(i) / mean();
            sum += difference;
            squares += difference * difference;
        }
        double half = StudentT.halfWidth(pairs, sum, squares) / step;
        return new Estimate(value, value - half, value + half);
    }
}

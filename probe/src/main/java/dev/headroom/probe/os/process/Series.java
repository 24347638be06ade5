package dev.headroom.probe.os.process;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A figure that was read now and then.
 *
 * @param times seconds
 */
public record Series(double[] times, double[] values) {

    /** That figure of each reading, at its time. */
    public static <T> Series of(List<T> readings, ToDoubleFunction<T> at, ToDoubleFunction<T> figure) {
        return new Series(
                readings.stream().mapToDouble(at).toArray(),
                readings.stream().mapToDouble(figure).toArray());
    }

    public double mean() {
        return Arrays.stream(values).average().orElse(0);
    }

    public double max() {
        return Arrays.stream(values).max().orElse(0);
    }

    /** Change per second by least squares. */
    public double slope() {
        double meanTime = Arrays.stream(times).average().orElse(0);
        double meanValue = mean();
        double cross = 0;
        double square = 0;
        for (int i = 0; i < times.length; i++) {
            cross += (times[i] - meanTime) * (values[i] - meanValue);
            square += (times[i] - meanTime) * (times[i] - meanTime);
        }
        return square == 0 ? 0 : cross / square;
    }
}

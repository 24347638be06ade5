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

    /** By how much it grew between two times, each read on the straight line through the readings around it: beyond either end it stands still; 0 where there is none. */
    public double grown(double from, double to) {
        return times.length == 0 ? 0 : at(to) - at(from);
    }

    private double at(double time) {
        int after = 0;
        while (after < times.length && times[after] < time) {
            after++;
        }
        if (after == 0 || after == times.length) {
            return values[after == 0 ? 0 : after - 1];
        }
        double part = (time - times[after - 1]) / (times[after] - times[after - 1]);
        return values[after - 1] + part * (values[after] - values[after - 1]);
    }
}

package dev.headroom.probe.watch;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.os.process.Readings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;

/**
 * What each look counts for in a mean over a window: the time that it is nearest to, in seconds. Looks are cheaper, and so
 * come more often, while little goes on; counted alike they would make a pool look less busy than it was.
 */
final class OverTime {

    private OverTime() {}

    static List<Snapshot> within(List<Snapshot> looks, Window window) {
        return looks.stream()
                .filter(look ->
                        !look.at().isBefore(window.start()) && !look.at().isAfter(window.end()))
                .toList();
    }

    /** Since the window began. */
    static double seconds(Instant at, Window window) {
        return Times.seconds(Duration.between(window.start(), at));
    }

    /** Seconds since the window began, of each look. */
    static double[] times(List<Snapshot> looks, Window window) {
        return looks.stream().mapToDouble(look -> seconds(look.at(), window)).toArray();
    }

    /** By how much a counter grew in the window. */
    static double grown(List<Snapshot> looks, Window window, ToDoubleFunction<Snapshot> counter) {
        return Readings.grown(looks, look -> seconds(look.at(), window), counter, 0, Times.seconds(window.length()));
    }

    /**
     * @param times in order, seconds since the window began
     * @param length of the window, seconds
     */
    static double[] weights(double[] times, double length) {
        double[] weights = new double[times.length];
        for (int i = 0; i < times.length; i++) {
            double from = i == 0 ? 0 : Math.max(0, (times[i - 1] + times[i]) / 2);
            double to = i + 1 == times.length ? length : Math.min(length, (times[i] + times[i + 1]) / 2);
            weights[i] = Math.max(0, to - from);
        }
        return weights;
    }

    /** Weighted mean of a figure of each look, by its number; 0 where none counts. */
    static double mean(double[] weights, IntToDoubleFunction figure) {
        double sum = 0;
        double all = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += weights[i] * figure.applyAsDouble(i);
            all += weights[i];
        }
        return all > 0 ? sum / all : 0;
    }
}

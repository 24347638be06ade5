package dev.headroom.probe.watch;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.os.process.Series;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What each look counts for in a mean over a window: the time that it is nearest to, in seconds. Looks are cheaper, and so
 * come more often, while little goes on; counted alike they would make a pool look less busy than it was.
 */
final class OverTime {

    /** Of the longest gap between looks around it, so much of a gap counts for the look at either end: in the rest nobody looked. */
    private static final double MOST_OF_A_GAP = 4;

    /** Gaps on either side of it. */
    private static final int AROUND = 3;

    private OverTime() {}

    static List<Snapshot> within(List<Snapshot> looks, Window window) {
        return looks.stream().filter(look -> window.holds(look.at())).toList();
    }

    /** Since the window began. */
    static double seconds(Instant at, Window window) {
        return Times.seconds(Duration.between(window.start(), at));
    }

    /** Seconds since the window began, of each look. */
    static double[] times(List<Snapshot> looks, Window window) {
        return looks.stream().mapToDouble(look -> seconds(look.at(), window)).toArray();
    }

    static double grown(List<Snapshot> looks, Window window, ToDoubleFunction<Snapshot> counter) {
        return Series.of(looks, look -> seconds(look.at(), window), counter).grown(0, window.seconds());
    }

    /**
     * The first and the last stand for no more time before and after them than between them and the next: where looks stopped in the middle, nobody knows of the rest. So it is
     * where they stopped for a while.
     *
     * @param times in order, seconds since the window began
     * @param length of the window, seconds
     */
    static double[] weights(double[] times, double length) {
        int last = times.length - 1;
        double[] weights = new double[times.length];
        for (int i = 0; i <= last; i++) {
            double before = half(times, i > 0 ? i - 1 : i, length);
            double after = half(times, i < last ? i : i - 1, length);
            weights[i] = Math.max(0, Math.min(length, times[i] + after) - Math.max(0, times[i] - before));
        }
        return weights;
    }

    /** Of the gap after that look; all of the window where there is but one. */
    private static double half(double[] times, int look, double length) {
        if (look < 0 || look + 1 >= times.length) {
            return length;
        }
        double around = IntStream.rangeClosed(Math.max(0, look - AROUND), Math.min(times.length - 2, look + AROUND))
                .filter(other -> other != look)
                .mapToDouble(other -> gap(times, other))
                .max()
                .orElse(Double.POSITIVE_INFINITY);
        return Math.min(gap(times, look) / 2, MOST_OF_A_GAP * around);
    }

    private static double gap(double[] times, int look) {
        return times[look + 1] - times[look];
    }

    static double mean(List<Snapshot> looks, Window window, ToDoubleFunction<Snapshot> figure) {
        double[] weights = weights(times(looks, window), window.seconds());
        return mean(weights, look -> figure.applyAsDouble(looks.get(look)));
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

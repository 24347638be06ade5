package dev.headroom.report.html;

import dev.headroom.core.model.result.LoadResult.Second;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The seconds of a run as a plot can show them: at most {@value #MAX_POINTS}. Beyond that neighbours stand together, with their mean counts,
 * and the response times of the slowest of them, since percentiles are never averaged and a peak is what a reader looks for.
 */
final class SecondSeries {

    private static final int MAX_POINTS = 600;

    private SecondSeries() {}

    static List<Second> of(List<Second> seconds) {
        int width = Math.max(1, Math.ceilDiv(seconds.size(), MAX_POINTS));
        List<Second> points = new ArrayList<>();
        for (int i = 0; i < seconds.size(); i += width) {
            points.add(together(seconds.subList(i, Math.min(seconds.size(), i + width))));
        }
        return points;
    }

    private static Second together(List<Second> some) {
        if (some.size() == 1) {
            return some.getFirst();
        }
        Second slowest = some.stream()
                .filter(second -> second.succeeded() > 0)
                .max(Comparator.comparingDouble(Second::p95Millis))
                .orElse(some.getFirst());
        return new Second(
                some.getFirst().second(),
                mean(some, Second::started),
                mean(some, Second::succeeded),
                mean(some, Second::failed),
                some.getLast().inFlight(),
                slowest.meanMillis(),
                slowest.p50Millis(),
                slowest.p95Millis(),
                slowest.maxMillis());
    }

    /** Rounded up: an error in one of them is not lost. */
    private static long mean(List<Second> some, ToLongFunction<Second> count) {
        return Math.ceilDiv(some.stream().mapToLong(count).sum(), some.size());
    }
}

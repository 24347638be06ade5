package dev.headroom.core.diagnosis;

import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.LoadResult.Second;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Observation.Window;
import dev.headroom.core.model.Times;
import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What the load generator counted in the window of an observation. A second of its series that lies partly in the
 * window counts in part, as if its answers were spread evenly over it.
 *
 * @param throughput X: good answers per second; its error is that of the mean of whole seconds, and of one answer at
 *     the window's edge
 * @param succeeded good answers in the window
 * @param failed the others
 * @param inFlight mean number of requests due or sent, and not answered
 * @param growth change of the number in flight per second, from the second to the last quarter of the window: the
 *     first quarter holds the filling of an empty service, which is no backlog
 * @param response mean response time of the answers in the window, seconds; NaN where none came
 * @param seconds whole seconds of the series inside the window
 */
record Counted(
        Measure throughput,
        double succeeded,
        double failed,
        double inFlight,
        double growth,
        double response,
        List<Second> seconds) {

    private static final double WHOLE = 0.999;
    private static final double NORMAL_95 = 1.96;
    private static final int FEWEST_SECONDS = 3;

    static Counted in(Window window, LoadResult result) {
        double from = Times.seconds(Duration.between(result.startedAt(), window.start()));
        double length = Times.seconds(window.length());
        Cut cut = new Cut(result.series(), from, from + length);
        if (result.series().isEmpty() || length <= 0) {
            Measure overall = new Measure(
                    result.throughput().perSecond(), Double.NaN, "the load generator's count over the whole run");
            return new Counted(
                    overall,
                    result.succeeded(),
                    result.failed(),
                    0,
                    0,
                    Times.seconds(result.latency().mean()),
                    List.of());
        }
        double succeeded = cut.sum(Second::succeeded);
        double failed = cut.sum(Second::failed);
        List<Second> whole = result.series().stream()
                .filter(second -> cut.share(second) >= WHOLE)
                .toList();
        Measure throughput = new Measure(
                succeeded / length,
                Math.hypot(errorOfMean(whole), 1 / length),
                "good answers that the load generator counted in " + whole.size() + " whole seconds of the window");
        Cut second = new Cut(result.series(), from + length / 4, from + length / 2);
        Cut last = new Cut(result.series(), from + length * 3 / 4, from + length);
        double growth = (last.mean(Second::inFlight) - second.mean(Second::inFlight)) / (length / 2);
        return new Counted(
                throughput,
                succeeded,
                failed,
                cut.mean(Second::inFlight),
                Double.isFinite(growth) ? growth : 0,
                succeeded > 0 ? cut.sum(one -> one.succeeded() * one.meanMillis()) / succeeded / 1e3 : Double.NaN,
                whole);
    }

    /** Answers that were none, over all answers. */
    double failedShare() {
        double all = succeeded + failed;
        return all > 0 ? failed / all : 0;
    }

    private static double errorOfMean(List<Second> seconds) {
        if (seconds.size() < FEWEST_SECONDS) {
            return Double.NaN;
        }
        double mean = seconds.stream().mapToDouble(Second::succeeded).average().orElse(0);
        double squares = seconds.stream()
                .mapToDouble(second -> Math.pow(second.succeeded() - mean, 2))
                .sum();
        return NORMAL_95 * Math.sqrt(squares / (seconds.size() - 1) / seconds.size());
    }

    /** A stretch of the run, in seconds since the counted load began. */
    private record Cut(List<Second> series, double from, double to) {

        double share(Second second) {
            return Math.max(0, Math.min(to, second.second() + 1) - Math.max(from, second.second()));
        }

        double sum(ToDoubleFunction<Second> value) {
            return series.stream()
                    .filter(second -> share(second) > 0)
                    .mapToDouble(second -> share(second) * value.applyAsDouble(second))
                    .sum();
        }

        double mean(ToDoubleFunction<Second> value) {
            double all = sum(second -> 1);
            return all > 0 ? sum(value) / all : Double.NaN;
        }
    }
}

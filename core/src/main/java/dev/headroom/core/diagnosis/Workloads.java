package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Baseline;
import dev.headroom.core.model.Load;
import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.LoadResult.Second;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Observation.Window;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.Workload;
import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What the load generator counted, as a {@link Workload}. */
final class Workloads {

    private static final double WHOLE = 0.999;
    private static final double NORMAL_95 = 1.96;
    private static final int FEWEST_SECONDS = 3;

    private Workloads() {}

    static Workload of(Measurement measured) {
        Workload counted = counted(measured.load(), measured.observation().window(), measured.result());
        return new Workload(
                counted.arrivals(),
                counted.throughput(),
                Served.of(counted, measured),
                counted.inFlight(),
                counted.growth(),
                counted.response(),
                counted.failedShare(),
                counted.seconds());
    }

    /** One user that does not think. */
    static Workload unloaded(Baseline baseline, Observation seen) {
        Measure response = baseline.response();
        double rate = 1 / response.value();
        Measure throughput = new Measure(rate, rate * response.error() / response.value(), "one user, 1 / R0");
        double seconds = Times.seconds(seen.window().length());
        return new Workload(new Workload.Closed(1, 0), throughput, throughput, 1, 0, response.value(), 0, seconds);
    }

    /** A second of the series that lies partly in the window counts in part, as if its responses were spread evenly over it. */
    static Workload counted(Load load, Window window, LoadResult result) {
        Workload.Arrivals arrivals = arrivals(load);
        double from = Times.seconds(Duration.between(result.startedAt(), window.start()));
        double length = Times.seconds(window.length());
        Cut cut = new Cut(result.series(), from, from + length);
        if (result.series().isEmpty() || length <= 0) {
            Measure overall = new Measure(
                    result.throughput().perSecond(), Double.NaN, "the load generator's count over the whole run");
            double failed = result.requests() > 0 ? (double) result.failed() / result.requests() : 0;
            return new Workload(
                    arrivals,
                    overall,
                    overall,
                    0,
                    0,
                    Times.seconds(result.latency().mean()),
                    failed,
                    length);
        }
        double succeeded = cut.sum(Second::succeeded);
        double failed = cut.sum(Second::failed);
        List<Second> whole = wholeSeconds(window, result);
        Measure throughput = new Measure(
                succeeded / length,
                Math.hypot(errorOfMean(whole), 1 / length),
                "successful responses that the load generator counted in " + whole.size()
                        + " whole seconds of the window");
        return new Workload(
                arrivals,
                throughput,
                throughput,
                cut.mean(Second::inFlight),
                growth(result, from, length),
                succeeded > 0 ? cut.sum(one -> one.succeeded() * one.meanMillis()) / succeeded / 1e3 : Double.NaN,
                succeeded + failed > 0 ? failed / (succeeded + failed) : 0,
                length);
    }

    /** Seconds of the series that lie in the window from their beginning to their end. */
    static List<Second> wholeSeconds(Window window, LoadResult result) {
        double from = Times.seconds(Duration.between(result.startedAt(), window.start()));
        Cut cut = new Cut(result.series(), from, from + Times.seconds(window.length()));
        return result.series().stream()
                .filter(second -> cut.share(second) >= WHOLE)
                .toList();
    }

    /** Failed responses per second in the window. */
    static double failed(Window window, LoadResult result) {
        double from = Times.seconds(Duration.between(result.startedAt(), window.start()));
        double length = Times.seconds(window.length());
        return length > 0 ? new Cut(result.series(), from, from + length).sum(Second::failed) / length : 0;
    }

    /** From the second to the last quarter of the window: the first holds the filling of an empty service, which is no backlog. */
    private static double growth(LoadResult result, double from, double length) {
        Cut second = new Cut(result.series(), from + length / 4, from + length / 2);
        Cut last = new Cut(result.series(), from + length * 3 / 4, from + length);
        double growth = (last.mean(Second::inFlight) - second.mean(Second::inFlight)) / (length / 2);
        return Double.isFinite(growth) ? growth : 0;
    }

    private static Workload.Arrivals arrivals(Load load) {
        return switch (load) {
            case Load.Open open -> new Workload.Open(open.rate().perSecond());
            case Load.Closed closed -> new Workload.Closed(closed.users(), Times.seconds(closed.thinkTime()));
        };
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

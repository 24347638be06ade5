package dev.headroom.report.html;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Point;
import dev.headroom.core.model.experiment.Physics;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Sample;
import dev.headroom.core.model.result.Diagnosed;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.LoadResult.Second;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.text.MoveWords;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Gatherers;
import tools.jackson.databind.json.JsonMapper;

/**
 * The figures behind the plots, column by column, as JSON that may stand inside a {@code <script>} element: no
 * {@code <} is left in it, so no text of a service can end the element. Times in seconds, response times in
 * milliseconds.
 */
final class ChartData {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final int MOST_SECONDS = 600;

    private static final int MOST_LOOKS = 240;

    /** Seconds after the start of the load: what was there before it, not how the JVM came up. */
    private static final double FROM = -4;

    private ChartData() {}

    static String json(List<Run> runs) {
        return script(runs.stream().map(ChartData::run).toList());
    }

    static String json(Inspection inspection) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", inspection.service());
        watched(inspection, data);
        return script(List.of(data));
    }

    private static String script(List<Map<String, Object>> runs) {
        return JSON.writeValueAsString(Map.of("runs", runs)).replace("<", "\\u003c");
    }

    private static void watched(Diagnosed run, Map<String, Object> data) {
        run.observation().map(PoolSeries::of).ifPresent(pools -> data.put("pools", pools));
        run.observation().map(ChartData::live).ifPresent(threads -> data.put("live", threads));
        run.diagnosis()
                .map(diagnosis ->
                        diagnosis.moves().stream().map(ChartData::move).toList())
                .filter(moves -> !moves.isEmpty())
                .ifPresent(moves -> data.put("moves", moves));
    }

    private static Map<String, Object> run(Run run) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", run.variant().name());
        loadEnd(run).ifPresent(end -> data.put("loadEnd", end));
        run.physics().flatMap(Physics::responseTime).ifPresent(time -> data.put("physics", round(Times.millis(time))));
        run.diagnosis()
                .flatMap(diagnosis -> diagnosis.ceiling())
                .ifPresent(ceiling -> data.put("ceiling", round(ceiling.value())));
        run.result().ifPresent(result -> {
            Map<String, Object> seconds = seconds(result);
            if (run.load() instanceof Load.Open open) {
                seconds.put("offered", offered(open, result.series()));
            }
            data.put("seconds", seconds);
            data.put("intended", curve(result.latency()));
            data.put("actual", curve(result.serviceLatency()));
        });
        watched(run, data);
        return data;
    }

    /** When the last request was due, in seconds; what follows is the drain. */
    private static Optional<Double> loadEnd(Run run) {
        return run.load().length().map(Times::seconds);
    }

    private static Map<String, Object> seconds(LoadResult result) {
        Map<String, Object> columns = new LinkedHashMap<>();
        List<Second> series = shown(result.series());
        columns.put("t", column(series, Second::second));
        columns.put("started", column(series, Second::started));
        columns.put("ok", column(series, Second::succeeded));
        columns.put("failed", column(series, Second::failed));
        columns.put("inFlight", column(series, Second::inFlight));
        columns.put("mean", times(series, Second::meanMillis));
        columns.put("p50", times(series, Second::p50Millis));
        columns.put("p95", times(series, Second::p95Millis));
        columns.put("max", times(series, Second::maxMillis));
        return columns;
    }

    /** Expected arrivals in each second, none in the drain. */
    private static List<Number> offered(Load.Open load, List<Second> series) {
        double end = Math.ceil(Times.seconds(load.duration()));
        List<Number> column = new ArrayList<>();
        series.forEach(second -> column.add(
                second.second() < end
                        ? round(load.arrivalsBy(second.second() + 1) - load.arrivalsBy(second.second()))
                        : null));
        return column;
    }

    private static List<Number> column(List<Second> series, ToDoubleFunction<Second> value) {
        return series.stream().map(second -> round(value.applyAsDouble(second))).toList();
    }

    /** A second in which nothing was answered has no response time: a gap, not a zero. */
    private static List<Number> times(List<Second> series, ToDoubleFunction<Second> value) {
        List<Number> column = new ArrayList<>();
        series.forEach(second -> column.add(second.succeeded() == 0 ? null : round(value.applyAsDouble(second))));
        return column;
    }

    /** x = 1 / (1 - quantile), as HdrHistogram plots it; the maximum stands at the number of requests. */
    private static Map<String, Object> curve(Latency latency) {
        List<Number> x = new ArrayList<>();
        List<Number> y = new ArrayList<>();
        double last = 0;
        for (Latency.Point point : latency.curve()) {
            double at = point.quantile() < 1 ? 1 / (1 - point.quantile()) : Math.max(latency.count(), last);
            if (at > last) {
                x.add(round(at));
                y.add(round(Times.millis(point.value())));
                last = at;
            }
        }
        return Map.of("x", x, "y", y);
    }

    /** To a hundredth, whole numbers without a point: the page stays small. */
    static Number round(double value) {
        double rounded = Math.rint(value * 100) / 100;
        return rounded == Math.rint(rounded) && Math.abs(rounded) < 1e15 ? (Number) (long) rounded : (Number) rounded;
    }

    /** Throughput while a limit was moved, and the windows in which it was measured, in seconds since the start of the series. */
    private static Map<String, Object> move(Intervention moved) {
        return Map.of(
                "t",
                        moved.series().stream()
                                .map(point -> round(Times.seconds(point.at())))
                                .toList(),
                "x",
                        moved.series().stream()
                                .map(Point::perSecond)
                                .map(ChartData::round)
                                .toList(),
                "windows",
                        moved.phases().stream()
                                .map(phase -> window(phase, moved.move()))
                                .toList());
    }

    private static List<Object> window(Phase phase, Move move) {
        double from = Times.seconds(phase.at());
        return List.of(
                MoveWords.isMoved(phase, move),
                from,
                from + Times.seconds(phase.length()),
                round(phase.throughput().value()));
    }

    /**
     * Live threads of the JVM over time. At most {@value #MOST_LOOKS} points: beyond that the highest of its neighbours stands
     * for them, since a peak is what a reader looks for.
     */
    private static Map<String, Object> live(Observation observation) {
        List<Number> times = new ArrayList<>();
        List<Number> platform = new ArrayList<>();
        List<Number> virtual = new ArrayList<>();
        List<Sample> series = observation.series().stream()
                .filter(sample -> Times.seconds(sample.at()) >= FROM)
                .toList();
        for (List<Sample> bucket : buckets(series, MOST_LOOKS)) {
            times.add(round(Times.seconds(bucket.getFirst().at())));
            platform.add(
                    bucket.stream().mapToLong(Sample::platformThreads).max().orElse(0));
            virtual.add(bucket.stream().mapToLong(Sample::virtualThreads).max().orElse(0));
        }
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("t", times);
        data.put("platform", platform);
        if (virtual.stream().anyMatch(count -> count.longValue() > 0)) {
            data.put("virtual", virtual);
        }
        return data;
    }

    /**
     * The seconds of a run as a plot can show them: at most {@value #MOST_SECONDS}. Beyond that neighbours stand together, with their mean counts,
     * and the response times of the slowest of them, since percentiles are never averaged and a peak is what a reader looks for.
     */
    private static List<Second> shown(List<Second> seconds) {
        return buckets(seconds, MOST_SECONDS).stream().map(ChartData::together).toList();
    }

    /** Neighbours together, so that there are so many at most. */
    static <T> List<List<T>> buckets(List<T> all, int most) {
        int width = Math.max(1, Math.ceilDiv(all.size(), most));
        return all.stream().gather(Gatherers.windowFixed(width)).toList();
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
                OptionalDouble.empty(),
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

package dev.headroom.report.html;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.experiment.Physics;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.result.Diagnosed;
import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Run;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import tools.jackson.databind.json.JsonMapper;

/**
 * The figures behind the plots, column by column, as JSON that may stand inside a {@code <script>} element: no
 * {@code <} is left in it, so no text of a service can end the element. Times in seconds, response times in
 * milliseconds.
 */
final class ChartData {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private ChartData() {}

    static String json(ExperimentResult result) {
        List<Object> runs = new ArrayList<>();
        result.runs().forEach(run -> runs.add(run(run)));
        return JSON.writeValueAsString(Map.of("runs", runs)).replace("<", "\\u003c");
    }

    static String json(Inspection inspection) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", inspection.service());
        watched(inspection, data);
        return JSON.writeValueAsString(Map.of("runs", List.of(data))).replace("<", "\\u003c");
    }

    private static void watched(Diagnosed run, Map<String, Object> data) {
        run.observation().map(PoolSeries::of).ifPresent(pools -> data.put("pools", pools));
        run.observation().map(ThreadSeries::of).ifPresent(threads -> data.put("live", threads));
        run.diagnosis()
                .map(diagnosis -> diagnosis.moves().stream().map(MoveSeries::of).toList())
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
        Optional<Duration> end = switch (run.load()) {
            case Load.Open open -> Optional.of(open.duration());
            case Load.Closed closed ->
                closed.until() instanceof Until.Elapsed elapsed ? Optional.of(elapsed.duration()) : Optional.empty();
            case Load.Tool tool -> tool.length();
        };
        return end.map(Times::seconds);
    }

    private static Map<String, Object> seconds(LoadResult result) {
        Map<String, Object> columns = new LinkedHashMap<>();
        List<LoadResult.Second> series = SecondSeries.of(result.series());
        columns.put("t", column(series, LoadResult.Second::second));
        columns.put("started", column(series, LoadResult.Second::started));
        columns.put("ok", column(series, LoadResult.Second::succeeded));
        columns.put("failed", column(series, LoadResult.Second::failed));
        columns.put("inFlight", column(series, LoadResult.Second::inFlight));
        columns.put("mean", times(series, LoadResult.Second::meanMillis));
        columns.put("p50", times(series, LoadResult.Second::p50Millis));
        columns.put("p95", times(series, LoadResult.Second::p95Millis));
        columns.put("max", times(series, LoadResult.Second::maxMillis));
        return columns;
    }

    /** Expected arrivals in each second, none in the drain. */
    private static List<Number> offered(Load.Open load, List<LoadResult.Second> series) {
        double end = Math.ceil(Times.seconds(load.duration()));
        List<Number> column = new ArrayList<>();
        series.forEach(second -> column.add(
                second.second() < end
                        ? round(load.arrivalsBy(second.second() + 1) - load.arrivalsBy(second.second()))
                        : null));
        return column;
    }

    private static List<Number> column(List<LoadResult.Second> series, ToDoubleFunction<LoadResult.Second> value) {
        return series.stream().map(second -> round(value.applyAsDouble(second))).toList();
    }

    /** A second in which nothing was answered has no response time: a gap, not a zero. */
    private static List<Number> times(List<LoadResult.Second> series, ToDoubleFunction<LoadResult.Second> value) {
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
}

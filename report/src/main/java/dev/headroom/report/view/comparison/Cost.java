package dev.headroom.report.view.comparison;

import dev.headroom.core.model.experiment.Physics;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Tone;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * What the answers of one variant cost the service, and how far they are from the limit of physics.
 *
 * @param figures one for each of {@link #COLUMNS}
 */
public record Cost(String anchor, String name, Tone tone, List<String> figures) {

    /** @param always shown, and not only where any variant has such a figure */
    public record Column(String head, boolean always, boolean strong, Function<Run, String> of) {}

    public static final List<Column> COLUMNS = List.of(
            // while the load was fully on
            new Column("Goodput", true, true, run -> text(run.goodput(), Format::rate)),
            new Column("Of physics", false, false, run -> text(Figure.shareOfPhysics(run), Format::share)),
            // beyond the response time of physics
            new Column("Added p99", false, false, Cost::added),
            new Column(
                    "Errors",
                    true,
                    false,
                    run -> text(run.result().filter(LoadResult::tellsFailures).map(Figure::failed), Format::share)),
            // cores in use over throughput, both of the same window
            new Column("CPU per response", true, true, run -> text(run.cpuPerAnswer(), Format::time)),
            new Column("Threads, most", true, false, run -> most(run, Observation.Sample::platformThreads)),
            new Column("Virtual, most", false, false, run -> most(run, Observation.Sample::virtualThreads)),
            new Column("Memory, most", false, false, Cost::memory));

    /** Of those that were measured; a run that is void cost nothing that means anything. */
    public static List<Cost> of(List<Run> runs) {
        return IntStream.range(0, runs.size())
                .filter(index -> TurnView.measured(runs.get(index)) && !Tone.isVoid(runs.get(index)))
                .mapToObj(index -> of(runs.get(index), Comparison.anchor(index)))
                .toList();
    }

    private static Cost of(Run run, String anchor) {
        List<String> figures =
                COLUMNS.stream().map(column -> column.of().apply(run)).toList();
        return new Cost(anchor, run.variant().name(), Tone.of(run), figures);
    }

    /** Indices of the columns that a page has. */
    public static List<Integer> shown(List<Cost> costs) {
        return IntStream.range(0, COLUMNS.size())
                .filter(index -> COLUMNS.get(index).always()
                        || costs.stream()
                                .map(cost -> cost.figures().get(index))
                                .anyMatch(text -> !text.equals(Format.NONE) && !text.equals("0")))
                .boxed()
                .toList();
    }

    private static <T> String text(Optional<T> figure, Function<T, String> words) {
        return figure.map(words).orElse(Format.NONE);
    }

    private static String memory(Run run) {
        return text(run.observation().flatMap(Observation::memory), memory -> Format.bytes(memory.residentMax()));
    }

    private static String added(Run run) {
        Optional<Duration> physics = run.physics().flatMap(Physics::responseTime);
        return physics.flatMap(bound -> run.result()
                        .map(LoadResult::latency)
                        .flatMap(latency -> latency.at(Latency.Quantile.P99))
                        .map(p99 -> Format.time(new Latency.Time(p99.value().minus(bound), p99.atLeast()))))
                .orElse(Format.NONE);
    }

    private static String most(Run run, ToLongFunction<Observation.Sample> count) {
        return run.observation()
                .filter(seen -> !seen.series().isEmpty())
                .map(seen -> Format.count(
                        seen.series().stream().mapToLong(count).max().orElse(0)))
                .orElse(Format.NONE);
    }
}

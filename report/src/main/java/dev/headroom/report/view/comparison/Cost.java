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
 * @param throughput while the load was fully on
 * @param share of that over what physics allows
 * @param added 99th percentile beyond the response time of physics
 * @param cpu processor time of the service for each answer: cores in use over throughput, both of the same window
 * @param threads most live platform threads in one sample
 * @param virtual most live virtual threads in one sample
 * @param memory most resident memory of the service
 */
public record Cost(
        String anchor,
        String name,
        Tone tone,
        String throughput,
        String share,
        String added,
        String errors,
        String cpu,
        String threads,
        String virtual,
        String memory) {

    /** Of those that were measured; a run that is void cost nothing that means anything. */
    public static List<Cost> of(List<Run> runs) {
        return IntStream.range(0, runs.size())
                .filter(index -> TurnView.measured(runs.get(index)) && !Tone.isVoid(runs.get(index)))
                .mapToObj(index -> of(runs.get(index), Comparison.anchor(index)))
                .toList();
    }

    private static Cost of(Run run, String anchor) {
        return new Cost(
                anchor,
                run.variant().name(),
                Tone.of(run),
                run.goodput().map(Format::rate).orElse(Format.NONE),
                Figure.shareOfPhysics(run).map(Format::share).orElse(Format.NONE),
                added(run),
                run.result()
                        .filter(LoadResult::tellsFailures)
                        .map(result -> Format.share(result.failed() / (double) Math.max(1, result.requests())))
                        .orElse(Format.NONE),
                run.cpuPerAnswer().map(Format::time).orElse(Format.NONE),
                most(run, Observation.Sample::platformThreads),
                most(run, Observation.Sample::virtualThreads),
                run.observation()
                        .flatMap(Observation::memory)
                        .map(memory -> Format.bytes(memory.residentMax()))
                        .orElse(Format.NONE));
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

    /** Whether any variant has such a figure: a column without one is left out. */
    public static boolean any(List<Cost> costs, Function<Cost, String> column) {
        return costs.stream().map(column).anyMatch(text -> !text.equals(Format.NONE) && !text.equals("0"));
    }
}

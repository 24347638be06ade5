package dev.headroom.report.view.comparison;

import dev.headroom.core.model.result.Run;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Tone;
import dev.headroom.report.view.comparison.Figure.Seen;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One response time of all variants on a logarithmic line each: published, predicted and measured, beside the limit of
 * physics. It is the 95th percentile, or the mean where that alone was published. Positions are percents of the line's
 * length.
 *
 * @param figure which response time
 */
public record Glance(String figure, List<Line> lines, List<Tick> ticks, Optional<Tick> physics, String summary) {

    private static final int MOST_TICKS = 7;
    private static final int FEWEST_TICKS = 3;

    /** Round values from 1 to 10 in tenths; the finer ones are for times that lie close together. */
    private static final List<List<Integer>> STEPS = List.of(List.of(10, 20, 50), every(10), every(5), every(1));

    private static final double ROOM = 1.35;

    private static List<Integer> every(int tenths) {
        return IntStream.iterate(10, step -> step < 100, step -> step + tenths)
                .boxed()
                .toList();
    }

    public record Line(String name, Tone tone, String value, List<Mark> marks) {}

    /** @param kind {@code published}, {@code predicted} or {@code measured} */
    public record Mark(String kind, String at, String value) {}

    public record Tick(String at, String label) {}

    /** Empty unless two variants were measured: one alone has nothing to be compared with. */
    public static Optional<Glance> of(List<Run> runs) {
        Figure figure = figure(runs);
        List<Seen> measured = runs.stream()
                .flatMap(run -> figure.measured().apply(run).stream())
                .toList();
        if (measured.size() < 2) {
            return Optional.empty();
        }
        Optional<Double> physics = runs.stream()
                .flatMap(run -> figure.physics().apply(run).stream())
                .min(Double::compare);
        DoubleSummaryStatistics all = Stream.of(
                        physics.stream(),
                        runs.stream().flatMap(run -> figure.published().apply(run).stream()),
                        runs.stream().flatMap(run -> figure.predicted().apply(run).stream()),
                        measured.stream().map(Seen::value))
                .flatMap(seconds -> seconds)
                .mapToDouble(Double::doubleValue)
                .filter(seconds -> seconds > 0)
                .summaryStatistics();
        Scale scale = new Scale(all.getMin() / ROOM, all.getMax() * ROOM);
        boolean inSeconds = measured.stream().anyMatch(time -> time.value() >= 1);
        List<Line> lines =
                runs.stream().map(run -> line(figure, run, scale, inSeconds)).toList();
        return Optional.of(new Glance(
                figure.name(),
                lines,
                scale.ticks(inSeconds),
                physics.map(bound -> new Tick(scale.at(bound), Format.seconds(bound))),
                lines.stream().map(Glance::words).collect(Collectors.joining("; ", "", "."))));
    }

    private static Figure figure(List<Run> runs) {
        boolean p95 = runs.stream().anyMatch(run -> run.published().p95().isPresent());
        boolean mean = runs.stream().anyMatch(run -> run.published().mean().isPresent());
        return mean && !p95 ? Figure.MEAN : Figure.P95;
    }

    /** Whether any line has such a mark: the key names no other. */
    public boolean has(String kind) {
        return lines.stream()
                .flatMap(line -> line.marks().stream())
                .anyMatch(mark -> mark.kind().equals(kind));
    }

    private static Line line(Figure figure, Run run, Scale scale, boolean inSeconds) {
        List<Mark> marks = new ArrayList<>();
        figure.published().apply(run).ifPresent(time -> marks.add(mark("published", Seen.exactly(time), scale)));
        figure.predicted().apply(run).ifPresent(time -> marks.add(mark("predicted", Seen.exactly(time), scale)));
        Optional<Seen> measured = figure.measured().apply(run);
        measured.ifPresent(time -> marks.add(mark("measured", time, scale)));
        return new Line(
                run.variant().name(),
                Tone.of(run),
                measured.map(time -> atLeast(time) + Format.seconds(time.value(), inSeconds))
                        .orElse(Format.NONE),
                marks);
    }

    private static Mark mark(String kind, Seen time, Scale scale) {
        return new Mark(kind, scale.at(time.value()), atLeast(time) + Format.seconds(time.value()));
    }

    private static String atLeast(Seen time) {
        return time.atLeast() ? Format.AT_LEAST : "";
    }

    private static String words(Line line) {
        return line.name() + " "
                + line.marks().stream()
                        .map(mark -> mark.kind() + " " + mark.value())
                        .collect(Collectors.joining(", "));
    }

    /** Logarithmic, since the variants lie orders of magnitude apart. */
    private record Scale(double low, double high) {

        String at(double seconds) {
            double share = Math.log(Math.max(seconds, low) / low) / Math.log(high / low);
            return Format.css(share * 100) + "%";
        }

        List<Tick> ticks(boolean inSeconds) {
            List<Double> within = STEPS.stream()
                    .map(this::within)
                    .filter(steps -> steps.size() >= FEWEST_TICKS)
                    .findFirst()
                    .orElseGet(() -> within(STEPS.getLast()));
            int every = Math.ceilDiv(Math.max(1, within.size()), MOST_TICKS);
            return IntStream.range(0, within.size())
                    .filter(index -> index % every == 0)
                    .mapToObj(within::get)
                    .map(step -> new Tick(at(step), Format.seconds(step, inSeconds)))
                    .toList();
        }

        private List<Double> within(List<Integer> tenths) {
            return IntStream.range(-6, 6)
                    .boxed()
                    .flatMap(exponent -> tenths.stream().map(tenth -> tenth * Math.pow(10, exponent) / 10))
                    .filter(step -> step >= low && step <= high)
                    .toList();
        }
    }
}

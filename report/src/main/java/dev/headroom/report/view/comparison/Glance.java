package dev.headroom.report.view.comparison;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.experiment.Physics;
import dev.headroom.core.model.experiment.Published;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Prediction;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Tone;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
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
    private static final double ROOM = 1.35;

    public record Line(String anchor, String name, Tone tone, String value, List<Mark> marks) {}

    /** @param kind {@code published}, {@code predicted} or {@code measured} */
    public record Mark(String kind, String at, String value) {}

    public record Tick(String at, String label) {}

    /** One of the figures that were published, predicted and measured. */
    private record Shown(
            String name,
            Function<Published, Optional<Duration>> published,
            Function<Prediction, Duration> predicted,
            Function<Latency, Optional<Latency.Time>> measured) {

        static final Shown P95 =
                new Shown("p95", Published::p95, Prediction::p95, latency -> latency.at(Latency.Quantile.P95));
        static final Shown MEAN = new Shown("mean", Published::mean, Prediction::mean, Latency::average);

        static Shown of(List<Run> runs) {
            boolean p95 = runs.stream().anyMatch(run -> run.published().p95().isPresent());
            boolean mean = runs.stream().anyMatch(run -> run.published().mean().isPresent());
            return mean && !p95 ? MEAN : P95;
        }

        Optional<Duration> published(Run run) {
            return published.apply(run.published());
        }

        Optional<Duration> predicted(Run run) {
            return run.prediction().map(predicted).filter(Duration::isPositive);
        }

        Optional<Latency.Time> measured(Run run) {
            return run.result().map(LoadResult::latency).flatMap(measured);
        }
    }

    /** Empty unless two variants were measured: one alone has nothing to be compared with. */
    public static Optional<Glance> of(List<Run> runs) {
        Shown figure = Shown.of(runs);
        if (runs.stream().flatMap(run -> figure.measured(run).stream()).count() < 2) {
            return Optional.empty();
        }
        Optional<Duration> physics = runs.stream()
                .flatMap(run -> run.physics().flatMap(Physics::responseTime).stream())
                .min(Duration::compareTo);
        double[] all = Stream.concat(
                        physics.stream(),
                        runs.stream()
                                .flatMap(run -> Stream.of(
                                                figure.published(run),
                                                figure.predicted(run),
                                                figure.measured(run).map(Latency.Time::value))
                                        .flatMap(Optional::stream)))
                .mapToDouble(Times::seconds)
                .filter(seconds -> seconds > 0)
                .toArray();
        Scale scale = new Scale(
                DoubleStream.of(all).min().orElseThrow() / ROOM,
                DoubleStream.of(all).max().orElseThrow() * ROOM);
        boolean inSeconds = runs.stream()
                .flatMap(run -> figure.measured(run).stream())
                .anyMatch(time -> Times.seconds(time.value()) >= 1);
        List<Line> lines = IntStream.range(0, runs.size())
                .mapToObj(index -> line(figure, runs.get(index), Comparison.anchor(index), scale, inSeconds))
                .toList();
        return Optional.of(new Glance(
                figure.name(),
                lines,
                scale.ticks(inSeconds),
                physics.map(bound -> new Tick(scale.at(Times.seconds(bound)), Format.time(bound))),
                lines.stream().map(Glance::words).collect(Collectors.joining("; ", "", "."))));
    }

    /** Whether any line has such a mark: the key names no other. */
    public boolean has(String kind) {
        return lines.stream()
                .flatMap(line -> line.marks().stream())
                .anyMatch(mark -> mark.kind().equals(kind));
    }

    private static Line line(Shown figure, Run run, String anchor, Scale scale, boolean inSeconds) {
        List<Mark> marks = new ArrayList<>();
        figure.published(run).ifPresent(time -> marks.add(mark("published", new Latency.Time(time, false), scale)));
        figure.predicted(run).ifPresent(time -> marks.add(mark("predicted", new Latency.Time(time, false), scale)));
        figure.measured(run).ifPresent(time -> marks.add(mark("measured", time, scale)));
        return new Line(
                anchor,
                run.variant().name(),
                Tone.of(run),
                figure.measured(run).map(time -> Format.time(time, inSeconds)).orElse(Format.NONE),
                marks);
    }

    private static Mark mark(String kind, Latency.Time time, Scale scale) {
        return new Mark(kind, scale.at(Times.seconds(time.value())), Format.time(time));
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
            List<Double> steps = new ArrayList<>();
            for (int exponent = -6; exponent < 6; exponent++) {
                for (int step : new int[] {1, 2, 5}) {
                    steps.add(step * Math.pow(10, exponent));
                }
            }
            List<Double> within =
                    steps.stream().filter(step -> step >= low && step <= high).toList();
            int every = Math.ceilDiv(Math.max(1, within.size()), MOST_TICKS);
            return IntStream.range(0, within.size())
                    .filter(index -> index % every == 0)
                    .mapToObj(within::get)
                    .map(step ->
                            new Tick(at(step), Format.time(new Latency.Time(Times.ofSeconds(step), false), inSeconds)))
                    .toList();
        }
    }
}

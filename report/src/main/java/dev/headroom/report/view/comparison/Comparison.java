package dev.headroom.report.view.comparison;

import dev.headroom.core.laws.SampleMean;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.experiment.Physics;
import dev.headroom.core.model.experiment.Published;
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

/**
 * One variant in the table that all outputs share: published, predicted, measured and the limit of physics side by
 * side, and what binds. A cell carries how the measured value stands to it.
 */
public record Comparison(
        String anchor,
        String variant,
        String description,
        List<Metric> metrics,
        Tone tone,
        String binds,
        Optional<Diagnosis.Standing> standing) {

    public static final String GOODPUT = Figure.GOODPUT.name();
    public static final String THROUGHPUT = Figure.WHOLE_RUN.name();

    /** @param name {@code mean}, {@code p95}, {@code throughput} … */
    public record Metric(String name, Cell published, Cell predicted, Cell measured, Cell physics) {}

    /** @param difference of the measured value against this one; empty where there is nothing to compare */
    public record Cell(String value, String difference) {
        public static final Cell NONE = new Cell(Format.NONE, "");

        public boolean isEmpty() {
            return value.equals(Format.NONE);
        }
    }

    /** Whether any variant has such a figure: a column without one is left out. */
    public static boolean any(List<Comparison> rows, Function<Metric, Cell> column) {
        return rows.stream().flatMap(row -> row.metrics().stream()).map(column).anyMatch(cell -> !cell.isEmpty());
    }

    public static Comparison of(Repetitions.Group group, String anchor) {
        Run run = group.shown();
        return new Comparison(
                anchor,
                run.variant().name(),
                run.variant().description(),
                metrics(group),
                Tone.of(run),
                group.binds(),
                group.standing());
    }

    /** Empty where nothing is claimed that could stand. */
    public static Optional<Diagnosis.Standing> standing(Run run) {
        return switch (Tone.of(run)) {
            case BOUND, FREE, SLOW -> run.diagnosis().map(Diagnosis::standing);
            case OPEN, FAILED -> Optional.empty();
        };
    }

    private static List<Metric> metrics(Repetitions.Group group) {
        Run run = group.shown();
        Published published = run.published();
        List<Metric> metrics = new ArrayList<>();
        if (published.single().isPresent() || run.singleRequest().isPresent()) {
            metrics.add(time(Figure.ONE_REQUEST, published.single(), Optional.empty(), group));
        }
        metrics.add(time(Figure.MEAN, published.mean(), predicted(run, Prediction::mean), group));
        if (published.p50().isPresent()) {
            metrics.add(time(Figure.P50, published.p50(), predicted(run, Prediction::p50), group));
        }
        metrics.add(time(Figure.P95, published.p95(), predicted(run, Prediction::p95), group));
        if (published.p99().isPresent()) {
            metrics.add(time(Figure.P99, published.p99(), predicted(run, Prediction::p99), group));
        }
        if (published.max().isPresent()) {
            metrics.add(time(Figure.MAX, published.max(), predicted(run, Prediction::max), group));
        }
        metrics.add(goodput(group));
        metrics.add(throughput(group));
        metrics.add(metric(Figure.SUCCESSFUL, Optional.empty(), Optional.empty(), Optional.empty(), group));
        errors(group).ifPresent(metrics::add);
        return metrics;
    }

    /** Of the successful responses that it expects; none where it expects none. */
    private static Optional<Duration> predicted(Run run, Function<Prediction, Duration> time) {
        return run.prediction().map(time).filter(Duration::isPositive);
    }

    private static Metric time(
            Figure figure, Optional<Duration> published, Optional<Duration> predicted, Repetitions.Group group) {
        return metric(
                figure,
                published.map(Times::seconds),
                predicted.map(Times::seconds),
                group.shown().physics().flatMap(Physics::responseTime).map(Times::seconds),
                group);
    }

    /** While the load was fully on. */
    private static Metric goodput(Repetitions.Group group) {
        return metric(
                Figure.GOODPUT,
                Optional.empty(),
                Optional.empty(),
                group.shown().physics().flatMap(Physics::throughput).map(Rate::perSecond),
                group);
    }

    /** Over the whole run, as it is published and predicted: its drain is in it. */
    private static Metric throughput(Repetitions.Group group) {
        Run run = group.shown();
        return metric(
                Figure.WHOLE_RUN,
                run.published().throughput().map(Rate::perSecond),
                run.prediction().map(prediction -> prediction.throughput().perSecond()),
                Optional.empty(),
                group);
    }

    /** Only where there were errors, or some were published or predicted. */
    private static Optional<Metric> errors(Repetitions.Group group) {
        Run run = group.shown();
        Optional<LoadResult> result = run.result().filter(seen -> seen.requests() > 0);
        double measured = Figure.ERRORS.mean(group).map(SampleMean::mean).orElse(0.0);
        Optional<Double> predicted = result.flatMap(
                seen -> run.prediction().map(prediction -> prediction.failed() / (double) seen.requests()));
        Optional<Double> published =
                run.published().errorShare().stream().boxed().findFirst();
        boolean any = published.isPresent() || measured > 0 || predicted.orElse(0.0) > 0;
        if (!any) {
            return Optional.empty();
        }
        Function<Optional<Double>, Cell> cell =
                share -> share.map(value -> new Cell(Format.share(value), "")).orElse(Cell.NONE);
        return Optional.of(new Metric(
                Figure.ERRORS.name(),
                cell.apply(published),
                cell.apply(predicted),
                new Cell(Figure.ERRORS.text(group), ""),
                Cell.NONE));
    }

    private static Metric metric(
            Figure figure,
            Optional<Double> published,
            Optional<Double> predicted,
            Optional<Double> physics,
            Repetitions.Group group) {
        Optional<Double> measured =
                figure.mean(group).filter(mean -> !figure.atLeast(group)).map(SampleMean::mean);
        Function<Optional<Double>, Cell> against = base -> base.map(value -> new Cell(
                        figure.format().apply(value),
                        measured.map(seen -> Format.difference(seen, value)).orElse("")))
                .orElse(Cell.NONE);
        return new Metric(
                figure.name(),
                against.apply(published),
                against.apply(predicted),
                new Cell(figure.text(group), ""),
                against.apply(physics));
    }

    public static String anchor(int index) {
        return "variant-" + (index + 1);
    }
}

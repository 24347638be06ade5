package dev.headroom.report.view;

import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Latency;
import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.Physics;
import dev.headroom.core.model.Prediction;
import dev.headroom.core.model.Published;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Run;
import dev.headroom.core.model.Times;
import dev.headroom.report.text.Format;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
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

    static final String GOODPUT = "goodput";
    static final String THROUGHPUT = "whole run";

    /** @param name {@code mean}, {@code p95}, {@code throughput} … */
    public record Metric(String name, Cell published, Cell predicted, Cell measured, Cell physics) {}

    /** @param difference of the measured value against this one; empty where there is nothing to compare */
    public record Cell(String value, String difference) {
        static final Cell NONE = new Cell(Format.NONE, "");

        public boolean isEmpty() {
            return value.equals(Format.NONE);
        }
    }

    /** Whether any variant has such a figure: a column without one is left out. */
    public static boolean any(List<Comparison> rows, Function<Metric, Cell> column) {
        return rows.stream().flatMap(row -> row.metrics().stream()).map(column).anyMatch(cell -> !cell.isEmpty());
    }

    static Comparison of(Run run, String anchor) {
        return new Comparison(
                anchor,
                run.variant().name(),
                run.variant().description(),
                metrics(run),
                Tone.of(run),
                Binding.of(run),
                standing(run));
    }

    /** Empty where nothing is claimed that could stand. */
    static Optional<Diagnosis.Standing> standing(Run run) {
        return switch (Tone.of(run)) {
            case BOUND, FREE -> run.diagnosis().map(Diagnosis::standing);
            case OPEN, FAILED -> Optional.empty();
        };
    }

    private static List<Metric> metrics(Run run) {
        Published published = run.published();
        List<Metric> metrics = new ArrayList<>();
        if (published.single().isPresent() || run.singleRequest().isPresent()) {
            metrics.add(time("one request", published.single(), Optional.empty(), run.singleRequest(), run));
        }
        metrics.add(latency("mean", 0, published.mean(), Prediction::mean, Latency::mean, run));
        if (published.p50().isPresent()) {
            metrics.add(latency("p50", 0.5, published.p50(), Prediction::p50, Latency::p50, run));
        }
        metrics.add(latency("p95", 0.95, published.p95(), Prediction::p95, Latency::p95, run));
        if (published.p99().isPresent()) {
            metrics.add(latency("p99", 0.99, published.p99(), Prediction::p99, Latency::p99, run));
        }
        if (published.max().isPresent()) {
            metrics.add(latency("max", 0, published.max(), Prediction::max, Latency::max, run));
        }
        metrics.add(goodput(run));
        metrics.add(throughput(run));
        errors(run).ifPresent(metrics::add);
        return metrics;
    }

    /** @param quantile that so many responses have to carry */
    private static Metric latency(
            String name,
            double quantile,
            Optional<Duration> published,
            Function<Prediction, Duration> predicted,
            Function<Latency, Duration> measured,
            Run run) {
        Optional<Duration> seen = run.result()
                .map(LoadResult::latency)
                .filter(l -> l.carries(quantile))
                .map(measured);
        return time(name, published, run.prediction().map(predicted), seen, run);
    }

    private static Metric time(
            String name,
            Optional<Duration> published,
            Optional<Duration> predicted,
            Optional<Duration> measured,
            Run run) {
        return metric(
                name,
                published.map(Times::seconds),
                predicted.map(Times::seconds),
                measured.map(Times::seconds),
                run.physics().flatMap(Physics::responseTime).map(Times::seconds),
                Format::seconds);
    }

    /** While the load was fully on. */
    private static Metric goodput(Run run) {
        return metric(
                GOODPUT,
                Optional.empty(),
                Optional.empty(),
                run.goodput().map(Rate::perSecond),
                run.physics().flatMap(Physics::throughput).map(Rate::perSecond),
                Format::perSecond);
    }

    /** Over the whole run, as it is published and predicted: its drain is in it. */
    private static Metric throughput(Run run) {
        return metric(
                THROUGHPUT,
                run.published().throughput().map(Rate::perSecond),
                run.prediction().map(prediction -> prediction.throughput().perSecond()),
                run.result().map(result -> result.throughput().perSecond()),
                Optional.empty(),
                Format::perSecond);
    }

    /** Only where there were errors, or some were published or predicted. */
    private static Optional<Metric> errors(Run run) {
        Optional<LoadResult> result = run.result().filter(seen -> seen.requests() > 0);
        Optional<Double> measured = result.map(seen -> seen.failed() / (double) seen.requests());
        Optional<Double> predicted = result.flatMap(
                seen -> run.prediction().map(prediction -> prediction.failed() / (double) seen.requests()));
        Optional<Double> published =
                run.published().errorShare().stream().boxed().findFirst();
        boolean any = published.isPresent() || measured.orElse(0.0) > 0 || predicted.orElse(0.0) > 0;
        if (!any) {
            return Optional.empty();
        }
        Function<Optional<Double>, Cell> cell =
                share -> share.map(value -> new Cell(Format.share(value), "")).orElse(Cell.NONE);
        return Optional.of(
                new Metric("errors", cell.apply(published), cell.apply(predicted), cell.apply(measured), Cell.NONE));
    }

    private static Metric metric(
            String name,
            Optional<Double> published,
            Optional<Double> predicted,
            Optional<Double> measured,
            Optional<Double> physics,
            DoubleFunction<String> format) {
        Function<Optional<Double>, Cell> against = base -> base.map(value -> new Cell(
                        format.apply(value),
                        measured.map(seen -> Format.difference(seen, value)).orElse("")))
                .orElse(Cell.NONE);
        Cell own = measured.map(value -> new Cell(format.apply(value), "")).orElse(Cell.NONE);
        return new Metric(name, against.apply(published), against.apply(predicted), own, against.apply(physics));
    }
}

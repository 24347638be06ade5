package dev.headroom.report.view.comparison;

import dev.headroom.core.laws.SampleMean;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Tone;
import dev.headroom.report.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

    /** Of each variant; the others where they were published, or there is something to tell. */
    private static final Set<Figure> ALWAYS =
            Set.of(Figure.MEAN, Figure.P95, Figure.GOODPUT, Figure.WHOLE_RUN, Figure.SUCCESSFUL);

    private static final List<Figure> FIGURES = List.of(
            Figure.ONE_REQUEST,
            Figure.MEAN,
            Figure.P50,
            Figure.P95,
            Figure.P99,
            Figure.MAX,
            Figure.GOODPUT,
            Figure.WHOLE_RUN,
            Figure.SUCCESSFUL,
            Figure.ERRORS);

    /** @param name {@code mean}, {@code p95}, {@code throughput} … */
    public record Metric(String name, Cell published, Cell predicted, Cell measured, Cell physics) {}

    /** @param difference of the measured value against this one; empty where there is nothing to compare */
    public record Cell(String value, String difference) {
        public static final Cell NONE = new Cell(Format.NONE, "");

        public boolean isEmpty() {
            return value.equals(Format.NONE);
        }

        /** {@code 330 ms (+1.2 %)}. */
        public String text() {
            return value + Words.inBrackets(difference);
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
        return FIGURES.stream()
                .filter(figure -> isTold(figure, group))
                .map(figure -> metric(figure, group))
                .toList();
    }

    private static boolean isTold(Figure figure, Repetitions.Group group) {
        Run run = group.shown();
        return ALWAYS.contains(figure)
                || figure.published().apply(run).isPresent()
                || figure == Figure.ONE_REQUEST && run.singleRequest().isPresent()
                || figure == Figure.ERRORS
                        && (figure.mean(group).map(SampleMean::mean).orElse(0.0) > 0
                                || figure.predicted().apply(run).orElse(0.0) > 0);
    }

    /** Shares of errors stand beside each other, and are not divided by each other. */
    private static Metric metric(Figure figure, Repetitions.Group group) {
        Optional<Double> measured = figure.mean(group)
                .filter(mean -> figure != Figure.ERRORS && !figure.atLeast(group))
                .map(SampleMean::mean);
        Function<Function<Run, Optional<Double>>, Cell> against = base -> base.apply(group.shown())
                .map(value -> new Cell(
                        figure.format().apply(value),
                        measured.map(seen -> Format.difference(seen, value)).orElse("")))
                .orElse(Cell.NONE);
        return new Metric(
                figure.name(),
                against.apply(figure.published()),
                against.apply(figure.predicted()),
                new Cell(figure.text(group), ""),
                against.apply(figure.physics()));
    }

    public static String anchor(int index) {
        return "variant-" + (index + 1);
    }
}

package dev.headroom.report.view.comparison;

import dev.headroom.core.laws.SampleMean;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.text.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How one variant differs from the first of its experiment, held against how far runs of the same variant lie apart. Only where variants
 * were run several times.
 *
 * @param against the first variant
 */
public record Difference(String variant, String against, List<Cell> cells) {

    /** Stands where a difference is no larger than that between runs of the same thing. */
    public static final String NONE_SEEN = "no difference that can be seen";

    /** Less than this, relative, is none at the digits that are shown. */
    private static final double LITTLE = 5e-4;

    /**
     * @param figure {@code mean}, {@code p95}, {@code goodput}
     * @param text {@code −12 % (± 3 %)}, or that none can be seen
     */
    public record Cell(String figure, String text, boolean seen) {}

    public static List<Difference> of(Repetitions repetitions) {
        List<Difference> differences = new ArrayList<>();
        List<Repetitions.Group> groups = repetitions.groups();
        for (int i = 1; i < groups.size() && repetitions.times() > 1; i++) {
            List<Cell> cells = cells(groups.getFirst(), groups.get(i));
            if (!cells.isEmpty()) {
                differences.add(new Difference(name(groups.get(i)), name(groups.getFirst()), cells));
            }
        }
        return differences;
    }

    /** {@code mean −12 % (± 3 %), p95 no difference that can be seen}. */
    public String sentence() {
        return variant + " against " + against + ": "
                + String.join(
                        ", ",
                        cells.stream()
                                .map(cell -> cell.figure() + " " + cell.text())
                                .toList());
    }

    private static String name(Repetitions.Group group) {
        return group.shown().variant().name();
    }

    private static List<Cell> cells(Repetitions.Group first, Repetitions.Group other) {
        return Stream.of(Figure.MEAN, Figure.P95, Figure.GOODPUT)
                .flatMap(figure -> cell(figure, first, other).stream())
                .toList();
    }

    private static Optional<Cell> cell(Figure figure, Repetitions.Group first, Repetitions.Group other) {
        Optional<SampleMean> was = figure.mean(first).filter(mean -> mean.count() > 1 && mean.mean() > 0);
        Optional<SampleMean> is = figure.mean(other).filter(mean -> mean.count() > 1);
        if (was.isEmpty() || is.isEmpty() || figure.atLeast(first) || figure.atLeast(other)) {
            return Optional.empty();
        }
        double change = is.get().mean() / was.get().mean() - 1;
        boolean seen = is.get().differsFrom(was.get()) && Math.abs(change) >= LITTLE;
        double error = is.get().halfWidthOfDifference(was.get());
        return Optional.of(new Cell(
                figure.name(),
                seen
                        ? Format.difference(is.get().mean(), was.get().mean()) + " (±\u00a0"
                                + Format.share(error / was.get().mean()) + ")"
                        : NONE_SEEN,
                seen));
    }

    /** How the runs of an experiment were repeated, in a sentence; empty where each variant ran once. */
    public static Optional<String> note(List<Run> runs) {
        int times = Repetitions.of(runs).times();
        return times < 2
                ? Optional.empty()
                : Optional.of("Each variant ran " + Format.count(times)
                        + " times, in turn. Figures are means over its runs, ± half the 95 % interval of the mean (Student's t). What"
                        + " differs by less than runs of the same variant do is no difference that can be seen (Welch's t). What is told"
                        + " of a single run is told of the one with the middle mean response time.");
    }
}

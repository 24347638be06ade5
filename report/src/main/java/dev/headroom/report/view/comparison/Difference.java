package dev.headroom.report.view.comparison;

import dev.headroom.core.laws.SampleMean;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.text.Format;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How one variant differs from the first of its experiment, held against how far runs of the same variant lie apart. Only where variants
 * were run several times.
 */
public final class Difference {

    /** Stands where a difference is no larger than that between runs of the same thing. */
    public static final String NONE_SEEN = "no difference that can be seen";

    /** Less than this, relative, is none at the digits that are shown. */
    private static final double LITTLE = 5e-4;

    private Difference() {}

    public static List<String> of(Repetitions repetitions) {
        List<Repetitions.Group> groups = repetitions.groups();
        return repetitions.times() < 2
                ? List.of()
                : groups.stream()
                        .skip(1)
                        .flatMap(group -> sentence(groups.getFirst(), group).stream())
                        .toList();
    }

    /** {@code lifted against bound: mean −12 % (± 3 %), p95 no difference that can be seen}. */
    private static Optional<String> sentence(Repetitions.Group first, Repetitions.Group other) {
        String figures = Stream.of(Figure.MEAN, Figure.P95, Figure.GOODPUT)
                .flatMap(figure -> words(figure, first, other).stream())
                .collect(Collectors.joining(", "));
        return figures.isEmpty()
                ? Optional.empty()
                : Optional.of(name(other) + " against " + name(first) + ": " + figures);
    }

    private static String name(Repetitions.Group group) {
        return group.shown().variant().name();
    }

    private static Optional<String> words(Figure figure, Repetitions.Group first, Repetitions.Group other) {
        Optional<SampleMean> was = figure.mean(first).filter(mean -> mean.count() > 1 && mean.mean() > 0);
        Optional<SampleMean> is = figure.mean(other).filter(mean -> mean.count() > 1);
        if (was.isEmpty() || is.isEmpty() || figure.atLeast(first) || figure.atLeast(other)) {
            return Optional.empty();
        }
        double change = is.get().mean() / was.get().mean() - 1;
        boolean seen = is.get().differsFrom(was.get()) && Math.abs(change) >= LITTLE;
        double error = is.get().halfWidthOfDifference(was.get());
        return Optional.of(figure.name() + " "
                + (seen
                        ? Format.difference(is.get().mean(), was.get().mean()) + " (±\u00a0"
                                + Format.share(error / was.get().mean()) + ")"
                        : NONE_SEEN));
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

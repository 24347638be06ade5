package dev.headroom.report.view;

import dev.headroom.core.model.ExperimentResult;
import dev.headroom.core.model.Run;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Prose;
import dev.headroom.report.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** An {@link ExperimentResult} in the words and figures that page, Markdown and terminal share. */
public record ReportView(
        String name,
        String title,
        String description,
        String load,
        String started,
        String elapsed,
        boolean completed,
        boolean quick,
        List<Prose> story,
        Optional<Glance> glance,
        List<Step> steps,
        LiveThreads liveThreads,
        List<Cost> costs,
        List<VariantView> variants,
        Optional<Chart> comparison,
        List<Fact> environment,
        String repeat) {

    public static ReportView of(ExperimentResult result) {
        List<Run> runs = result.runs();
        List<VariantView> variants = IntStream.range(0, runs.size())
                .mapToObj(index -> VariantView.of(runs.get(index), index))
                .toList();
        Optional<Run.Environment> environment =
                runs.stream().map(Run::environment).findFirst();
        return new ReportView(
                result.experiment().name(),
                result.experiment().title(),
                result.experiment().description(),
                load(result),
                Moments.text(result.startedAt()),
                Format.elapsed(result.elapsed()),
                result.completed(),
                runs.stream().anyMatch(Run::quick),
                Story.of(result),
                Glance.of(runs),
                Step.of(runs),
                LiveThreads.of(runs),
                Cost.of(runs),
                variants,
                comparison(runs),
                environment.map(Facts::environment).orElse(List.of()),
                environment.map(Run.Environment::repeat).orElse(""));
    }

    /** A quick run has nothing published to compare with. */
    public String comparisonTitle() {
        boolean published =
                Comparison.any(variants.stream().map(VariantView::comparison).toList(), Comparison.Metric::published);
        return published ? "Published, predicted, measured" : "Predicted and measured";
    }

    /** As it was put on, which {@code --quick} shortens; that of most variants, where some have one of their own. */
    static String load(ExperimentResult result) {
        return Words.of(result.runs().stream()
                .min(Comparator.comparing(run -> run.variant().load().isPresent()))
                .map(Run::load)
                .orElse(result.experiment().load()));
    }

    /** How the runs of a quick experiment compare; empty for others. */
    public Optional<String> quickNote() {
        return quick
                ? Optional.of(
                        "This was a quick run: its load is shorter than the one behind the published figures, so they do"
                                + " not compare and are left out. Compare with the prediction, which is made for the shortened load.")
                : Optional.empty();
    }

    private static Optional<Chart> comparison(List<Run> runs) {
        List<String> lines = new ArrayList<>();
        for (Run run : runs) {
            run.result()
                    .filter(result -> !result.latency().curve().isEmpty())
                    .ifPresent(result -> lines.add(run.variant().name() + " p95 "
                            + Format.time(result.latency().p95()) + ", max "
                            + Format.time(result.latency().max())));
        }
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(new Chart(
                        "comparison",
                        -1,
                        "",
                        0,
                        0,
                        "Response time by percentile, all variants",
                        "from the intended start, log scale",
                        String.join("; ", lines) + "."));
    }
}

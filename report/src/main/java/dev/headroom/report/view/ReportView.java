package dev.headroom.report.view;

import dev.headroom.core.model.ExperimentResult;
import dev.headroom.core.model.Run;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Prose;
import dev.headroom.report.text.Words;
import java.util.ArrayList;
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
                // as it was put on, which --quick shortens
                Words.of(
                        runs.isEmpty()
                                ? result.experiment().load()
                                : runs.getFirst().load()),
                Moments.text(result.startedAt()),
                Format.elapsed(result.elapsed()),
                result.completed(),
                runs.stream().anyMatch(Run::quick),
                Story.of(result),
                Glance.of(runs),
                variants,
                comparison(runs),
                environment.map(Facts::environment).orElse(List.of()),
                environment.map(Run.Environment::repeat).orElse(""));
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
                        "Response time by percentile, all variants",
                        "from the intended start, log scale",
                        String.join("; ", lines) + "."));
    }
}

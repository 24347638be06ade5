package dev.headroom.report.view;

import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.experiment.Service;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Prose;
import dev.headroom.report.text.Words;
import dev.headroom.report.view.chart.Chart;
import dev.headroom.report.view.chart.LiveThreads;
import dev.headroom.report.view.comparison.Comparison;
import dev.headroom.report.view.comparison.Cost;
import dev.headroom.report.view.comparison.Difference;
import dev.headroom.report.view.comparison.Expected;
import dev.headroom.report.view.comparison.Glance;
import dev.headroom.report.view.comparison.Repetitions;
import dev.headroom.report.view.comparison.Story;
import dev.headroom.report.view.variant.Fact;
import dev.headroom.report.view.variant.Facts;
import dev.headroom.report.view.variant.VariantView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
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
        List<Prose> story,
        Optional<Glance> glance,
        LiveThreads liveThreads,
        List<Cost> costs,
        List<VariantView> variants,
        Expected expected,
        List<String> differences,
        List<String> notes,
        Optional<Chart> comparison,
        List<Fact> environment,
        String repeat) {

    public static ReportView of(ExperimentResult result) {
        Repetitions repetitions = Repetitions.of(result.runs());
        List<Run> runs = repetitions.shown();
        List<VariantView> variants = IntStream.range(0, runs.size())
                .mapToObj(index -> VariantView.of(repetitions, index))
                .toList();
        Optional<Run.Environment> environment =
                runs.stream().map(Run::environment).findFirst();
        return new ReportView(
                result.experiment().name(),
                result.experiment().title(),
                result.experiment().description(),
                load(result),
                Format.moment(result.startedAt()),
                Format.elapsed(result.elapsed()),
                result.completed(),
                Story.of(result),
                Glance.of(runs),
                LiveThreads.of(runs),
                Cost.of(runs),
                variants,
                Expected.of(repetitions),
                Difference.of(repetitions),
                notes(result),
                comparison(runs),
                environment.map(Facts::environment).orElse(List.of()),
                environment.map(Run.Environment::repeat).orElse(""));
    }

    /** A quick run has nothing published to compare with. */
    public boolean published() {
        return Comparison.any(variants.stream().map(VariantView::comparison).toList(), Comparison.Metric::published);
    }

    public String comparisonTitle() {
        return published() ? "Published, predicted, measured" : "Predicted and measured";
    }

    /** As it was put on, which {@code --quick} shortens; that of most variants, where some have one of their own. */
    static String load(ExperimentResult result) {
        return Words.of(result.runs().stream()
                .min(Comparator.comparing(run -> run.variant().load().isPresent()))
                .map(Run::load)
                .orElse(result.experiment().load()));
    }

    /** How these runs are not those of the file as it stands, and how often each was made. */
    private static List<String> notes(ExperimentResult result) {
        List<Run> runs = result.runs();
        List<String> notes = new ArrayList<>(guests(result));
        boolean published =
                runs.stream().anyMatch(run -> !run.variant().published().isEmpty());
        if (runs.stream().anyMatch(Run::quick)) {
            notes.add(
                    published
                            ? "This was a quick run: its load is shorter than the one behind the published figures, so they do"
                                    + " not compare and are left out. Compare with the prediction, which is made for the shortened load."
                            : "This was a quick run: its load is shorter than that of the experiment file. A limit that shows only"
                                    + " later does not show here.");
        }
        String overrides = runs.stream()
                .flatMap(run -> run.overrides().stream())
                .distinct()
                .collect(Collectors.joining(", "));
        if (!overrides.isEmpty()) {
            notes.add("The command line had it in place of what the experiment file says: " + overrides + "."
                    + (published
                            ? " Figures that were published for the file's own load and settings do not compare and are left out."
                            : ""));
        }
        Difference.note(runs).ifPresent(notes::add);
        return notes;
    }

    private static Optional<Chart> comparison(List<Run> runs) {
        List<String> lines = new ArrayList<>();
        for (Run run : runs) {
            run.result()
                    .filter(result -> !result.latency().curve().isEmpty())
                    .ifPresent(result -> lines.add(run.variant().name() + words(result.latency())));
        }
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(new Chart(
                        "comparison",
                        -1,
                        "Response time of the successful by percentile, all variants",
                        "from the intended start, log scale",
                        String.join("; ", lines) + "."));
    }

    private static String words(Latency latency) {
        return latency.at(Latency.Quantile.P95)
                        .map(p95 -> " p95 " + Format.time(p95) + ",")
                        .orElse("")
                + latency.longest().map(max -> " max " + Format.time(max)).orElse("");
    }

    /** What is to be said of services that ran before their experiment. */
    private static List<String> guests(ExperimentResult result) {
        return result.experiment().services().stream()
                .filter(Service::runsAlready)
                .map(service -> note(service, result))
                .toList();
    }

    private static String note(Service service, ExperimentResult result) {
        boolean watched = service.name().equals(result.experiment().watch());
        String process = watched ? processes(result.runs()) : "";
        String there = service.name() + " ran before this experiment" + process;
        String left = !watched || !moved(result.runs()) ? "was left as it was" : "was left running";
        String limits = !watched
                ? ""
                : moved(result.runs())
                        ? ", and limits of it were moved with consent, as its verdicts tell"
                        : ", and no limit of it was moved";
        return there + " and " + left + ": nobody started or stopped it" + limits + ".";
    }

    private static String processes(List<Run> runs) {
        String pids = runs.stream()
                .flatMap(run -> run.observation().stream())
                .filter(seen -> !seen.probe().sawNothing())
                .map(Observation::jvm)
                .map(jvm -> Long.toString(jvm.pid()))
                .distinct()
                .collect(Collectors.joining(", "));
        return pids.isEmpty() ? "" : " (process " + pids + ")";
    }

    /** Of the service, not of its load. */
    private static boolean moved(List<Run> runs) {
        return runs.stream()
                .flatMap(run -> run.diagnosis().stream())
                .flatMap(found -> found.moves().stream())
                .anyMatch(one -> !one.move().parts().stream().allMatch(Part::isLoad));
    }
}

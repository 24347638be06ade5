package dev.headroom.report.view;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.text.Binding;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Prose;
import dev.headroom.report.text.Tone;
import dev.headroom.report.view.comparison.Comparison;
import dev.headroom.report.view.comparison.Comparison.Cell;
import dev.headroom.report.view.comparison.Comparison.Metric;
import dev.headroom.report.view.comparison.Expected;
import dev.headroom.report.view.comparison.Figure;
import dev.headroom.report.view.comparison.Repetitions;
import dev.headroom.report.view.comparison.Story;
import dev.headroom.report.view.comparison.TurnView;
import dev.headroom.report.view.variant.StepView;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Several experiments on one page: of each variant what bound it and how it did, and where the whole story is. */
public record IndexView(
        String started, String elapsed, boolean completed, boolean quick, String verdicts, List<Section> sections) {

    /** @param link to the experiment's own page; empty where it has none */
    public record Section(
            String name,
            String anchor,
            String title,
            String link,
            String load,
            String elapsed,
            List<Prose> story,
            Optional<String> failure,
            Optional<Outcome> outcome,
            Expected expected,
            List<Row> rows) {

        /** A quick run has nothing published to compare with. */
        public boolean published() {
            return rows.stream().anyMatch(row -> !row.published().isEmpty());
        }
    }

    /**
     * One experiment in a line.
     *
     * @param limit what bound the variant that did worst
     * @param change its throughput and that of the variant that lifts it
     * @param times mean response times of the two
     * @param share of the limit of physics that is reached then
     */
    public record Outcome(
            String bound, String limit, String lifted, String change, String times, String share, boolean proved) {}

    /** @param link to the variant on its experiment's page; empty where there is none */
    public record Row(
            Comparison comparison,
            StepView step,
            String link,
            Cell published,
            Cell throughput,
            Cell mean,
            Cell errors) {}

    /** Experiments whose worst variant was lifted: what the page says first. */
    public List<Section> told() {
        return sections.stream()
                .filter(section -> section.outcome().isPresent())
                .toList();
    }

    public static IndexView of(Instant startedAt, Duration elapsed, List<IndexEntry> entries) {
        List<Run> runs = entries.stream()
                .flatMap(entry -> Repetitions.of(entry.result().runs()).shown().stream())
                .toList();
        return new IndexView(
                Format.moment(startedAt),
                Format.elapsed(elapsed),
                entries.stream().allMatch(IndexEntry::completed),
                runs.stream().anyMatch(Run::quick),
                verdicts(runs),
                sections(entries));
    }

    /** Of several runs of one experiment each has an anchor of its own. */
    private static List<Section> sections(List<IndexEntry> entries) {
        Map<String, Integer> seen = new HashMap<>();
        return entries.stream()
                .map(entry -> {
                    String name = entry.result().experiment().name();
                    int nth = seen.merge(name, 1, Integer::sum);
                    return section(entry, nth == 1 ? name : name + "-" + nth);
                })
                .toList();
    }

    /** {@code 27 variants: 13 bound by a limit, 12 bound by the load alone, 2 without a verdict}. */
    private static String verdicts(List<Run> runs) {
        StringBuilder text =
                new StringBuilder(Format.count(runs.size()) + (runs.size() == 1 ? " variant" : " variants"));
        String separator = ": ";
        long slow = runs.stream().filter(run -> Tone.of(run) == Tone.SLOW).count();
        for (Tone tone : List.of(Tone.BOUND, Tone.FREE, Tone.OPEN, Tone.FAILED)) {
            long count = runs.stream()
                    .map(Tone::of)
                    .filter(its -> its == tone || tone == Tone.FREE && its.isFree())
                    .count();
            if (count > 0) {
                text.append(separator)
                        .append(Format.count(count))
                        .append(
                                switch (tone) {
                                    case BOUND -> " bound by a limit";
                                    case FREE, SLOW ->
                                        " bound by the load alone" + (slow > 0 ? " (" + slow + " of them slow)" : "");
                                    case OPEN -> " without a verdict";
                                    case FAILED -> " broken off";
                                });
                separator = ", ";
            }
        }
        return text.toString();
    }

    private static Section section(IndexEntry entry, String anchor) {
        ExperimentResult result = entry.result();
        Repetitions repetitions = Repetitions.of(result.runs());
        List<Run> runs = repetitions.shown();
        return new Section(
                result.experiment().name(),
                anchor,
                result.experiment().title(),
                entry.link().orElse(""),
                ReportView.load(result),
                Format.elapsed(result.elapsed()),
                runs.isEmpty() ? List.of() : Story.of(result),
                entry.failure(),
                TurnView.of(runs).filter(TurnView::lifts).map(IndexView::outcome),
                Expected.of(repetitions),
                IntStream.range(0, runs.size())
                        .mapToObj(index -> row(repetitions, index, entry.link()))
                        .toList());
    }

    private static Outcome outcome(TurnView turn) {
        Run best = turn.best().orElseThrow();
        return new Outcome(
                turn.bound().variant().name(),
                Binding.of(turn.bound()),
                best.variant().name(),
                rate(turn.bound()) + " → " + rate(best),
                Format.time(TurnView.mean(turn.bound())) + " → " + Format.time(TurnView.mean(best)),
                Figure.shareOfPhysics(best).map(Format::share).orElse(Format.NONE),
                turn.bound()
                        .diagnosis()
                        .filter(diagnosis -> diagnosis.standing() == Diagnosis.Standing.PROVED)
                        .isPresent());
    }

    private static String rate(Run run) {
        return run.goodput().map(Format::rate).orElse(Format.NONE);
    }

    private static Row row(Repetitions repetitions, int index, Optional<String> link) {
        String anchor = Comparison.anchor(index);
        Comparison comparison = Comparison.of(repetitions.groups().get(index), anchor);
        // what was published is of the whole run, and so is what stands beside it
        boolean published = repetitions.shown().stream()
                .anyMatch(run -> run.published().throughput().isPresent());
        Cell told =
                cell(comparison, Comparison.THROUGHPUT).map(Metric::published).orElse(Cell.NONE);
        return new Row(
                comparison,
                StepView.of(index, repetitions),
                link.map(page -> page + "#" + anchor).orElse(""),
                told,
                cell(comparison, published ? Comparison.THROUGHPUT : Comparison.GOODPUT)
                        .map(Metric::measured)
                        .orElse(Cell.NONE),
                cell(comparison, "mean").map(Metric::measured).orElse(Cell.NONE),
                cell(comparison, "errors").map(Metric::measured).orElse(Cell.NONE));
    }

    private static Optional<Metric> cell(Comparison comparison, String name) {
        return comparison.metrics().stream()
                .filter(metric -> metric.name().equals(name))
                .findFirst();
    }
}

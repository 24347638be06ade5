package dev.headroom.report.view.comparison;

import dev.headroom.core.laws.SampleMean;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.text.Binding;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Tone;
import dev.headroom.report.text.Words;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The runs of an experiment by variant, in the order of the first of each. Where a variant was run several times one run stands for all in
 * what is told of a single run; figures are means over all of them.
 */
public record Repetitions(List<Group> groups) {

    public static Repetitions of(List<Run> runs) {
        Map<String, List<Run>> byVariant = runs.stream()
                .collect(Collectors.groupingBy(run -> run.variant().name(), LinkedHashMap::new, Collectors.toList()));
        return new Repetitions(byVariant.values().stream().map(Group::new).toList());
    }

    public List<Run> shown() {
        return groups.stream().map(Group::shown).toList();
    }

    /** The one that {@code run} stands for. */
    public Group of(Run run) {
        return groups.stream()
                .filter(group -> group.runs().contains(run))
                .findFirst()
                .orElseGet(() -> new Group(List.of(run)));
    }

    /** How often the variants were run: the most of any of them. */
    int times() {
        return groups.stream().mapToInt(group -> group.runs().size()).max().orElse(0);
    }

    /** All runs of one variant, at least one. */
    public record Group(List<Run> runs) {

        /**
         * The one whose mean response time is the middle one of those with the most frequent verdict, and of two middle ones the slower; where two verdicts are as
         * frequent, of those with the slowest run. One that broke off, or is void, only where all are.
         */
        public Run shown() {
            Map<String, List<Run>> byVerdict = counted().stream()
                    .sorted(Comparator.comparing(TurnView::mean))
                    .collect(Collectors.groupingBy(Binding::of, LinkedHashMap::new, Collectors.toList()));
            List<Run> most = byVerdict.values().stream()
                    .max(Comparator.<List<Run>>comparingInt(List::size)
                            .thenComparing(List::getLast, Comparator.comparing(TurnView::mean)))
                    .orElseThrow();
            return most.get(most.size() / 2);
        }

        private List<Run> counted() {
            List<Run> whole = runs.stream()
                    .filter(run -> run.failure().isEmpty() && !Tone.isVoid(run))
                    .toList();
            return whole.isEmpty() ? runs : whole;
        }

        /** A figure of those runs that have it; empty where none has. */
        Optional<SampleMean> mean(Function<Run, Optional<Double>> figure) {
            List<Double> values =
                    counted().stream().map(figure).flatMap(Optional::stream).toList();
            return values.isEmpty() ? Optional.empty() : Optional.of(SampleMean.of(values));
        }

        /** What binds, and in how many of several runs. */
        public String binds() {
            if (runs.size() == 1) {
                return Binding.of(shown());
            }
            Map<String, List<Run>> verdicts =
                    runs.stream().collect(Collectors.groupingBy(Binding::of, LinkedHashMap::new, Collectors.toList()));
            return verdicts.entrySet().stream()
                    .sorted(Comparator.comparing(verdict -> -verdict.getValue().size()))
                    .map(verdict -> verdict.getKey() + " (" + verdict.getValue().size() + " of "
                            + Format.count(runs.size()) + " runs"
                            + (standing().isPresent() ? "" : grades(verdict.getValue())) + ")")
                    .collect(Collectors.joining("; "));
        }

        /** {@code : 1 proved, 2 suspected}. */
        private static String grades(List<Run> alike) {
            Map<Diagnosis.Standing, Long> grades = alike.stream()
                    .flatMap(run -> Comparison.standing(run).stream())
                    .collect(Collectors.groupingBy(
                            grade -> grade, () -> new EnumMap<>(Diagnosis.Standing.class), Collectors.counting()));
            return grades.isEmpty()
                    ? ""
                    : grades.entrySet().stream()
                            .map(grade -> grade.getValue() + " " + Words.of(grade.getKey()))
                            .collect(Collectors.joining(", ", ": ", ""));
        }

        /** What all runs say, with the same grade; empty where they differ, and where nothing is claimed that could stand. */
        public Optional<Diagnosis.Standing> standing() {
            Optional<Diagnosis.Standing> one = Comparison.standing(shown());
            return runs.stream()
                            .allMatch(run -> Comparison.standing(run).equals(one)
                                    && Binding.of(run).equals(Binding.of(shown())))
                    ? one
                    : Optional.empty();
        }
    }
}

package dev.headroom.report.view.variant;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.text.Binding;
import dev.headroom.report.text.ProofWords;
import dev.headroom.report.view.chart.Chart;
import dev.headroom.report.view.chart.Charts;
import dev.headroom.report.view.comparison.Comparison;
import dev.headroom.report.view.comparison.Repetitions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All that is said of one variant, in the order in which a reader wants it: the verdict, where the time goes, the proof, the raw detail. */
public record VariantView(
        String anchor,
        String name,
        String description,
        String request,
        String verdict,
        Comparison comparison,
        StepView step,
        FoundView found,
        Optional<String> lifted,
        Optional<String> failure,
        Optional<String> bound,
        Optional<KindTable> kinds,
        List<Chart> overTime,
        List<Chart> percentiles,
        List<String> notes,
        Optional<String> predictionBasis,
        List<Fact.Group> facts) {

    public static VariantView of(Repetitions repetitions, int index) {
        Repetitions.Group group = repetitions.groups().get(index);
        Run run = group.shown();
        String anchor = Comparison.anchor(index);
        FoundView found = FoundView.of(run, index);
        return new VariantView(
                anchor,
                run.variant().name(),
                run.variant().description(),
                run.variant().requestLine(),
                Binding.verdict(run),
                Comparison.of(group, anchor),
                StepView.of(index, repetitions),
                found,
                run.diagnosis().flatMap(Diagnosis::lifted).map(lifted -> MoveView.sentence(ProofWords.of(lifted))),
                run.failure(),
                BoundView.of(run),
                KindTable.of(run),
                Charts.overTime(run, index),
                Charts.percentiles(run, index),
                Stream.concat(
                                found.notes().stream(),
                                run.physics().stream().map(physics -> "Limit of physics: " + physics.because()))
                        .toList(),
                run.prediction().map(prediction -> prediction.basis()),
                Facts.of(run));
    }
}

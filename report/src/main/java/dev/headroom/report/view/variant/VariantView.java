package dev.headroom.report.view.variant;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.text.Binding;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.ProofWords;
import dev.headroom.report.text.Tone;
import dev.headroom.report.text.Words;
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
        String summary,
        Optional<String> earned,
        Optional<String> lifted,
        Optional<String> failure,
        Optional<String> bound,
        Optional<Breakdown> breakdown,
        Optional<KindTable> kinds,
        List<ChainLink> chain,
        List<HoldingView> holdings,
        Optional<Diagnosis.Remedy> remedy,
        Optional<String> next,
        List<MoveView> moves,
        List<RivalRow> rivals,
        Optional<TermsView> terms,
        List<Chart> overTime,
        List<Chart> threads,
        List<Chart> percentiles,
        List<ResourceRow> resources,
        List<PoolRow> pools,
        List<CallRow> calls,
        Optional<String> predictionBasis,
        List<String> notes,
        List<Fact.Group> facts) {

    public static VariantView of(Repetitions.Group group, int index) {
        Run run = group.shown();
        String anchor = Comparison.anchor(index);
        return new VariantView(
                anchor,
                run.variant().name(),
                run.variant().description(),
                run.variant().requestLine(),
                Binding.verdict(run),
                Comparison.of(group, anchor),
                run.diagnosis()
                        .map(Diagnosis::summary)
                        .or(() -> run.leftOut().map(VariantView::leftOut))
                        .orElse(""),
                ProofWords.of(run),
                run.diagnosis().flatMap(Diagnosis::lifted).map(lifted -> MoveView.sentence(ProofWords.of(lifted))),
                run.failure(),
                BoundView.of(run),
                Breakdown.of(run),
                KindTable.of(run),
                ChainLink.of(run),
                HoldingView.of(run),
                run.diagnosis().flatMap(Diagnosis::remedy),
                run.diagnosis().flatMap(StepView::next).map(next -> next(next, Tone.of(run))),
                MoveView.of(run, index),
                RivalRow.of(run),
                TermsView.of(run),
                Charts.overTime(run, index),
                Charts.threads(run, index),
                Charts.percentiles(run, index),
                ResourceRow.of(run),
                PoolRow.of(run),
                CallRow.of(run),
                run.prediction().map(prediction -> prediction.basis()),
                Stream.concat(
                                notes(run.diagnosis(), run.observation()),
                                run.physics().stream().map(physics -> "Limit of physics: " + physics.because()))
                        .toList(),
                Facts.of(run));
    }

    /** Whether anything is waited for that only so many may hold. */
    public boolean contended() {
        return resources.stream().anyMatch(ResourceRow::binding);
    }

    /** The sentence of a variant that was not run. */
    static String leftOut(String why) {
        return "It was left out: " + why + ".";
    }

    public static String next(Diagnosis.NextLimit next, Tone tone) {
        return (tone.isFree() ? "First to bind would be " : "Next to bind would be ") + Words.of(next.limit()) + ", at "
                + Format.rate(next.ceiling()) + ".";
    }

    /** What is to be known of a verdict, and of how it was seen. */
    public static Stream<String> notes(Optional<Diagnosis> diagnosis, Optional<Observation> seen) {
        return Stream.concat(
                diagnosis.stream().flatMap(one -> one.notes().stream()),
                seen.stream().flatMap(one -> one.notes().stream()));
    }
}

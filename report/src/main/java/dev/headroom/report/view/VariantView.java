package dev.headroom.report.view;

import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Pool;
import dev.headroom.core.model.Run;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All that is said of one variant, in the order in which a reader wants it: the verdict, where the time goes, the proof, the raw detail. */
public record VariantView(
        String anchor,
        String name,
        String description,
        String request,
        String verdict,
        Comparison comparison,
        String summary,
        Optional<String> failure,
        Optional<String> bound,
        Optional<Breakdown> breakdown,
        Optional<KindTable> kinds,
        List<ChainLink> chain,
        List<Holding> holdings,
        Optional<Diagnosis.Remedy> remedy,
        Optional<String> next,
        List<MoveView> moves,
        List<RivalRow> rivals,
        Optional<Terms> terms,
        List<Chart> overTime,
        List<Chart> threads,
        List<Chart> percentiles,
        List<ResourceRow> resources,
        List<PoolRow> pools,
        List<CallRow> calls,
        Optional<String> predictionBasis,
        List<String> notes,
        List<Fact.Group> facts) {

    public record PoolRow(
            String name,
            String kind,
            String workers,
            String busy,
            String utilization,
            String queue,
            String holding,
            String full,
            List<Holding.Site> sites) {}

    public record CallRow(
            String target, String rate, String holding, String error, String concurrency, String source) {}

    static VariantView of(Repetitions.Group group, int index) {
        Run run = group.shown();
        String anchor = anchor(index);
        return new VariantView(
                anchor,
                run.variant().name(),
                run.variant().description(),
                run.variant().requestLine(),
                Binding.verdict(run),
                Comparison.of(group, anchor),
                run.diagnosis().map(Diagnosis::summary).orElse(""),
                run.failure(),
                Bound.of(run),
                Breakdown.of(run),
                KindTable.of(run),
                ChainLink.of(run),
                Holding.of(run),
                run.diagnosis().flatMap(Diagnosis::remedy),
                run.diagnosis().flatMap(Step::next).map(next -> next(next, Tone.of(run))),
                MoveView.of(run, index),
                RivalRow.of(run),
                Terms.of(run),
                Charts.overTime(run, index),
                Charts.threads(run, index),
                Charts.percentiles(run, index),
                ResourceRow.of(run),
                run.observation().map(Observation::pools).orElse(List.of()).stream()
                        .map(VariantView::row)
                        .toList(),
                run.observation().map(Observation::calls).orElse(List.of()).stream()
                        .map(VariantView::row)
                        .toList(),
                run.prediction().map(prediction -> prediction.basis()),
                notes(run),
                Facts.of(run));
    }

    /** Whether anything is waited for that only so many may hold. */
    public boolean contended() {
        return resources.stream().anyMatch(ResourceRow::binding);
    }

    static String anchor(int index) {
        return "variant-" + (index + 1);
    }

    private static String next(Diagnosis.NextLimit next, Tone tone) {
        return (tone == Tone.FREE ? "First to bind would be " : "Next to bind would be ") + Words.of(next.limit())
                + ", at " + Format.rate(next.ceiling()) + ".";
    }

    private static PoolRow row(Pool pool) {
        return new PoolRow(
                pool.name(),
                Words.of(pool.kind()),
                Format.workers(pool.workers())
                        + (pool.maximum().isPresent()
                                ? " of " + Format.count(pool.maximum().getAsInt())
                                : ""),
                Format.workers(pool.active()),
                pool.maximum().isPresent() ? Format.share(pool.utilization()) : "no bound",
                Format.workers(pool.queue()) + ", max " + Format.workers(pool.queueMax()),
                pool.holdingTime().map(time -> Format.seconds(time.value())).orElse(Format.NONE),
                Format.share(pool.saturatedShare()),
                Holding.sites(pool.sites(), Holding.Of.HOLDERS, ResourceRow.MOST));
    }

    private static CallRow row(Observation.Call call) {
        return new CallRow(
                call.target(),
                Format.rate(call.rate()),
                Format.seconds(call.holdingTime().value()),
                Format.error(call.holdingTime(), "s"),
                Format.workers(call.concurrency()),
                call.holdingTime().source());
    }

    private static List<String> notes(Run run) {
        List<String> notes =
                new ArrayList<>(run.diagnosis().map(Diagnosis::notes).orElse(List.of()));
        notes.addAll(run.observation().map(Observation::notes).orElse(List.of()));
        run.physics().ifPresent(physics -> notes.add("Limit of physics: " + physics.because()));
        return notes;
    }
}

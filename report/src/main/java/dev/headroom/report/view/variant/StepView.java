package dev.headroom.report.view.variant;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.core.statistics.Share;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.MoveWords;
import dev.headroom.report.text.ProofWords;
import dev.headroom.report.text.Tone;
import dev.headroom.report.text.Words;
import dev.headroom.report.view.comparison.Figure;
import dev.headroom.report.view.comparison.Repetitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One variant as a step of the experiment's story: which limits of other variants it lifts and with what effect, what it
 * reaches, and what more is told of what binds it now. The steps stand in the order of the experiment file.
 *
 * @param throughput empty text where nothing was measured
 * @param share of the limit of physics that was reached, 0 to 1; empty where there is none to compare with
 * @param detail what the limit gives and what would bind after it, or why nothing can be said
 */
public record StepView(
        int number,
        List<Effect> effects,
        String throughput,
        Optional<Double> share,
        List<String> figures,
        List<String> detail) {

    /** From so many times the throughput on a next limit is none to speak of. */
    private static final double FAR = 100;

    public static StepView of(int index, Repetitions repetitions) {
        Run run = repetitions.shown().get(index);
        return new StepView(
                index + 1,
                Effect.of(run, repetitions),
                run.goodput().isPresent()
                        ? Figure.GOODPUT.text(repetitions.groups().get(index))
                        : "",
                Figure.shareOfPhysics(run),
                figures(run),
                detail(run));
    }

    /** {@code 98 % of physics · mean 1.01 s · 3 % errors}. */
    public String reached() {
        List<String> all = new ArrayList<>();
        share.ifPresent(part -> all.add(Format.share(part) + " of physics"));
        all.addAll(figures);
        return String.join(" · ", all);
    }

    /** Whole percents for the width of a bar. */
    public int percent() {
        return (int) Math.round(Math.clamp(share.orElse(0.0), 0, 1) * 100);
    }

    private static List<String> figures(Run run) {
        List<String> figures = new ArrayList<>();
        run.result().ifPresent(result -> {
            if (result.latency().count() > 0) {
                figures.add(mean(result) + " " + Format.time(result.latency().mean()));
            }
            if (result.failed() > 0) {
                figures.add(Figure.errors(result));
            }
        });
        return figures;
    }

    static String mean(LoadResult result) {
        return result.failed() == 0
                ? "mean"
                : "mean of " + Format.count(result.latency().count()) + " successful";
    }

    private static List<String> detail(Run run) {
        if (run.failure().isPresent() || run.diagnosis().isEmpty()) {
            return run.leftOut().map(FoundView::leftOut).stream().toList();
        }
        Diagnosis diagnosis = run.diagnosis().get();
        if (Tone.of(run) == Tone.OPEN) {
            return List.of(diagnosis.summary());
        }
        List<String> detail = new ArrayList<>();
        if (Tone.of(run) == Tone.SLOW) {
            detail.add(Format.digits(Tone.overPhysics(run).orElseThrow()) + " times the limit of physics");
        }
        diagnosis.ceiling().ifPresent(ceiling -> detail.add("ceiling " + Format.perSecond(ceiling.value())));
        ProofWords.brief(diagnosis).ifPresent(detail::add);
        diagnosis.lifted().map(ProofWords::of).ifPresent(detail::add);
        next(diagnosis)
                .ifPresent(next -> detail.add((FoundView.knowsSizes(run) ? "" : "of what was seen, ")
                        + (Tone.of(run).isFree() ? "first to bind would be " : "next would be ")
                        + words(diagnosis, next)));
        return detail;
    }

    /** {@code the load itself, at 78.9/s, then hikari, 25 connections, at 82/s}: a load that gets no more ends it first, if what binds now is lower. */
    static String words(Diagnosis diagnosis, Diagnosis.NextLimit next) {
        return diagnosis
                        .account()
                        .bound()
                        .map(Measure::value)
                        .filter(most -> diagnosis.bindingLimit().isPresent()
                                && most
                                        > diagnosis
                                                .ceiling()
                                                .orElse(diagnosis.throughput())
                                                .value()
                                && most < next.ceiling().perSecond())
                        .map(most -> "the load itself, at " + Format.perSecond(most) + ", then ")
                        .orElse("")
                + Words.of(next.limit()) + ", at " + Format.rate(next.ceiling());
    }

    /** What is far beyond the throughput says nothing: something else, that was not seen, would bind before it. */
    static Optional<Diagnosis.NextLimit> next(Diagnosis diagnosis) {
        return diagnosis
                .next()
                .filter(next -> next.ceiling().perSecond()
                        <= FAR
                                * Math.max(
                                        diagnosis.throughput().value(),
                                        diagnosis.ceiling().map(Measure::value).orElse(0.0)))
                .filter(next -> diagnosis.bindingLimit().isPresent()
                        || diagnosis.moves().stream()
                                .noneMatch(moved -> isRefuted(next.ceiling().perSecond(), moved)));
    }

    /** Whether something bound before it when nothing but the load was raised. */
    private static boolean isRefuted(double ceiling, Intervention moved) {
        return moved.move().subject() == Subject.LOAD
                && (moved.outcome() == Outcome.PART || moved.outcome() == Outcome.NONE)
                && MoveWords.mean(moved, true) * (1 + Share.SAME) < ceiling;
    }
}

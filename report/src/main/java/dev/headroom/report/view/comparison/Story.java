package dev.headroom.report.view.comparison;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.experiment.Physics;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.Run;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.report.text.Binding;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Prose;
import dev.headroom.report.text.Tone;
import dev.headroom.report.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The experiment in a few sentences, computed from its runs: what was bound by what, what that cost, what lifting it
 * brought, and what can not be said.
 */
public final class Story {

    /** More names than this are not read but skipped. */
    private static final int MANY = 4;

    /** Of the requests (0 to 1): by more the one fails more often. */
    private static final double FEW = Thresholds.FEW;

    private final Repetitions repetitions;
    private final List<Run> runs;

    private Story(Repetitions repetitions) {
        this.repetitions = repetitions;
        this.runs = repetitions.shown();
    }

    public static List<Prose> of(ExperimentResult result) {
        return new Story(Repetitions.of(result.runs())).tell();
    }

    private List<Prose> tell() {
        if (runs.isEmpty()) {
            return List.of(Prose.of("No variant was run."));
        }
        List<Prose> sentences = new ArrayList<>();
        Optional<TurnView> turn = TurnView.of(runs);
        turn.ifPresent(told -> {
            List<Run> alike = runs.stream()
                    .filter(run -> Tone.of(run) == Tone.BOUND && Binding.of(run).equals(Binding.of(told.bound())))
                    .toList();
            sentences.add(bound(told.bound(), alike));
            lifted(told).ifPresent(sentences::add);
        });
        others(turn.map(told -> Binding.of(told.bound())).orElse("")).ifPresent(sentences::add);
        free().ifPresent(sentences::add);
        open().forEach((why, group) -> sentences.add(names(group).then(why)));
        List<Run> failed =
                runs.stream().filter(run -> Tone.of(run) == Tone.FAILED).toList();
        if (!failed.isEmpty()) {
            sentences.add(Prose.of("Broken off: ").then(names(failed)).then(". "));
        }
        return sentences;
    }

    private static Prose bound(Run worst, List<Run> group) {
        Diagnosis diagnosis = worst.diagnosis().orElseThrow();
        Prose prose = names(group)
                .then(group.size() == 1 ? " is bound by " : " are bound by ")
                .then(Binding.prose(worst));
        prose = prose.then(give(group));
        List<String> costs = new ArrayList<>();
        diagnosis
                .backlogGrowth()
                .ifPresent(growth ->
                        costs.add("the backlog grows by " + Format.workers(growth) + " requests every second"));
        Optional<Latency.Time> p95 = p95(worst);
        boolean failed = worst.result().filter(result -> result.failed() > 0).isPresent();
        costs.add(
                worst.load() instanceof Load.Open && p95.isPresent()
                        ? p95.get().atLeast()
                                ? "one request in twenty takes at least "
                                        + Format.time(p95.get().value())
                                : "one response in twenty takes longer than " + Format.time(p95.get())
                        : (failed ? "a successful response takes " : "a response takes ")
                                + Format.time(TurnView.mean(worst)) + " on average");
        worst.result()
                .filter(result -> result.failed() > 0)
                .ifPresent(result -> costs.add(Format.share(Figure.failed(result)) + " of the requests fail"));
        Prose whose = group.size() == 1
                ? Prose.EMPTY
                : Prose.of("with ", worst.variant().name(), ", ");
        return prose.then(": ").then(whose).then(String.join(", and ", costs) + ". ");
    }

    /** {@code , which can give 11.5/s to 16.6/s where 20/s are asked for}; empty where not all have a ceiling. */
    private static String give(List<Run> group) {
        List<Double> ceilings = group.stream()
                .flatMap(run -> run.diagnosis().flatMap(Diagnosis::ceiling).stream())
                .map(Measure::value)
                .sorted()
                .toList();
        if (ceilings.size() < group.size()) {
            return "";
        }
        String least = Format.perSecond(ceilings.getFirst());
        String most = Format.perSecond(ceilings.getLast());
        List<Optional<Rate>> offered =
                group.stream().map(run -> run.load().offered()).distinct().toList();
        return ", which can give " + least + (most.equals(least) ? "" : " to " + most)
                + Optional.of(offered)
                        .filter(rates -> rates.size() == 1)
                        .flatMap(List::getFirst)
                        .map(rate -> " where " + Format.rate(rate) + " are asked for")
                        .orElse("");
    }

    /** What the last variant that lifts it brings: the time where the rate is given, the rate where users wait. */
    private Optional<Prose> lifted(TurnView turn) {
        return turn.best()
                .flatMap(best -> turn.bound().load() instanceof Load.Open && !failsMore(turn, best)
                        ? sooner(turn, best)
                        : more(turn, best));
    }

    /** Who is turned away at once takes no time, and times are of those who are not. */
    private static boolean failsMore(TurnView turn, Run best) {
        return failed(best) > failed(turn.bound()) + FEW;
    }

    private static double failed(Run run) {
        return run.result().map(Figure::failed).orElse(0.0);
    }

    private Optional<Prose> sooner(TurnView turn, Run best) {
        Optional<Latency.Time> was = p95(turn.bound());
        Optional<Latency.Time> is = p95(best).filter(time -> !time.atLeast());
        if (was.isEmpty() || is.isEmpty()) {
            return Optional.empty();
        }
        double ratio = Times.seconds(was.get().value()) / Times.seconds(is.get().value());
        if (!differ(turn, best, Figure.P95)) {
            return Optional.of(same(best));
        }
        if (ratio <= 1) {
            return Optional.empty();
        }
        String physics = best.physics()
                .flatMap(Physics::responseTime)
                .map(bound -> "; no request could be answered sooner than " + Format.time(bound))
                .orElse("");
        String factor = ", a factor of " + (was.get().atLeast() ? "at least " : "") + Format.count(Math.round(ratio));
        String figures = Format.time(is.get()) + (ratio >= 2 ? factor : "") + ", at " + rate(best) + " and with "
                + best.result().map(Figure::errors).orElseThrow() + physics + ". ";
        return Optional.of(
                turn.lifts()
                        ? Prose.of(
                                "Lifting the limit, as ",
                                best.variant().name(),
                                " does, brings that down to " + figures)
                        : Prose.of("For comparison, with ", best.variant().name(), " that is " + figures));
    }

    private boolean differ(TurnView turn, Run best, Figure figure) {
        return figure.differs(repetitions.of(turn.bound()), repetitions.of(best));
    }

    private static Prose same(Run best) {
        return Prose.of("With ", best.variant().name(), " there is " + Difference.NONE_SEEN + " between their runs. ");
    }

    private Optional<Prose> more(TurnView turn, Run best) {
        double was = perSecond(turn.bound());
        double is = perSecond(best);
        if (!differ(turn, best, Figure.GOODPUT)) {
            return Optional.of(same(best));
        }
        if (!(is > was)) {
            return Optional.empty();
        }
        String factor = was > 0 && is / was >= 2 ? ", " + Format.times(is / was) + " as many" : "";
        String share = Figure.shareOfPhysics(best)
                .map(part -> ": " + Format.share(part) + " of the limit of physics")
                .orElse("");
        String figures = " answers " + rate(best) + " in place of " + rate(turn.bound()) + factor + ", with "
                + best.result().map(Figure::errors).orElseThrow() + share + ". ";
        return Optional.of(
                turn.lifts()
                        ? Prose.of("Lifting the limit, ", best.variant().name(), figures)
                        : Prose.of("For comparison, ", best.variant().name(), figures));
    }

    /** The further limits, each with the variants that it binds, in one sentence. */
    private Optional<Prose> others(String told) {
        Map<String, List<Run>> groups = runs.stream()
                .filter(run -> Tone.of(run) == Tone.BOUND && !Binding.of(run).equals(told))
                .collect(Collectors.groupingBy(Binding::of, LinkedHashMap::new, Collectors.toList()));
        Prose prose = Prose.EMPTY;
        String joint = "";
        for (List<Run> group : groups.values()) {
            String are = joint.isEmpty() ? (group.size() == 1 ? " is bound by " : " are bound by ") : " by ";
            prose = prose.then(joint).then(names(group)).then(are).then(Binding.prose(group.getFirst()));
            joint = ", ";
        }
        return prose.isEmpty() ? Optional.empty() : Optional.of(prose.then(". "));
    }

    private Optional<Prose> free() {
        List<Run> free = runs.stream().filter(run -> Tone.of(run).isFree()).toList();
        if (free.isEmpty()) {
            return Optional.empty();
        }
        boolean many = free.size() > MANY && free.size() < runs.size();
        return Optional.of(Prose.of("Nothing binds ")
                .then(many ? Prose.of("the other " + Format.count(free.size())) : names(free))
                .then(free.size() == 1 ? ": it answers" : ": they answer")
                .then(" all that the load asks for. "));
    }

    private Map<String, List<Run>> open() {
        return runs.stream()
                .filter(run -> Tone.of(run) == Tone.OPEN)
                .collect(Collectors.groupingBy(Story::why, LinkedHashMap::new, Collectors.toList()));
    }

    private static String why(Run run) {
        if (run.leftOut().isPresent()) {
            return " was left out: " + run.leftOut().get() + ". ";
        }
        Verdict verdict = run.diagnosis().map(Diagnosis::verdict).orElse(Verdict.UNKNOWN);
        return switch (verdict) {
            case GENERATOR_IS_THE_LIMIT ->
                ": void, nothing is said about the service, since the load generator was the limit. ";
            case NOT_STATIONARY -> " never settled, so no limit is named. ";
            case ALL_REQUESTS_FAIL -> " answered no request well, so what limits it does not matter yet. ";
            default ->
                run.diagnosis().filter(Words::isWithoutRoom).isPresent()
                        ? " answers what the load asks for, and hardly more. "
                        : " showed too little to name a limit. ";
        };
    }

    private static Prose names(List<Run> group) {
        List<String> names = group.stream().map(run -> run.variant().name()).toList();
        return names.size() <= 2 * MANY
                ? Prose.names(names)
                : Prose.listed(names.subList(0, MANY)).then(" and " + Format.count(names.size() - MANY) + " more");
    }

    private static Optional<Latency.Time> p95(Run run) {
        return run.result().flatMap(result -> result.latency().at(Latency.Quantile.P95));
    }

    private static double perSecond(Run run) {
        return run.goodput().map(Rate::perSecond).orElse(0.0);
    }

    private static String rate(Run run) {
        return Format.perSecond(perSecond(run));
    }
}

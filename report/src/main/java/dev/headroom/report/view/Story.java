package dev.headroom.report.view;

import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Diagnosis.Verdict;
import dev.headroom.core.model.ExperimentResult;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.Physics;
import dev.headroom.core.model.Run;
import dev.headroom.core.model.Times;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Prose;
import dev.headroom.report.text.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The experiment in a few sentences, computed from its runs: what was bound by what, what that cost, what lifting it
 * brought, and what can not be said.
 */
final class Story {

    private final List<Run> runs;

    private Story(List<Run> runs) {
        this.runs = runs;
    }

    static List<Prose> of(ExperimentResult result) {
        return new Story(result.runs()).tell();
    }

    private List<Prose> tell() {
        if (runs.isEmpty()) {
            return List.of(Prose.of("No variant was run."));
        }
        List<Prose> sentences = new ArrayList<>();
        bound().forEach((limit, group) -> sentences.add(bound(limit, group)));
        lifted().ifPresent(sentences::add);
        free().ifPresent(sentences::add);
        runs.stream().filter(run -> Tone.of(run) == Tone.OPEN).map(Story::open).forEach(sentences::add);
        runs.stream()
                .filter(run -> Tone.of(run) == Tone.FAILED)
                .map(Story::failed)
                .forEach(sentences::add);
        return sentences;
    }

    private Map<String, List<Run>> bound() {
        Map<String, List<Run>> groups = new LinkedHashMap<>();
        runs.stream()
                .filter(run -> Tone.of(run) == Tone.BOUND)
                .forEach(run -> groups.computeIfAbsent(
                                run.diagnosis().map(Words::binds).orElseThrow(), limit -> new ArrayList<>())
                        .add(run));
        return groups;
    }

    private static Prose bound(String limit, List<Run> group) {
        Run worst = group.stream().max(Comparator.comparing(Story::p95)).orElseThrow();
        Diagnosis diagnosis = worst.diagnosis().orElseThrow();
        Prose prose = names(group)
                .then(group.size() == 1 ? " is bound by " : " are bound by ")
                .then(diagnosis.bindingLimit().map(Story::named).orElse(Prose.of(limit)));
        Optional<Double> ceiling = diagnosis.ceiling().map(measure -> measure.value());
        if (ceiling.isPresent()) {
            prose = prose.then(", which can give " + Format.perSecond(ceiling.get())
                    + worst.load()
                            .offered()
                            .map(rate -> " where " + Format.offered(rate) + " are asked for")
                            .orElse(""));
        }
        List<String> costs = new ArrayList<>();
        diagnosis
                .backlogGrowth()
                .ifPresent(growth ->
                        costs.add("the backlog grows by " + Format.workers(growth) + " requests every second"));
        if (measured(worst)) {
            costs.add("one request in twenty takes longer than " + Format.time(p95(worst)));
        }
        return prose.then((costs.isEmpty() ? "" : ": ") + String.join(", and ", costs) + ". ");
    }

    /** {@code the 7 workers of common-pool}, its name marked as code. */
    private static Prose named(Limit limit) {
        return switch (limit.kind()) {
            case WORKER_POOL, EVENT_LOOPS, CONNECTION_POOL, SEMAPHORE ->
                Words.size(limit).isEmpty()
                        ? Prose.of("", limit.pool())
                        : Prose.of("the " + Words.size(limit) + " of ", limit.pool());
            case DOWNSTREAM -> Prose.of("the downstream ", limit.pool());
            default -> Prose.of(Words.of(limit));
        };
    }

    /** The best free run beside the worst bound one; among the free ones those that say they lift it come first. */
    private Optional<Prose> lifted() {
        Optional<Run> worst = runs.stream()
                .filter(run -> Tone.of(run) == Tone.BOUND && measured(run))
                .max(Comparator.comparing(Story::p95));
        if (worst.isEmpty()) {
            return Optional.empty();
        }
        String name = worst.get().variant().name();
        return runs.stream()
                .filter(run -> Tone.of(run) == Tone.FREE && measured(run))
                .min(Comparator.comparing((Run run) -> !run.variant().lifts().contains(name))
                        .thenComparing(Story::p95))
                .filter(best -> p95(best).compareTo(p95(worst.get())) < 0)
                .map(best -> lifted(best, worst.get()));
    }

    private static Prose lifted(Run best, Run worst) {
        double ratio = Times.seconds(p95(worst)) / Times.seconds(p95(best));
        String physics = best.physics()
                .flatMap(Physics::responseTime)
                .map(bound -> "; no request could be answered sooner than " + Format.time(bound))
                .orElse("");
        long failed = best.result().map(LoadResult::failed).orElse(0L);
        String errors = failed == 0 ? "without an error" : "with " + Format.count(failed) + " errors";
        String figures = Format.time(p95(best))
                + (ratio >= 2 ? ", a factor of " + Format.count(Math.round(ratio)) : "") + ", at "
                + best.result().map(result -> Format.rate(result.throughput())).orElse(Format.NONE) + " and " + errors
                + physics + ". ";
        // only a variant that is known to lift this limit tells what lifting it brings
        return best.variant().lifts().contains(worst.variant().name())
                ? Prose.of("Lifting the limit, as ", best.variant().name(), " does, brings that down to " + figures)
                : Prose.of("For comparison, with ", best.variant().name(), " that is " + figures);
    }

    private Optional<Prose> free() {
        List<Run> free = runs.stream().filter(run -> Tone.of(run) == Tone.FREE).toList();
        return free.isEmpty()
                ? Optional.empty()
                : Optional.of(Prose.of("Nothing binds ")
                        .then(names(free))
                        .then(free.size() == 1 ? ": it answers" : ": they answer")
                        .then(" all that the load asks for. "));
    }

    private static Prose open(Run run) {
        Verdict verdict = run.diagnosis().map(Diagnosis::verdict).orElse(Verdict.UNKNOWN);
        String why = switch (verdict) {
            case GENERATOR_IS_THE_LIMIT -> " says nothing about the service: the load generator lagged. ";
            case NOT_STATIONARY -> " never settled, so no limit is named. ";
            default -> " showed too little to name a limit. ";
        };
        return Prose.of("", run.variant().name(), why);
    }

    private static Prose failed(Run run) {
        return Prose.of("The run of ", run.variant().name(), " broke off. ");
    }

    private static Prose names(List<Run> group) {
        return Prose.names(group.stream().map(run -> run.variant().name()).toList());
    }

    private static boolean measured(Run run) {
        return run.result().filter(result -> result.latency().count() > 0).isPresent();
    }

    private static Duration p95(Run run) {
        return run.result().map(result -> result.latency().p95()).orElse(Duration.ZERO);
    }
}

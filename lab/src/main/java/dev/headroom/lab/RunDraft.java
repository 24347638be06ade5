package dev.headroom.lab;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.result.Baseline;
import dev.headroom.core.model.result.KindOfRequest;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Prediction;
import dev.headroom.core.model.result.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A run as it fills up, part by part: what has been seen is kept when it breaks off. */
final class RunDraft {

    final Instant startedAt = Instant.now();
    Optional<Duration> singleRequest = Optional.empty();
    Optional<LoadResult> result = Optional.empty();
    Optional<Observation> observation = Optional.empty();
    Optional<Baseline> baseline = Optional.empty();
    List<KindOfRequest> kinds = List.of();
    Optional<Diagnosis> diagnosis = Optional.empty();
    Optional<Prediction> prediction = Optional.empty();
    Map<String, String> settings = Map.of();
    List<String> commandLine = List.of();
    Map<String, Double> cpuSeconds = Map.of();

    /** Of the load, what is in no figure. */
    Optional<String> uncounted = Optional.empty();

    private Optional<String> failure = Optional.empty();
    private Optional<String> leftOut = Optional.empty();

    /** The first failure is the cause; what follows from it is told after it. */
    void fail(String why) {
        failure = Optional.of(failure.map(first -> first + "\nThen: " + why).orElse(why));
    }

    /** The run of a variant that cannot be run on this machine. */
    static RunDraft leftOut(String why) {
        RunDraft draft = new RunDraft();
        draft.leftOut = Optional.of(why);
        return draft;
    }

    boolean failed() {
        return failure.isPresent();
    }

    Run finish(VariantRun.Plan plan, Run.Environment environment) {
        return new Run(
                plan.experiment().name(),
                plan.variant(),
                startedAt,
                plan.quick(),
                plan.load(),
                singleRequest,
                result,
                observation,
                diagnosis,
                prediction,
                plan.experiment().physicsOf(plan.variant()),
                settings,
                commandLine,
                cpuSeconds,
                environment,
                failure,
                baseline,
                kinds,
                1,
                List.of(),
                List.of(),
                leftOut);
    }
}

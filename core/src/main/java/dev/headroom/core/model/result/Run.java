package dev.headroom.core.model.result;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.experiment.Expectations;
import dev.headroom.core.model.experiment.Physics;
import dev.headroom.core.model.experiment.Published;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.observation.Observation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One variant under its load, and what came of it.
 *
 * @param load as it was put on, shortened where {@code quick}
 * @param singleRequest what a request takes alone: the median of the warm-up, empty where more than a few users make it
 * @param failure why the run broke off; the other parts then hold what was seen until then
 * @param commandLine how the watched service was started
 * @param baseline the service with one user; empty where it was not measured
 * @param kinds the kinds of request that the load sends, where there are several
 * @param repetition which of several runs of its variant this is, from 1
 * @param overrides what the command line put in place of what the experiment file says, one line each
 * @param expectations what became of what was expected of it
 * @param leftOut why the variant could not be run on this machine, such as for want of its JDK; there are no figures then
 */
public record Run(
        String experiment,
        Variant variant,
        Instant startedAt,
        boolean quick,
        Load load,
        Optional<Duration> singleRequest,
        Optional<LoadResult> result,
        Optional<Observation> observation,
        Optional<Diagnosis> diagnosis,
        Optional<Prediction> prediction,
        Optional<Physics> physics,
        Map<String, String> settings,
        List<String> commandLine,
        Map<String, Double> cpuSecondsByProcess,
        Environment environment,
        Optional<String> failure,
        Optional<Baseline> baseline,
        List<KindOfRequest> kinds,
        int repetition,
        List<String> overrides,
        List<Expectations.Outcome> expectations,
        Optional<String> leftOut)
        implements Diagnosed {

    @Override
    public Optional<Load> ownLoad() {
        return Optional.of(load);
    }

    public Run withDiagnosis(Diagnosis other) {
        return with(Optional.of(other), repetition, overrides, expectations);
    }

    /** The same run as one of several, of an experiment that the command line changed. */
    public Run asked(int nth, List<String> changes) {
        return with(diagnosis, nth, changes, expectations);
    }

    /** The same run, held against what was expected of it. */
    public Run withExpectations(List<Expectations.Outcome> outcomes) {
        return with(diagnosis, repetition, overrides, outcomes);
    }

    private Run with(Optional<Diagnosis> found, int nth, List<String> changes, List<Expectations.Outcome> outcomes) {
        return new Run(
                experiment,
                variant,
                startedAt,
                quick,
                load,
                singleRequest,
                result,
                observation,
                found,
                prediction,
                physics,
                settings,
                commandLine,
                cpuSecondsByProcess,
                environment,
                failure,
                baseline,
                kinds,
                nth,
                changes,
                outcomes,
                leftOut);
    }

    public Run {
        repetition = Math.max(1, repetition); // files of earlier builds do not say
        overrides = List.copyOf(overrides);
        expectations = List.copyOf(expectations);
        settings = Map.copyOf(settings);
        kinds = List.copyOf(kinds);
        commandLine = List.copyOf(commandLine);
        cpuSecondsByProcess = Map.copyOf(cpuSecondsByProcess);
    }

    /** None where it was run in another way than the figures were published for. */
    public Published published() {
        return quick || !overrides.isEmpty() ? Published.NONE : variant.published();
    }

    /** Whether it came to its end, and figures of the service came of it: something was answered, in the window as well, and not the load generator was the limit. */
    public boolean answered() {
        return failure.isEmpty()
                && result.filter(seen -> seen.succeeded() > 0).isPresent()
                && diagnosis
                        .map(Diagnosis::verdict)
                        .filter(verdict -> verdict == Diagnosis.Verdict.GENERATOR_IS_THE_LIMIT
                                || verdict == Diagnosis.Verdict.ALL_REQUESTS_FAIL)
                        .isEmpty();
    }

    /** Whether it is all that was expected of it. */
    public boolean met() {
        return expectations.stream().allMatch(Expectations.Outcome::met);
    }

    /**
     * Successful responses per second while the load was fully on: its ramp and its drain, in which a few slow requests can last longer than
     * the load, left out. Empty where that window was not diagnosed: what was completed over the whole run is another figure.
     */
    public Optional<Rate> goodput() {
        return diagnosis.map(found -> result.filter(seen -> seen.failed() > 0)
                .flatMap(seen -> observation.flatMap(watched -> seen.goodput(watched.window())))
                .orElseGet(() -> new Rate(found.throughput().value())));
    }

    /**
     * Processor time of the watched service for each successful response, in the window of the observation: with the JVM warm, all
     * users in, and what the probe takes inside it. Empty where nothing was answered.
     */
    public Optional<Duration> cpuPerAnswer() {
        return observation.flatMap(seen -> goodput()
                .map(good -> seen.processor().service() / good.perSecond())
                .filter(seconds -> seconds > 0 && Double.isFinite(seconds))
                .map(Times::ofSeconds));
    }

    /** Where it ran. */
    public record Environment(
            String headroom, String os, String processor, int cores, long memoryBytes, String java, String repeat) {}
}

package dev.headroom.core.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One variant under its load, and what came of it.
 *
 * @param load as it was put on, shortened where {@code quick}
 * @param published empty when {@code quick}: figures of another load do not compare
 * @param singleRequest what a request takes alone: the median of the warm-up, empty where more than a few users make it
 * @param failure why the run broke off; the other parts then hold what was seen until then
 * @param commandLine how the watched service was started
 * @param baseline the service with one user; empty where it was not measured
 * @param kinds the kinds of request that the load sends, where there are several
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
        List<KindOfRequest> kinds) {

    /** The same run with another diagnosis. */
    public Run withDiagnosis(Diagnosis other) {
        return new Run(
                experiment,
                variant,
                startedAt,
                quick,
                load,
                singleRequest,
                result,
                observation,
                Optional.of(other),
                prediction,
                physics,
                settings,
                commandLine,
                cpuSecondsByProcess,
                environment,
                failure,
                baseline,
                kinds);
    }

    public Run {
        settings = Map.copyOf(settings);
        kinds = List.copyOf(kinds);
        commandLine = List.copyOf(commandLine);
        cpuSecondsByProcess = Map.copyOf(cpuSecondsByProcess);
    }

    public Published published() {
        return quick ? Published.NONE : variant.published();
    }

    /**
     * Successful responses per second while the load was fully on: its ramp and its drain, in which a few slow requests can last longer than
     * the load, left out. Over the whole run where that window was not diagnosed.
     */
    public Optional<Rate> goodput() {
        return diagnosis
                .map(found -> new Rate(found.throughput().value()))
                .or(() -> result.map(LoadResult::throughput));
    }

    /**
     * Processor time of the watched service for each successful response, in the window of the observation: with the JVM warm, all
     * users in, and what the probe takes inside it. Empty where nothing was answered.
     */
    public Optional<Duration> cpuPerAnswer() {
        return observation.flatMap(seen -> diagnosis
                .map(found -> seen.processor().service() / found.throughput().value())
                .filter(seconds -> seconds > 0 && Double.isFinite(seconds))
                .map(Times::ofSeconds));
    }

    /** Where it ran. */
    public record Environment(
            String headroom, String os, String processor, int cores, long memoryBytes, String java, String repeat) {}
}

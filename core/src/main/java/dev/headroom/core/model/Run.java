package dev.headroom.core.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One variant under its load, and what came of it.
 *
 * @param load as it was put on, shortened where {@code quick}
 * @param published empty when {@code quick}: figures of another load do not compare
 * @param singleRequest response time of one request at a time, from the warm-up: its median
 * @param failure why the run broke off; the other parts then hold what was seen until then
 * @param memoryBytes most resident memory of the watched service, warm-up included; empty where the system does not tell
 * @param commandLine how the watched service was started
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
        OptionalLong memoryBytes,
        Optional<String> failure) {

    public Run {
        settings = Map.copyOf(settings);
        commandLine = List.copyOf(commandLine);
        cpuSecondsByProcess = Map.copyOf(cpuSecondsByProcess);
    }

    /** Of a service whose memory was not looked at. */
    public Run(
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
            Optional<String> failure) {
        this(
                experiment,
                variant,
                startedAt,
                quick,
                load,
                singleRequest,
                result,
                observation,
                diagnosis,
                prediction,
                physics,
                settings,
                commandLine,
                cpuSecondsByProcess,
                environment,
                OptionalLong.empty(),
                failure);
    }

    public Published published() {
        return quick ? Published.NONE : variant.published();
    }

    /** Where it ran. */
    public record Environment(
            String headroom, String os, String processor, int cores, long memoryBytes, String java, String repeat) {}
}

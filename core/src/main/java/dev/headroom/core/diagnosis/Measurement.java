package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Baseline;
import dev.headroom.core.model.Load;
import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Workload;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * All that was measured of one run, as the {@link Doctor} wants it.
 *
 * @param baseline the service with one user; empty where it was not measured
 * @param cores that each process of the run used over the whole load, by name
 * @param watched name of the watched service among them
 * @param unsettled what was still changing while it was measured, for the reader; empty where nothing that matters was
 */
public record Measurement(
        Workload workload,
        Observation observation,
        Optional<Baseline> baseline,
        Map<String, Double> cores,
        String watched,
        Optional<String> unsettled) {

    public Measurement {
        cores = Map.copyOf(cores);
    }

    /**
     * As the load generator counted it.
     *
     * @param processes processor seconds of each process of the run while the load was counted, by name
     */
    public static Measurement of(
            Load load,
            LoadResult result,
            Observation observation,
            Optional<Baseline> baseline,
            Map<String, Double> processes,
            String watched,
            Optional<String> unsettled) {
        Workload counted = Workloads.of(load, observation.window(), result);
        Map<String, Double> cores = new HashMap<>();
        if (counted.elapsed() > 0) {
            processes.forEach((name, seconds) -> cores.put(name, seconds / counted.elapsed()));
        }
        return new Measurement(counted, observation, baseline, cores, watched, unsettled);
    }
}

package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Baseline;
import dev.headroom.core.model.Load;
import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.Observation;
import java.util.Map;
import java.util.Optional;

/**
 * All that was measured of one run, as the lab hands it to the {@link Doctor}.
 *
 * @param baseline the service with one user; empty where it was not measured
 * @param processes processor seconds of each process of the run while the load was counted, by name
 * @param watched name of the watched service among them
 * @param unsettled what was still changing while it was measured, for the reader; empty where nothing that matters was
 */
public record Measurement(
        Load load,
        LoadResult result,
        Observation observation,
        Optional<Baseline> baseline,
        Map<String, Double> processes,
        String watched,
        Optional<String> unsettled) {

    /** Of a run that settled, as far as is known. */
    public Measurement(
            Load load,
            LoadResult result,
            Observation observation,
            Optional<Baseline> baseline,
            Map<String, Double> processes,
            String watched) {
        this(load, result, observation, baseline, processes, watched, Optional.empty());
    }

    public Measurement {
        processes = Map.copyOf(processes);
    }
}

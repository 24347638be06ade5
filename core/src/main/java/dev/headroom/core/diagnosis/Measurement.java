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
 */
public record Measurement(
        Load load,
        LoadResult result,
        Observation observation,
        Optional<Baseline> baseline,
        Map<String, Double> processes,
        String watched) {

    public Measurement {
        processes = Map.copyOf(processes);
    }
}

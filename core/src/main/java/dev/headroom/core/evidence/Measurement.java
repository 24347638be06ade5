package dev.headroom.core.evidence;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.result.Baseline;
import dev.headroom.core.model.result.Counted;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Mechanism;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that was measured of one run, as a diagnosis wants it.
 *
 * @param baseline the service with one user; empty where it was not measured
 * @param cores that each process of the run used while the load went on, by name
 * @param watched name of the watched service among them
 * @param kinds how long each of several kinds of request takes; none where there is one
 * @param unsettled what was still changing while it was measured, for the reader; empty where nothing that matters was
 */
public record Measurement(
        Workload workload,
        Observation observation,
        Optional<Baseline> baseline,
        Map<String, Double> cores,
        String watched,
        List<KindResponse> kinds,
        Optional<String> unsettled) {

    public Measurement {
        cores = Map.copyOf(cores);
        kinds = List.copyOf(kinds);
    }

    /** The same, told apart by kind of request. */
    public Measurement withKinds(List<KindResponse> told) {
        return new Measurement(workload, observation, baseline, cores, watched, told, unsettled);
    }

    /** The same with an R0 that is known better. */
    public Measurement withBaseline(Optional<Baseline> known) {
        return new Measurement(workload, observation, known, cores, watched, kinds, unsettled);
    }

    public static Measurement of(Inspection inspection) {
        return observed(inspection.workload(), inspection.seen());
    }

    private static Measurement observed(Workload workload, Observation seen) {
        return new Measurement(
                workload, seen, Optional.empty(), Map.of(), "", List.of(), ObservedLoad.unsettled(seen, workload));
    }

    /**
     * Of a service under somebody else's load, as the service or the kernel counted its requests.
     *
     * @param counted in the window of the observation; empty where nobody counts requests: then the tasks of the pool in which they enter
     */
    public static Measurement observed(Observation observation, Optional<Counted> counted) {
        Observation seen = Mechanism.IDLE_ALONE.works()
                ? IdleByCount.read(observation, counted.map(Counted::inFlight).orElse(Double.NaN))
                : observation;
        return observed(ObservedLoad.of(seen, counted), seen);
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
        double busy = Workloads.busy(result);
        if (busy > 0) {
            processes.forEach((name, seconds) -> cores.put(name, seconds / busy));
        }
        return new Measurement(counted, observation, baseline, cores, watched, List.of(), unsettled);
    }
}

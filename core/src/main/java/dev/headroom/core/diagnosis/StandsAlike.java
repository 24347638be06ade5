package dev.headroom.core.diagnosis;

import dev.headroom.core.conservation.InFlightCensus;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.statistics.Thresholds;
import java.util.Map;
import java.util.stream.Collectors;

/** Threads that wait at the same lines with one user, who asks for much less, as under load: what they wait for is not their turn to serve. */
final class StandsAlike {

    /** Of the throughput under load (0 to 1), what one user asks for at most: who fills the pool alone is at the same lines as well. */
    private static final double LESS = Thresholds.HALF;

    /** Of its threads (0 to 1), those that have to be at the same lines. */
    private static final double MOST = Thresholds.MOST;

    private StandsAlike() {}

    static boolean withOneUser(Station pool, Evidence evidence) {
        return evidence.unloaded()
                .filter(alone -> alone.throughput() < LESS * evidence.throughput())
                .flatMap(alone -> alone.structure().pool(pool.name()))
                .filter(alone -> alike(lines(pool), lines(alone)) >= MOST * pool.active())
                .isPresent();
    }

    private static double alike(Map<String, Double> loaded, Map<String, Double> alone) {
        return loaded.entrySet().stream()
                .mapToDouble(line -> Math.min(line.getValue(), alone.getOrDefault(line.getKey(), 0.0)))
                .sum();
    }

    private static Map<String, Double> lines(Station pool) {
        return pool.waits().stream()
                .collect(Collectors.groupingBy(
                        InFlightCensus::unnamed, Collectors.summingDouble(Station.Wait::workers)));
    }
}

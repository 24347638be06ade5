package dev.headroom.harness.calibration;

import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import java.util.Comparator;
import java.util.function.ToDoubleFunction;

/** What two rules of thumb say on the same observations: the least that a diagnosis has to beat. */
final class Baselines {

    /** From which on a pool passes for full. */
    private static final double FULL = 0.9;

    /** Of requests in a queue: with fewer nobody would call it one. */
    private static final double QUEUE = 1;

    private Baselines() {}

    /** The pool or resource of which the largest share is in use. */
    static Said fullest(Observation seen) {
        return most(seen, one -> one.kind() == StationKind.RATE_LIMITER ? 0 : one.utilization(), FULL);
    }

    /** The one before which most wait. */
    static Said longestQueue(Observation seen) {
        return most(seen, Station::queued, QUEUE);
    }

    private static Said most(Observation seen, ToDoubleFunction<Station> figure, double least) {
        return seen.stations().stream()
                .filter(one -> one.kind() != StationKind.OTHER && one.kind() != StationKind.VIRTUAL_THREADS)
                .filter(one -> figure.applyAsDouble(one) >= least)
                .max(Comparator.comparingDouble(figure))
                .map(one -> Said.limit(one.limit()))
                .orElseGet(Said::nothing);
    }
}

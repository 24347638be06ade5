package dev.headroom.harness.calibration;

import dev.headroom.core.model.diagnosis.Limit;
import dev.headroom.core.model.diagnosis.LimitKind;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Pool;
import dev.headroom.core.model.observation.PoolKind;
import dev.headroom.core.model.observation.Resource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What two rules of thumb say on the same observations: the least that a diagnosis has to beat. */
final class Baselines {

    /** From which on a pool passes for full. */
    private static final double FULL = 0.9;

    /** Of requests in a queue: with fewer nobody would call it one. */
    private static final double QUEUE = 1;

    private record Place(Limit limit, double used, double waiting) {}

    private Baselines() {}

    /** The pool or resource of which the largest share is in use. */
    static Said fullest(Observation seen) {
        return most(seen, Place::used, FULL);
    }

    /** The one before which most wait. */
    static Said longestQueue(Observation seen) {
        return most(seen, Place::waiting, QUEUE);
    }

    private static Said most(Observation seen, ToDoubleFunction<Place> figure, double least) {
        return places(seen).stream()
                .filter(place -> figure.applyAsDouble(place) >= least)
                .max(Comparator.comparingDouble(figure))
                .map(place -> Said.limit(place.limit()))
                .orElseGet(Said::nothing);
    }

    private static List<Place> places(Observation seen) {
        List<Place> places = new ArrayList<>();
        seen.pools().stream()
                .filter(pool -> pool.kind() != PoolKind.OTHER && pool.kind() != PoolKind.VIRTUAL_THREADS)
                .forEach(pool -> places.add(new Place(limit(pool), pool.utilization(), pool.queued())));
        for (Resource one : seen.resources()) {
            double used = one.capacity().isPresent() && one.kind() != LimitKind.RATE_LIMITER
                    ? one.inUse() / Math.max(1, one.capacity().getAsInt())
                    : 0;
            places.add(new Place(new Limit(one.kind(), one.name(), one.capacity()), used, one.waiting()));
        }
        return places;
    }

    private static Limit limit(Pool pool) {
        LimitKind kind = switch (pool.kind()) {
            case EVENT_LOOPS -> LimitKind.EVENT_LOOPS;
            case CONNECTION_POOL -> LimitKind.CONNECTION_POOL;
            case SEMAPHORE -> LimitKind.SEMAPHORE;
            case SERVLET_WORKERS, FORK_JOIN, EXECUTOR, VIRTUAL_THREADS, OTHER -> LimitKind.WORKER_POOL;
        };
        return new Limit(kind, pool.name(), pool.maximum());
    }
}

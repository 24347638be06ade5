package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.laws.UtilizationLaw;
import dev.headroom.core.model.observation.Pool;
import dev.headroom.core.model.observation.Resource;
import dev.headroom.core.statistics.Thresholds;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * D = V S, seconds of a resource that one request takes ({@link UtilizationLaw#demand}), with one user. m / D is then the ceiling that the
 * load should meet, from a state of the system in which nothing queued: it can be wrong, and is where what is held waits for something else
 * that is full.
 */
final class ServiceDemand {

    /** With fewer looks than this that saw it held, its share of the time is not known. */
    private static final double FEWEST = Thresholds.ENOUGH;

    private ServiceDemand() {}

    /** m / D of a pool; empty where the pool was not seen at work with one user. */
    static OptionalDouble unloadedCeiling(Pool pool, double workers, Evidence evidence) {
        Optional<Evidence> unloaded = evidence.unloaded();
        Optional<Pool> alone = unloaded.flatMap(one -> one.structure().pool(pool.name()));
        if (alone.isEmpty()) {
            return OptionalDouble.empty();
        }
        return ceiling(workers, alone.get().active(), unloaded.get());
    }

    /** m / D of a resource. */
    static OptionalDouble unloadedCeiling(Resource resource, double capacity, Evidence evidence) {
        Optional<Evidence> unloaded = evidence.unloaded();
        return unloaded.flatMap(one -> one.observation().resource(resource.id()))
                .map(alone -> ceiling(capacity, alone.inUse(), unloaded.get()))
                .orElse(OptionalDouble.empty());
    }

    private static OptionalDouble ceiling(double capacity, double busy, Evidence unloaded) {
        double seen = busy * unloaded.observation().probe().samples();
        return seen >= FEWEST
                ? OptionalDouble.of(
                        capacity / UtilizationLaw.demand(busy, unloaded.served().value()))
                : OptionalDouble.empty();
    }
}

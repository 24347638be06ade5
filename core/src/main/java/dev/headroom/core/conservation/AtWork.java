package dev.headroom.core.conservation;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.structure.Structure;
import java.util.List;

/**
 * What the busy workers of a pool do. Who waits for others of the same pool is where those are, and so is left out.
 *
 * @param doing busy workers that do not wait for others of the pool
 * @param waits of them, for anything else
 */
record AtWork(double doing, List<Station.Wait> waits, double sleeping, double running) {

    static AtWork of(Station pool) {
        return new AtWork(
                pool.active() - Structure.waitingOnItself(pool),
                pool.waits().stream()
                        .filter(wait -> wait.activity().waiting()
                                && wait.activity() != Activity.SLEEPING
                                && !wait.target().equals(pool.name()))
                        .toList(),
                pool.doing(Activity.SLEEPING),
                pool.doing(Activity.RUNNING));
    }

    /** Of so many requests on the workers, how many each worker has: busy workers and what they do may come from different looks. */
    double each(double requests) {
        return requests / Math.max(doing, told());
    }

    /** Workers of which nobody knows what they do. */
    double rest() {
        return doing - told();
    }

    private double told() {
        return waits.stream().mapToDouble(Station.Wait::workers).sum() + sleeping + running;
    }
}

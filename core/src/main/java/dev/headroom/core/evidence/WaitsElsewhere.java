package dev.headroom.core.evidence;

import dev.headroom.core.laws.LittlesLaw;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.Station.Wait;
import dev.headroom.core.model.result.Baseline;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Thresholds;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Those who are taken to wait for threads that serve others. Who waits alone waits for as long as he is served (with one user nobody is before him), so threads that idle meanwhile do not serve him,
 * and where the wait is about as long under load, nobody is before him there either. Which threads end a wait is told by what they run, and that may be code of the same method for another purpose.
 * A wait may also have a short part with them and a long one that nobody works for: then what one user takes of them gives the throughput that they reach (utilisation law), and they are not left out.
 */
final class WaitsElsewhere {

    /** Of the time that one user waits (0 to 1), which those who serve him work. */
    private static final double WORK = Thresholds.HALF;

    /** Over one user's wait, relative, from which they wait for one another. */
    private static final double LONGER = Thresholds.THIRD;

    /** Times that X D may be more than m, or m more than X D: of one user there are few looks. */
    private static final double AGREES = Thresholds.DOUBLE;

    /** Tasks in their queue, from which somebody does wait for them. */
    static final double SOMEBODY = Thresholds.ONE;

    private WaitsElsewhere() {}

    /** The names of such threads. */
    static Set<String> in(Observation loaded, Observation alone, Measurement measured) {
        Workload workload = measured.workload();
        Baseline baseline = measured.baseline().orElseThrow();
        double response = baseline.response().value();
        double served = Served.of(workload, loaded, Evidence.unloaded(baseline, alone, measured))
                .value();
        double longer = Math.max(0, LittlesLaw.time(workload.inFlight(), served) - response);
        return loaded.pools().stream()
                .filter(pool -> pool.queued() < SOMEBODY)
                .filter(pool -> alone.station(pool.id())
                        .filter(one -> {
                            double unloaded = waiting(one, alone) * response;
                            // no wait grows by more than the response, whatever few looks at one user say
                            return Math.min(LittlesLaw.time(waiting(pool, loaded), served), unloaded + longer)
                                            < (1 + LONGER) * unloaded
                                    && one.active() < WORK * waiting(one, alone)
                                    && !isFull(pool, served * one.active() * response);
                        })
                        .isPresent())
                .map(Station::name)
                .collect(Collectors.toSet());
    }

    /** How many wait for it on average, but for those that it works for. */
    private static double waiting(Station pool, Observation seen) {
        return Math.max(0, seen.othersOn(pool) - pool.active());
    }

    /** @param busy X D: workers that one user's demand keeps busy at this throughput */
    private static boolean isFull(Station pool, double busy) {
        double workers = pool.maximum().orElse(0);
        return busy <= AGREES * workers && workers <= AGREES * busy;
    }

    /** The same with those who wait for pools of such names waiting for something that has no name. */
    static Observation nameless(Set<String> pools, Observation seen) {
        return seen.withPools(seen.pools().stream()
                .map(pool -> pool.reading(wait -> pools.contains(wait.target()) ? nameless(wait) : wait))
                .toList());
    }

    private static Wait nameless(Wait wait) {
        return new Wait(Activity.AWAITING_OTHER, wait.site(), wait.workers(), "for what was not seen", wait.site());
    }
}

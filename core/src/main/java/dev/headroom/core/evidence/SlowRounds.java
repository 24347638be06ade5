package dev.headroom.core.evidence;

import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Rhythm;
import dev.headroom.core.statistics.Thresholds;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Threads that are taken to be waited for, and do not end those waits. One that is always waiting itself begins a wait for each request that it serves, or serves several in one round, and then answers come in
 * its rounds. Where more than two go on in a round of it, and no answers keep its time, they do not go on because of it. The rounds of an executor are its tasks, where none goes on for most of the window as a loop does.
 */
public final class SlowRounds {

    /** Rounds over waits that end, from which a thread may serve one at a time. */
    private static final double ONE_EACH = Thresholds.HALF;

    /** Of the answers (0 to 1), when they went out has to be known. */
    public static final double TIMED = Thresholds.HALF;

    /** Tasks in the window for each worker that is at work on average: then none of them is a loop. */
    private static final double MANY = 1 / Thresholds.TENTH;

    /** Rounds that a count of a window may miss at its edges. */
    public static final double EDGES = Thresholds.DOUBLE;

    private SlowRounds() {}

    /** Their names; none where it is not known when most answers went out. */
    static Set<String> in(Observation seen, Workload workload) {
        return seen.pools().stream()
                .filter(pool -> workload.timedShare() >= TIMED)
                .filter(pool -> isSlow(rounds(pool, seen, workload), gone(pool, seen, workload), workload))
                .map(Station::name)
                .collect(Collectors.toSet());
    }

    /** Per second; infinite where nobody counts them. */
    private static double rounds(Station pool, Observation seen, Workload workload) {
        if (pool.kind() == StationKind.EXECUTOR && pool.completed().orElse(0) > MANY * pool.active()) {
            // whoever gives up leaves his task in the queue
            return pool.completed().getAsDouble() / workload.seconds()
                    + Math.max(0, pool.queueGrowth().orElse(0));
        }
        if (!Bystanders.onlyWaits(pool)) {
            return Double.POSITIVE_INFINITY;
        }
        double begun = pool.waitsBegun().orElse(Double.POSITIVE_INFINITY) / workload.seconds();
        return seen.rounds().getOrDefault(pool.name(), begun);
    }

    private static boolean isSlow(double rounds, double gone, Workload workload) {
        double edges = EDGES / workload.seconds();
        return rounds < ONE_EACH * gone
                && Rhythm.between(workload.departures(), rounds - edges, rounds + edges)
                        .isEmpty();
    }

    /** Per second, who waited for it and went on; where nobody followed them all that is answered, and of a pool with a queue nobody knows: it may serve a part of the requests. */
    private static double gone(Station pool, Observation seen, Workload workload) {
        double followed = seen.gone(pool.name());
        return followed > 0 || pool.queued() >= WaitsElsewhere.SOMEBODY
                ? followed
                : workload.throughput().value();
    }
}

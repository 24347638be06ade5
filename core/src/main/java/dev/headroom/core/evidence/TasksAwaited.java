package dev.headroom.core.evidence;

import dev.headroom.core.laws.ForcedFlowLaw;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.Station.Wait;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Groups;
import dev.headroom.core.statistics.Thresholds;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Tasks for which others wait in a way that names no one, as for a promise of a library's own. Two counts that nobody made to agree do: the pool completes one task for each answer (forced flow law), and has as many,
 * in its queue and at work, as there are threads in such waits. Where that holds for one pool alone, they wait for it.
 */
record TasksAwaited(Station pool) {

    private static final Set<StationKind> KINDS = EnumSet.of(StationKind.EXECUTOR, StationKind.FORK_JOIN);

    /** Tasks that wait on average: where none do, the pool is not what requests wait for. */
    private static final double FEWEST_QUEUED = Thresholds.ONE;

    /** What the counts may differ by, relative. */
    private static final double AGREES = Thresholds.TENTH;

    private static final String EVIDENCE = "as many tasks are in its queue and at work, and each answer has one";

    static Optional<TasksAwaited> in(Observation seen, Workload workload) {
        double answers = workload.throughput().value() * workload.seconds();
        return Groups.only(seen.pools().stream()
                .filter(pool -> KINDS.contains(pool.kind()) && pool.queued() >= FEWEST_QUEUED)
                .filter(pool -> agree(ForcedFlowLaw.visits(pool.completed().orElse(Double.NaN), answers), 1))
                .filter(pool -> agree(pool.active() + pool.queued(), waiting(pool, seen)))
                .map(TasksAwaited::new));
    }

    private static boolean agree(double count, double other) {
        return Math.abs(count - other) <= AGREES * other && other > 0;
    }

    /** Threads of others that wait for what has no name. */
    private static double waiting(Station pool, Observation seen) {
        return seen.pools().stream()
                .filter(other -> !other.id().equals(pool.id()))
                .flatMap(other -> other.waits().stream())
                .filter(wait -> isNameless(wait, seen))
                .mapToDouble(Wait::workers)
                .sum();
    }

    private static boolean isNameless(Wait wait, Observation seen) {
        return (wait.activity() == Activity.AWAITING_OTHER || wait.activity() == Activity.AWAITING_POOL)
                && seen.station(wait.target()).isEmpty()
                && seen.pools().stream().noneMatch(pool -> pool.name().equals(wait.target()));
    }

    /** The same in which those wait for a task, as for a future of which nobody knows who completes it. */
    Observation read(Observation seen) {
        return seen.withPools(seen.pools().stream()
                .map(other -> other.id().equals(pool.id())
                        ? other
                        : other.reading(wait -> isNameless(wait, seen)
                                ? new Wait(Activity.AWAITING_POOL, wait.target(), wait.workers(), EVIDENCE, wait.site())
                                : wait))
                .toList());
    }
}

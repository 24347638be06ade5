package dev.headroom.core.evidence;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.structure.Structure;

/**
 * Whether a pool is saturated: at its full size, every worker busy, <em>and</em> tasks waiting. Busy alone is not
 * enough; a healthy pool may well be 98 % busy and keep no one waiting.
 *
 * <p>Where the queue itself can not be seen, those who wait show it: each worker of another pool that waits for this one
 * has at least one task here, so more of them than busy workers means a queue.
 *
 * @param queue mean number waiting, seen or inferred
 */
public record Saturation(Station pool, boolean saturated, double queue) {

    /** In use over m from which all of it is. */
    public static final double FULL = Thresholds.ALL;

    /** Fewer who wait on average are the ripple of uneven arrivals. */
    public static final double FEWEST_WAITING = Thresholds.ODD_ONE;

    /** Share of looks in which nothing was free and somebody waited, from which that is the rule, not a moment. */
    public static final double MOST_OF_THE_TIME = Thresholds.HALF;

    /** A queue shorter than this share of m is the ripple of uneven arrivals. */
    private static final double RIPPLE = Thresholds.SLIGHT;

    /** Busy workers over m from which a pool is full where tasks wait for all of its workers: the others are being woken, which takes a while. */
    private static final double WOKEN = Thresholds.MOST;

    static Saturation of(Station pool, Structure structure, Workload workload) {
        double queue = Math.max(pool.queued(), inferredQueue(pool, structure, workload));
        if (pool.maximum().isEmpty() || pool.maximum().getAsInt() < 1) {
            return new Saturation(pool, false, queue);
        }
        int workers = pool.maximum().getAsInt();
        boolean full = Structure.atWork(pool) >= FULL * workers && queue >= Math.max(1, RIPPLE * workers);
        boolean woken = pool.active() >= WOKEN * workers && pool.queued() >= workers;
        return new Saturation(pool, full || woken || pool.saturatedShare() >= MOST_OF_THE_TIME, queue);
    }

    /** Whether nothing of it is free, as far as it is told how much there is. */
    public static boolean isAllTaken(Station station) {
        return station.maximum().isPresent()
                && station.active() >= FULL * station.maximum().getAsInt();
    }

    /** Whether it is saturated, and somebody is known to wait for it: threads that nobody waits for may be busy with work of their own. */
    boolean isWaitedFor() {
        return saturated && queue > 0;
    }

    private static double inferredQueue(Station pool, Structure structure, Workload workload) {
        double waiters = structure.observation().othersOn(pool);
        boolean entry = structure.isEntry(pool);
        double callers = Math.max(waiters, entry ? workload.inFlight() : 0);
        return Math.max(callers, handedOver(pool, structure, workload)) - pool.active();
    }

    /** Requests that an entry which does not wait gave to a pool whose queue does not show: those it does not hold. */
    private static double handedOver(Station pool, Structure structure, Workload workload) {
        boolean hidden = pool.queued() <= 0
                && AsyncDispatch.mayHide(pool)
                && !showsThatItIsEmpty(pool, workload)
                && !grows(pool)
                && !AsyncDispatch.waitedFor(pool, structure);
        return structure
                .entry()
                .filter(entry -> hidden && !entry.equals(pool))
                .flatMap(entry -> AsyncDispatch.from(entry, structure, workload))
                .filter(link -> link.callee().equals(pool))
                .map(link -> link.waiters())
                .orElse(0.0);
    }

    /** An executor that completes a task for each answer, of which a worker was free and in no look a task waited: whoever waits does so before it. */
    private static boolean showsThatItIsEmpty(Station pool, Workload workload) {
        double answers = workload.throughput().value() * workload.seconds();
        return pool.kind() == StationKind.EXECUTOR
                && pool.completed().orElse(0) >= Structure.ONE_EACH * answers
                && pool.queueMax().orElse(1) <= 0
                && !isAllTaken(pool);
    }

    /** A pool that was asked and has no bound, or has workers to spare, starts each task; so many at work are let in by something before it. */
    private static boolean grows(Station pool) {
        boolean spares = pool.kind() != StationKind.FORK_JOIN && pool.doing(Activity.IDLE) >= 1;
        return pool.maximum().isEmpty() && (pool.completed().isPresent() || spares);
    }

    /** The queue of the pool in which requests enter. That of event loops, and of threads that no pool owns, lies in the sockets, where it is counted. */
    public static double ownQueue(Station entry) {
        return entry.kind() == StationKind.EVENT_LOOPS || entry.kind() == StationKind.OTHER ? 0 : entry.queued();
    }
}

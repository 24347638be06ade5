package dev.headroom.core.evidence;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Mechanism;
import dev.headroom.core.statistics.Thresholds;
import java.util.Optional;

/**
 * Event loops serve many connections each, so long as no one keeps a loop. One that sleeps, reads a socket or waits for
 * a lock serves no one: m loops then carry m / (V S) requests per second, like any pool of m threads, and there are only as
 * many as processors.
 */
public final class EventLoops {

    private static final double MOSTLY = Thresholds.HALF;

    private EventLoops() {}

    /** The loops mostly wait, in place of working: something blocks on them. */
    public static boolean blocked(Station pool) {
        double running = pool.doing(Activity.RUNNING);
        double waiting = pool.doing(Activity::waiting);
        return pool.kind() == StationKind.EVENT_LOOPS && pool.active() > 0 && waiting >= MOSTLY * (waiting + running);
    }

    /** @param needed threads by Little's law */
    public static String remedy(Station pool, int needed, String forLoad, Observation seen) {
        return blocked(pool)
                ? "Move the blocking work off the event loops, to a bounded pool of at least " + needed + " threads"
                        + forLoad + (VirtualThreads.mayWait(seen) ? ", or to virtual threads." : ".")
                : "Move the computing off the event loops, to at least " + needed + " threads" + forLoad
                        + ", or shorten it.";
    }

    /**
     * Loops are as many as were started, and no more are: where no bound is stated, those that live are m. A connection is bound to one loop,
     * and one that is idle reads what comes on its own: where requests lie unread and always as many loops are at work, only these have connections.
     */
    static Observation sized(Observation seen) {
        return seen.withPools(seen.pools().stream()
                .map(pool -> pool.kind() == StationKind.EVENT_LOOPS ? serving(sized(pool), seen) : pool)
                .toList());
    }

    private static Station sized(Station pool) {
        return pool.maximum().isEmpty() && Math.rint(pool.workers()) >= 1
                ? pool.withMaximum((int) Math.rint(pool.workers()))
                : pool;
    }

    private static Station serving(Station pool, Observation seen) {
        double unread = seen.network().unread();
        return AlwaysAtWork.in(pool, seen).stream()
                .filter(busy -> Mechanism.BLOCKED_LOOPS.works()
                        && unread >= 1
                        && busy < pool.maximum().orElse(0))
                .mapToObj(pool::withMaximum)
                .findFirst()
                .orElse(pool);
    }

    /** Said of a pool of which only some loops have connections. */
    public static Optional<String> others(Station pool) {
        long idle = Math.round(pool.workers()) - pool.maximum().orElse(0);
        return pool.kind() == StationKind.EVENT_LOOPS && idle >= 1
                ? Optional.of("Of its " + Math.round(pool.workers()) + " event loops " + idle
                        + (idle == 1 ? " has" : " have")
                        + " nothing to do while requests lie unread: the connections are bound to the"
                        + " others. More instances of what serves them use all of them.")
                : Optional.empty();
    }
}

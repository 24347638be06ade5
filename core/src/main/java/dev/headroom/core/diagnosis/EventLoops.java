package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Activity;
import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Pool;
import dev.headroom.core.model.PoolKind;

/**
 * Event loops serve many connections each, so long as no one keeps a loop. One that sleeps, reads a socket or waits for
 * a lock serves no one: m loops then carry m / (V S) requests per second, like any pool of m threads, and there are only as
 * many as processors.
 */
final class EventLoops {

    private static final double MOSTLY = 0.5;

    private EventLoops() {}

    /** The loops mostly wait, in place of working: something blocks on them. */
    static boolean blocked(Pool pool) {
        double running = pool.activities().getOrDefault(Activity.RUNNING, 0.0);
        double waiting = pool.activities().entrySet().stream()
                .filter(doing -> doing.getKey().waiting())
                .mapToDouble(doing -> doing.getValue())
                .sum();
        return pool.kind() == PoolKind.EVENT_LOOPS && pool.active() > 0 && waiting >= MOSTLY * (waiting + running);
    }

    /** @param needed threads by Little's law */
    static String remedy(Pool pool, int needed, String forLoad) {
        return blocked(pool)
                ? "Move the blocking work off the event loops, to a bounded pool of at least " + needed + " threads"
                        + forLoad + " (Reactor: subscribeOn), or to virtual threads."
                : "Move the computing off the event loops, to at least " + needed + " threads" + forLoad
                        + ", or shorten it.";
    }

    /** Loops are as many as were started, and no more are: where no bound is stated, those that live are m. */
    static Observation sized(Observation seen) {
        if (seen.pools().stream().noneMatch(EventLoops::unsized)) {
            return seen;
        }
        return seen.withPools(seen.pools().stream().map(EventLoops::sized).toList());
    }

    private static boolean unsized(Pool pool) {
        return pool.kind() == PoolKind.EVENT_LOOPS && pool.maximum().isEmpty() && Math.rint(pool.workers()) >= 1;
    }

    private static Pool sized(Pool pool) {
        return unsized(pool) ? pool.withMaximum((int) Math.rint(pool.workers())) : pool;
    }
}

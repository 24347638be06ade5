package dev.headroom.fanout;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for a permit while who waits for him holds one. Where all permits of some gates are held by those whose calls
 * wait at those same gates, nobody goes on (a knot in the graph of resources: Holt, "Some Deadlock Properties of Computer
 * Systems", 1972). The last to close such a circle is told so, and the others go on.
 */
final class Circles {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final List<Waiting> WAITING = new ArrayList<>();

    private record Waiting(Downstream downstream, WeakReference<Gate.Waiter> waiter, Hold hold) {
        boolean stillWaits() {
            Gate.Waiter who = waiter.get();
            return who != null && downstream.gate().isQueued(who);
        }
    }

    private Circles() {}

    /**
     * Whether nobody goes on, now that this one waits.
     *
     * @param hold the permits of those who wait for the waiter
     */
    static boolean isClosedBy(Downstream downstream, Gate.Waiter waiter, @Nullable Hold hold) {
        if (hold == null) {
            return false;
        }
        LOCK.lock();
        try {
            WAITING.removeIf(waiting -> !waiting.stillWaits());
            WAITING.add(new Waiting(downstream, new WeakReference<>(waiter), hold));
            return stuck().contains(downstream);
        } finally {
            LOCK.unlock();
        }
    }

    /** All gates that are waited at, without those one of whose permits may come back, until there are no more of these. */
    private static Set<Downstream> stuck() {
        Set<Downstream> stuck = new HashSet<>();
        WAITING.forEach(waiting -> stuck.add(waiting.downstream()));
        while (stuck.removeIf(downstream -> !isHeldByThoseWhoWaitAt(stuck, downstream))) {
            // Those that went may have held permits of the others
        }
        return stuck;
    }

    private static boolean isHeldByThoseWhoWaitAt(Set<Downstream> stuck, Downstream downstream) {
        Set<Hold> held = new HashSet<>();
        for (Waiting waiting : WAITING) {
            if (stuck.contains(waiting.downstream())) {
                for (Hold hold = Hold.held(waiting.hold()); hold != null; hold = hold.outer()) {
                    if (hold.downstream == downstream) {
                        held.add(hold);
                    }
                }
            }
        }
        return held.size()
                >= Math.max(downstream.gate().inFlight(), downstream.limit().current());
    }
}

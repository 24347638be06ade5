package dev.headroom.agent.moves;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

/**
 * What Headroom asks for.
 *
 * @param from what it was when that was planned
 * @param name of the limit, as Headroom shows it
 * @param who asks
 * @param nanos after which it is put back whatever happens
 */
public record MoveOrder(int request, int from, int to, long nanos, String name, String who) {

    /** Whether it is to be more than it was: then it must not become less. */
    boolean raises() {
        return to > from;
    }

    /**
     * For the service's log.
     *
     * @param home what it was at first: who is back there has nothing to be put back to
     * @param left nanoseconds until it is put back whatever happens
     */
    String words(Movable limit, int from, int to, int home, long left) {
        String moved = who + " moved " + name + " from " + from;
        return to == home
                ? moved + " back to " + to + ", its own size, by " + limit.how()
                : moved + " to " + to + " by " + limit.how() + "; it is put back in "
                        + Math.round(left / 1e9) + " s at the latest ("
                        + Instant.now().plusNanos(left).truncatedTo(ChronoUnit.SECONDS) + "), and "
                        + TimeUnit.NANOSECONDS.toSeconds(Lease.NANOS) + " s after Headroom has fallen silent";
    }
}

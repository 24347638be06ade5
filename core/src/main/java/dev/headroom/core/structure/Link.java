package dev.headroom.core.structure;

import dev.headroom.core.model.observation.Station;

/**
 * Workers of one pool that wait for what another pool gives: the result of a task, a connection, a permit.
 *
 * @param waiters mean number of workers of {@code caller} in this wait; of requests, where it is asynchronous
 * @param seen false where nothing named the callee and it is only the likely one
 * @param asynchronous the caller handed the request over and keeps no worker waiting
 */
public record Link(Station caller, Station callee, double waiters, boolean seen, boolean asynchronous) {

    /** A caller whose workers wait. */
    public Link(Station caller, Station callee, double waiters, boolean seen) {
        this(caller, callee, waiters, seen, false);
    }

    /** Share of the caller's busy workers that wait here, 0 to 1. */
    public double share() {
        if (asynchronous) {
            return 1;
        }
        return caller.active() > 0 ? Math.min(1, waiters / caller.active()) : 0;
    }
}

package dev.headroom.core.structure;

import dev.headroom.core.model.Pool;

/**
 * Workers of one pool that wait for what another pool gives: the result of a task, a connection, a permit.
 *
 * @param waiters mean number of workers of {@code caller} in this wait
 * @param seen false where no frame named the completer and it is only the likely one
 */
public record Link(Pool caller, Pool completer, double waiters, boolean seen) {

    /** Share of the caller's busy workers that wait here, 0 to 1. */
    public double share() {
        return caller.active() > 0 ? Math.min(1, waiters / caller.active()) : 0;
    }
}

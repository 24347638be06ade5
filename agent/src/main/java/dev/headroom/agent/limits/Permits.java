package dev.headroom.agent.limits;

import dev.headroom.agent.moves.Movable;

/** How many permits a limit has that does not tell: as many as it was made with, or the most that was seen free. */
final class Permits {

    /** Made before anybody looked: what is free of it is less than what it has, and what it has is not known. */
    static final int OLD = -2;

    /** Made with none: a signal, of which each release wakes one, or given its permits a moment later. Work that lies ready looks like a permit that is free, so nothing is told of either. */
    private static final int NONE = 0;

    private long most;

    /** @param made permits that it was made with; {@link #OLD} or {@link Movable#UNKNOWN} where that is not known */
    Permits(int made) {
        most = made;
    }

    void areFree(long free) {
        if (most != OLD && most != NONE) {
            most = Math.max(most, free);
        }
    }

    long all() {
        return most > 0 ? most : Movable.UNKNOWN;
    }
}

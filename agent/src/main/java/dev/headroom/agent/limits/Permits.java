package dev.headroom.agent.limits;

import dev.headroom.agent.moves.Movable;

/** How many permits a limit has that does not tell: as many as it was made with, or the most that was seen free. */
final class Permits {

    /** Made before anybody looked: what is free of it is less than what it has, and what it has is not known. */
    static final int OLD = -2;

    /** Made with none: a signal, of which each release wakes one, or given its permits a moment later. */
    private static final int NONE = 0;

    /** A signal has as many free as there is work left, which changes; a limit has all of them free whenever nobody needs one. */
    private static final int AGAIN = 5;

    private final int made;
    private long most;
    private int seen;

    /** @param made permits that it was made with; {@link #OLD} or {@link Movable#UNKNOWN} where that is not known */
    Permits(int made) {
        this.made = made;
        most = made;
    }

    void areFree(long free) {
        if (made == OLD || free < most) {
            return;
        }
        seen = free == most ? seen + 1 : 1;
        most = free;
    }

    long all() {
        return most <= 0 || made == NONE && seen < AGAIN ? Movable.UNKNOWN : most;
    }
}

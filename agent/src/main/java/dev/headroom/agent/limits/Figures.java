package dev.headroom.agent.limits;

import dev.headroom.agent.moves.Movable;
import org.jspecify.annotations.Nullable;

/** One look at a {@link Limit}. All are {@link Movable#UNKNOWN} where the object does not tell. */
record Figures(
        int capacity,
        int inUse,
        int waiting,
        long taken,
        @Nullable Thread owner) {

    boolean isUsed() {
        return inUse > 0 || waiting > 0;
    }
}

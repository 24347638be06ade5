package dev.headroom.fanout.spring.limits;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One look at a limit. What it cannot tell is null. The totals only grow, so that two looks give rates.
 *
 * @param name unique in the application, such as {@code downstream.users}
 * @param kind where a request meets it
 * @param size places; null where there is no bound
 * @param inUse places that are taken now
 * @param waiting who waits for a place now
 * @param completed uses that have ended, in all
 * @param heldNanos for how long places were held by those, in all, in nanoseconds
 * @param refused who was turned away because all places were taken, in all
 * @param details what else is worth to be seen
 */
public record LimitReading(
        String name,
        Kind kind,
        @Nullable Integer size,
        @Nullable Integer inUse,
        @Nullable Integer waiting,
        @Nullable Long completed,
        @Nullable Long heldNanos,
        @Nullable Long refused,
        Map<String, Object> details) {

    /** Whether all places are taken and somebody waits. */
    boolean isFullWithAQueue() {
        return isFull() && waiting != null && waiting > 0;
    }

    boolean isFull() {
        return size != null && inUse != null && inUse >= size;
    }
}

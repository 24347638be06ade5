package dev.headroom.fanout.spring.limits;

import org.jspecify.annotations.Nullable;

/**
 * One look at a limit. What cannot be known is null. The totals only grow, so that two looks give rates.
 *
 * @param name unique in the application, such as {@code downstream.users}
 * @param kind where a request meets it
 * @param size places; null where there is no bound
 * @param inUse places that are taken now
 * @param waiting who waits for a place now
 * @param completed uses that have ended, in all
 * @param heldNanos for how long places were held by those, in all, in nanoseconds
 * @param refused who was turned away because all places were taken, in all
 */
public record LimitReading(
        String name,
        Kind kind,
        @Nullable Integer size,
        @Nullable Integer inUse,
        @Nullable Integer waiting,
        @Nullable Long completed,
        @Nullable Long heldNanos,
        @Nullable Long refused) {
    /** A limit that is there, and of which nothing is published. */
    public static LimitReading unseen(String name, Kind kind) {
        return new LimitReading(name, kind, null, null, null, null, null, null);
    }
}

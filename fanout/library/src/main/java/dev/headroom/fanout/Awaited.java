package dev.headroom.fanout;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a caller awaits for one part: one call, or the first answer of several. Its methods are called by the caller alone. */
interface Awaited<T extends @Nullable Object> {
    /** Asks for permits; {@link #start} is to follow, or {@link #cancel}. */
    void enter(long now);

    /** Starts the calls that have their permits. */
    void start(long now);

    /** Gives up what is late; tells for how long there is nothing to do, in nanoseconds. */
    long tend(long now);

    /** Gives up what is not over; true where it was this that ended something. */
    boolean cancel(long now);

    /** Nothing is left to do for it. */
    boolean isOver();

    boolean hasFailed();

    boolean isExpired();

    String name();

    /** How many calls it has out beyond the first. */
    int extra();

    /** The answer, or the fallback. Only where the fan-out has not failed. */
    T result();

    /** @param others that are to be named where it was late */
    FanOutException failure(List<Awaited<?>> others);
}

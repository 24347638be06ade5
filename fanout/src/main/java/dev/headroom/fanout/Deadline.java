package dev.headroom.fanout;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The instant after which nobody waits for an answer any more. A thread has at most one: a part of a {@link FanOut} has
 * that of its fan-out or its own, whichever is earlier, and what it calls can ask {@linkplain #current() here} how much
 * of it is left. A deadline is never moved out, only in: that of a fan-out within another one ends with the outer.
 *
 * <p>Measured with {@link System#nanoTime()}, so a clock that is set does not move it.
 */
public final class Deadline {
    private static final Deadline NONE = new Deadline(0);
    private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    private final long at;

    private Deadline(long at) {
        this.at = at;
    }

    /** The one that never comes. */
    public static Deadline none() {
        return NONE;
    }

    /** That of the calling thread; {@link #none()} where it has none. */
    public static Deadline current() {
        Standing standing = Standing.ofThisThread();
        return standing == null ? NONE : standing.deadline();
    }

    /**
     * Runs the task on this thread with a deadline that fan-outs and calls in it inherit. It does not end the task.
     *
     * @param timeout from now; a deadline that the thread has already and that is earlier stays
     * @throws Exception what the task throws
     */
    public static <T extends @Nullable Object> T callWithin(Duration timeout, Callable<T> task) throws Exception {
        Standing before = Standing.ofThisThread();
        Deadline deadline = current().orAfter(timeout);
        return Standing.call(new Standing.Plain(deadline, before), task);
    }

    /** The earlier of this and the one that is {@code timeout} from now. */
    Deadline orAfter(Duration timeout) {
        return orAt(System.nanoTime(), nanos(timeout));
    }

    Deadline orAt(long now, long timeoutNanos) {
        if (timeoutNanos == Long.MAX_VALUE || (this != NONE && at - now <= timeoutNanos)) {
            return this;
        }
        return new Deadline(now + timeoutNanos);
    }

    /** What is left, in nanoseconds; never below 0. */
    long leftAt(long now) {
        return this == NONE ? Long.MAX_VALUE : Math.max(0, at - now);
    }

    /** What is left; zero when it has passed, 292 years where there is none. */
    public Duration left() {
        return this == NONE ? FOREVER : Duration.ofNanos(leftAt(System.nanoTime()));
    }

    /** Whether it has passed. */
    public boolean expired() {
        return leftAt(System.nanoTime()) == 0;
    }

    /** Whether it never comes. */
    public boolean isNone() {
        return this == NONE;
    }

    @Override
    public String toString() {
        return this == NONE ? "no deadline" : "deadline in " + Text.of(left());
    }

    /** 146 years at most: twice as much would not fit between two readings of the clock. */
    static long nanos(Duration timeout) {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("a timeout must be longer than 0, but is " + timeout);
        }
        return timeout.compareTo(Duration.ofNanos(Long.MAX_VALUE / 2)) < 0 ? timeout.toNanos() : Long.MAX_VALUE / 2;
    }
}

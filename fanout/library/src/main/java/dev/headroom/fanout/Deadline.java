package dev.headroom.fanout;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The instant after which nobody waits for an answer any more. A thread has at most one: a part of a {@link FanOut} has
 * that of its fan-out or its own, whichever is earlier, and what it calls can ask {@linkplain #current() here} how much
 * of it is left. A deadline is never moved out, only in: that of a fan-out within another one ends with the outer.
 *
 * <p>Measured with {@link System#nanoTime()}, so a clock that is set does not move it.
 */
public final class Deadline {
    private static final Deadline NONE = new Deadline(0, 0, false);
    private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    /** One part in so many of its time that a call may lack, and still have had it: a timeout has more room than that. */
    private static final int LACKING = 10;

    private final long at;
    private final long timeoutNanos;
    private final boolean callers;

    private Deadline(long at, long timeoutNanos, boolean callers) {
        this.at = at;
        this.timeoutNanos = timeoutNanos;
        this.callers = callers;
    }

    private static Deadline in(long timeoutNanos, boolean callers) {
        return new Deadline(System.nanoTime() + timeoutNanos, timeoutNanos, callers);
    }

    /** The one that never comes. */
    public static Deadline none() {
        return NONE;
    }

    /** That of the calling thread; {@link #none()} where it has none. */
    public static Deadline current() {
        return Standing.current().deadline();
    }

    /**
     * Runs the task on this thread with a deadline that fan-outs and calls in it inherit. It does not end the task.
     *
     * @param timeout from now, longer than 0; a deadline that the thread has already and that is earlier stays
     * @throws X what the task throws
     */
    public static <T extends @Nullable Object, X extends Exception> T callWithin(Duration timeout, Call<T, X> task)
            throws X {
        return in(nanos(timeout), false).call(task);
    }

    /**
     * Runs the task as {@link #callWithin} does, with a timeout that somebody outside has asked for, as by a request's
     * header: calls that it ends teach an adaptive limit nothing, or anybody in a hurry could make it smaller for all.
     *
     * @param timeout from now, longer than 0; a deadline that the thread has already and that is earlier stays
     * @throws X what the task throws
     */
    public static <T extends @Nullable Object, X extends Exception> T callWithinCallers(
            Duration timeout, Call<T, X> task) throws X {
        return in(nanos(timeout), true).call(task);
    }

    /**
     * Runs the task on this thread with this deadline, also where it has passed: so it goes along to another thread.
     *
     * @param task runs at once; a deadline that the thread has already and that is earlier stays
     * @throws X what the task throws
     */
    public <T extends @Nullable Object, X extends Exception> T call(Call<T, X> task) throws X {
        Standing before = Standing.current();
        return Standing.call(before.with(earlier(before.deadline())), task);
    }

    Deadline earlier(Deadline other) {
        return this == NONE || (other != NONE && other.at - at <= 0) ? other : this;
    }

    /** The earlier of this and the one that is {@code timeoutNanos} from now. */
    Deadline orAt(long now, long timeoutNanos) {
        if (timeoutNanos == Long.MAX_VALUE || (this != NONE && at - now <= timeoutNanos)) {
            return this;
        }
        return new Deadline(now + timeoutNanos, timeoutNanos, false);
    }

    /** What is left, in nanoseconds; never below 0. */
    long leftAt(long now) {
        return this == NONE ? Long.MAX_VALUE : Math.max(0, at - now);
    }

    /**
     * Whether a call that gets its permit then has the time that a call is given, nearly: so it has not where it waited long
     * for the permit, or where what came before has used up the deadline; and never where somebody outside wants it so early.
     *
     * @param givenNanos the timeout of the call; {@link Long#MAX_VALUE} where only this ends it. Where this is shorter from its own start on, it is what all such calls are
     *     given
     */
    boolean leavesTime(long permitAt, long givenNanos) {
        if (this == NONE) {
            return true;
        }
        long given = Math.min(givenNanos, timeoutNanos);
        return !callers && leftAt(permitAt) >= given - given / LACKING;
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

    static long nanos(Duration timeout) {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("a timeout must be longer than 0, but is " + timeout);
        }
        return saturated(timeout);
    }

    /** 146 years at most: twice as much would not fit between two readings of the clock. */
    static long saturated(Duration time) {
        return time.compareTo(Duration.ofNanos(Long.MAX_VALUE / 2)) < 0 ? time.toNanos() : Long.MAX_VALUE / 2;
    }
}

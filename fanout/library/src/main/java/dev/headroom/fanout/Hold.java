package dev.headroom.fanout;

import org.jspecify.annotations.Nullable;

/** A permit that is held, and what was held already by who asked for it and waits: a chain, the innermost first. */
final class Hold {
    final Downstream downstream;
    private volatile @Nullable Hold outer;

    /** Whose calls to the same downstream need no second permit; none where the permit may be given back on any thread. */
    private final @Nullable Thread thread;

    private final long timeoutNanos;
    private long permitAt;
    private volatile Lesson noted = Lesson.ANSWERED;
    private volatile boolean over;

    /** @param timeoutNanos that a call with it is given; {@link Long#MAX_VALUE} where only a deadline ends it */
    Hold(Downstream downstream, @Nullable Hold outer, @Nullable Thread thread, long timeoutNanos) {
        this.downstream = downstream;
        this.outer = held(outer);
        this.thread = thread;
        this.timeoutNanos = timeoutNanos;
    }

    /** The innermost that has not been given back. */
    static @Nullable Hold held(@Nullable Hold hold) {
        Hold held = hold;
        while (held != null && held.over) {
            held = held.outer;
        }
        return held;
    }

    /** That of this downstream which the calling thread calls with. */
    static @Nullable Hold ofThisThread(@Nullable Hold innermost, Downstream wanted) {
        for (Hold hold = held(innermost); hold != null; hold = hold.outer()) {
            if (hold.downstream == wanted && hold.thread == Thread.currentThread()) {
                return hold;
            }
        }
        return null;
    }

    /** Without those that the calling thread took and may have given to others, who give them back without it. */
    static @Nullable Hold withoutEntered(@Nullable Hold innermost) {
        Hold hold = held(innermost);
        while (hold != null && hold.thread == null) {
            hold = hold.outer();
        }
        return hold;
    }

    @Nullable
    Hold outer() {
        return held(outer);
    }

    /** The permit is there. */
    void begins(long now) {
        permitAt = now;
    }

    /** Whether its calls have all the time that they are given, where this deadline ends them. */
    boolean hasTimeUntil(Deadline deadline) {
        return deadline.leavesTime(permitAt, timeoutNanos);
    }

    /** What a call within it found out, which may not be what the holder's own end shows. */
    void note(Lesson lesson) {
        noted = noted.or(lesson);
    }

    Lesson noted() {
        return noted;
    }

    /** A thread that takes permits and has others give them back makes a chain without end, if nothing were cut from it. */
    void givenBack() {
        over = true;
        outer = held(outer);
    }
}

package dev.headroom.fanout;

import java.time.Duration;
import java.util.function.Predicate;

/** Tells the limit of a gate how calls ended, where that says something of the downstream's capacity. */
final class Teacher {
    /** A client's timeout is in whole milliseconds, and is over a little before the deadline that it was made from. */
    private static final long GRACE_NANOS = 5_000_000;

    private static final long LONGEST_NANOS = Duration.ofMinutes(1).toNanos();

    private final String downstream;
    private final Limit limit;
    private final Predicate<? super Throwable> overload;
    private volatile long spareUntil = System.nanoTime();

    Teacher(String downstream, Limit limit, Predicate<? super Throwable> overload) {
        this.downstream = downstream;
        this.limit = limit;
        this.overload = overload;
    }

    /** Of a call that threw. What a deadline ends that came too early for it shows a queue's length, or somebody's haste, alone. */
    Lesson of(Throwable thrown, Duration retryAfter, Deadline deadline, Hold hold) {
        long now = System.nanoTime();
        boolean tooEarly = deadline.leftAt(now) < GRACE_NANOS && !hold.hasTimeUntil(deadline);
        if (tooEarly || isOfAnother(thrown) || !overload.test(thrown)) {
            return Lesson.NOTHING;
        }
        if (retryAfter.isPositive()) {
            // Of two that come at once one counts: they ask for the same
            spareUntil = now + Math.min(LONGEST_NANOS, Deadline.saturated(retryAfter));
        }
        return Lesson.DROPPED;
    }

    /** A call within it failed at another gate: that is the overload of that one. */
    private boolean isOfAnother(Throwable thrown) {
        Throwable cause = thrown;
        for (int i = 0; i < Overload.CAUSES && cause != null; i++) {
            if (cause instanceof FanOutException failure) {
                return !failure.downstream().equals(downstream);
            }
            cause = cause.getCause();
        }
        return false;
    }

    void teach(Lesson lesson, long heldNanos, int inFlight) {
        boolean dropped = lesson == Lesson.DROPPED;
        if (dropped || (lesson == Lesson.ANSWERED && System.nanoTime() - spareUntil >= 0)) {
            limit.ended(heldNanos, inFlight, dropped);
        }
    }
}

package dev.headroom.agent;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * When turns are due, so that a share of the time is kept busy, and for how long it was by the clock. A turn that waits has its time set aside:
 * where turns wait for long, more of them wait at once. Calls nobody but the clock.
 */
final class Turns {

    /** Turns that wait or hold at once: each may take a thread. */
    static final int MOST = 32;

    /** The time in which a turn comes round: a turn is then long beside the noise of a scheduler, and short beside what anybody measures. */
    private static final long ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(40);

    static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** What is kept for longer than it may be, since a busy machine wakes its holder late, is made good up to this. */
    private static final long MOST_OVER_NANOS = 10 * LONGEST_NANOS;

    private final LongSupplier clock;
    private double rate;

    /** What is to be kept busy and not set aside, in units times nanoseconds. */
    private double due;

    private long at;
    private int open;
    private int holding;
    /** Of those that hold, when they began, added up. */
    private long began;

    private long total;

    /** @param clock as {@link System#nanoTime} */
    Turns(LongSupplier clock) {
        this.clock = clock;
        at = clock.getAsLong();
    }

    /** @param units that are to be kept busy by turns on average, less than one */
    synchronized void rate(double units) {
        pass();
        rate = units;
    }

    /** The time until the next turn is due; zero where it is now. */
    synchronized long untilDue() {
        pass();
        return rate <= 0 || open >= MOST ? LONGEST_NANOS : (long) Math.max(0, Math.ceil((length() - due) / rate));
    }

    /** A turn that was due waits: returns what is set aside for it. */
    synchronized long begin() {
        long length = length();
        open++;
        due -= length;
        return length;
    }

    /** It has what it waited for: for how long it may keep it, which is more than was set aside where turns came late. */
    synchronized long length(long aside) {
        pass();
        long more = (long) Math.max(0, Math.min(due, LONGEST_NANOS - aside));
        due -= more;
        return aside + more;
    }

    /** A unit is kept busy from now on. Returns the time, which {@link #letGo} wants back. */
    synchronized long take() {
        long now = clock.getAsLong();
        holding++;
        began += now;
        return now;
    }

    /** Returns for how long it was kept. */
    synchronized long letGo(long from) {
        long now = clock.getAsLong();
        holding--;
        began -= from;
        total += now - from;
        return now - from;
    }

    /** A turn is over: of what it might have kept, it has kept so much. */
    synchronized void end(long length, long kept) {
        open--;
        due = Math.max(-MOST_OVER_NANOS, due + length - kept);
    }

    /** Units times nanoseconds that it was kept busy until now. */
    synchronized long busyNanos() {
        return total + holding * clock.getAsLong() - began;
    }

    synchronized boolean isHeld() {
        return holding > 0;
    }

    private long length() {
        return Math.max(SHORTEST_NANOS, Math.min(LONGEST_NANOS, (long) (rate * ROUND_NANOS)));
    }

    /** What was missed for longer than a turn is not made good. */
    private void pass() {
        long now = clock.getAsLong();
        due = Math.min(LONGEST_NANOS, due + rate * (now - at));
        at = now;
    }
}

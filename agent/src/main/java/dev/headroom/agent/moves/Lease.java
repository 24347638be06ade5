package dev.headroom.agent.moves;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How long Headroom may go unheard, and how long what it moved may stay so, by a clock that nobody sets. What is lost stays lost until
 * Headroom has taken note of it. No method waits, or calls the application.
 */
public final class Lease {

    /**
     * Headroom speaks every second. A busy machine or a long collection may make it miss two or three words; nobody waits longer for a service
     * that runs with a stranger's setting.
     */
    static final long NANOS = TimeUnit.SECONDS.toNanos(4);

    /** Headroom stands still, or has no reader any more: a recording and bursts of changed classes are nobody's. A stopped debugger may take longer. */
    public static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    private enum State {
        FREE,
        HELD,
        LOST,
        /** Since its time is over. */
        OVER
    }

    private final LongSupplier clock;
    private long heard;
    private long taken;
    private long longest;
    private State state = State.FREE;
    private String why = "";
    private boolean closed;

    /** @param clock as {@link System#nanoTime} */
    public Lease(LongSupplier clock) {
        this.clock = clock;
        heard = clock.getAsLong();
    }

    /** Headroom has spoken. What has run out by now is not renewed by it. */
    public synchronized void hear() {
        expire();
        heard = clock.getAsLong();
    }

    /**
     * Something is about to be moved.
     *
     * @param nanos after which all that is moved is put back, renewed or not: counted from the first of them
     * @return why nothing may be moved; empty where it may
     */
    synchronized String take(long nanos) {
        expire();
        if (closed) {
            return "the agent is leaving";
        }
        if (state == State.FREE && isSilent()) {
            return "Headroom was silent meanwhile";
        }
        if (state == State.FREE) {
            state = State.HELD;
            taken = clock.getAsLong();
            longest = nanos;
        }
        return why;
    }

    /** Why it was lost; empty where it was not. */
    synchronized String lost() {
        expire();
        return why;
    }

    /** Whether it was lost since its time is over. */
    synchronized boolean isOver() {
        return state == State.OVER;
    }

    /** Until what is moved is put back whatever happens. */
    synchronized long leftNanos() {
        return longest - (clock.getAsLong() - taken);
    }

    /** Whether Headroom has not spoken for {@link #NANOS}. */
    public synchronized boolean isSilent() {
        return clock.getAsLong() - heard > NANOS;
    }

    /** Whether it has not for {@link #PATIENCE_NANOS}: nothing more is done for it. */
    public synchronized boolean isForsaken() {
        return clock.getAsLong() - heard > PATIENCE_NANOS;
    }

    /** Nothing is moved any more, and Headroom knows. */
    synchronized void free() {
        state = State.FREE;
        why = "";
    }

    /** For good. */
    synchronized void close() {
        closed = true;
    }

    private void expire() {
        if (state == State.HELD) {
            if (isSilent()) {
                lose(State.LOST, "Headroom was silent for more than " + TimeUnit.NANOSECONDS.toSeconds(NANOS) + " s");
            } else if (clock.getAsLong() - taken > longest) {
                lose(State.OVER, "its time is over");
            }
        }
    }

    private void lose(State how, String reason) {
        state = how;
        why = reason;
    }
}

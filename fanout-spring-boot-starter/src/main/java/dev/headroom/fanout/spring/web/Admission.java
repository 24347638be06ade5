package dev.headroom.fanout.spring.web;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** How many requests are in flight, and the bound on them. No request waits here: the next one is turned away at once. */
public final class Admission {
    private final int limit;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final LongAdder turnedAway = new LongAdder();
    private final LongAdder completed = new LongAdder();
    private final LongAdder heldNanos = new LongAdder();

    Admission(int limit) {
        this.limit = limit;
    }

    boolean enter() {
        // Counts first: of two that come at once to the last place, one gets it
        if (inFlight.incrementAndGet() <= limit) {
            return true;
        }
        inFlight.decrementAndGet();
        turnedAway.increment();
        return false;
    }

    void leave(long nanos) {
        heldNanos.add(nanos);
        completed.increment();
        inFlight.decrementAndGet();
    }

    /** Requests that may be in flight. */
    public int limit() {
        return limit;
    }

    /** Requests in flight now, those that are answered asynchronously among them. */
    public int inFlight() {
        return Math.min(limit, inFlight.get());
    }

    /** Requests that were turned away since the start. */
    public long turnedAway() {
        return turnedAway.sum();
    }

    /** Requests that were let in and are over, since the start. */
    public long completed() {
        return completed.sum();
    }

    /** For how long those were in flight, in nanoseconds in all. */
    public long heldNanos() {
        return heldNanos.sum();
    }
}

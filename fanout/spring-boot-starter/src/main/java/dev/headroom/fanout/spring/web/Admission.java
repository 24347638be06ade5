package dev.headroom.fanout.spring.web;

import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** How many requests are in flight, and the bound on them, if any. No request waits here: the next one is turned away at once. */
public final class Admission {
    private static final int UNBOUNDED = Integer.MAX_VALUE;

    private final int limit;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final LongAdder turnedAway = new LongAdder();
    private final LongAdder completed = new LongAdder();
    private final LongAdder heldNanos = new LongAdder();

    /** @param limit none where requests are counted only */
    Admission(@Nullable Integer limit) {
        this.limit = limit == null ? UNBOUNDED : limit;
    }

    boolean enter() {
        // Never counts one that is not let in: it would turn another away
        int before = inFlight.getAndUpdate(now -> now < limit ? now + 1 : now);
        if (before >= limit) {
            turnedAway.increment();
            return false;
        }
        return true;
    }

    void leave(long nanos) {
        heldNanos.add(nanos);
        completed.increment();
        inFlight.decrementAndGet();
    }

    /** Requests that may be in flight; empty where there is no bound. */
    public OptionalInt limit() {
        return limit == UNBOUNDED ? OptionalInt.empty() : OptionalInt.of(limit);
    }

    /** Requests in flight now, those that are answered asynchronously among them. */
    public int inFlight() {
        return inFlight.get();
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

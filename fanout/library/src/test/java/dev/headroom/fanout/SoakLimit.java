package dev.headroom.fanout;

import java.util.concurrent.atomic.AtomicLongArray;

/** A limit that remembers what it said, in steps of 10 ms: a call is let in by what the gate has read, not by what the limit was once or is later. */
final class SoakLimit implements Limit {
    private static final int STEPS = 1 << 10;
    private static final int MOST = 1_000;

    /** A gate may be interrupted between its look at the limit and its grant. */
    private static final int SLACK = 10;

    private static final long START = System.nanoTime();

    private final Limit limit;
    private final AtomicLongArray highest = new AtomicLongArray(STEPS);

    SoakLimit(Limit limit) {
        this.limit = limit;
    }

    @Override
    public int current() {
        int now = limit.current();
        long step = step(System.nanoTime());
        highest.accumulateAndGet((int) (step % STEPS), step * MOST + now, Math::max);
        return now;
    }

    @Override
    public void ended(long calledNanos, int inFlight, boolean dropped) {
        limit.ended(calledNanos, inFlight, dropped);
    }

    /** The highest that was read since then. */
    int highestSince(long nanos) {
        long now = step(System.nanoTime());
        long first = Math.max(now - STEPS + 1, step(nanos) - SLACK);
        int most = now - STEPS + 1 > step(nanos) - SLACK ? MOST : 0;
        for (long step = first; step <= now; step++) {
            long read = highest.get((int) (step % STEPS));
            if (read / MOST == step) {
                most = Math.max(most, (int) (read % MOST));
            }
        }
        return most;
    }

    private static long step(long nanos) {
        return STEPS + (nanos - START) / 10_000_000;
    }
}

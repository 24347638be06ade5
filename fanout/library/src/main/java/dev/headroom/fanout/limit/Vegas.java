package dev.headroom.fanout.limit;

import dev.headroom.fanout.Limit;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.DoubleSupplier;

/**
 * TCP Vegas (Brakmo and Peterson, 1995): the shortest time seen is that of a downstream without a queue, so what a call
 * takes longer is spent in one, and by Little's law that queue is
 *
 * <pre>
 * queue = limit * (1 - shortest / now)
 *
 * dropped, or queue &gt; 6 log10(limit):   limit = limit - log10(limit)
 * queue &lt;= log10(limit):                limit = limit + 6 log10(limit)
 * queue &lt; 3 log10(limit):               limit = limit + log10(limit)
 * </pre>
 *
 * with log10 at least 1, as Netflix's concurrency-limits states it ({@code VegasLimit}), and no step where less than half
 * was in use. The shortest time is taken anew every 15 to 30 limits' worth of calls, so that a downstream that has become
 * slower for good is not taken for one with a queue.
 */
public final class Vegas implements Limit {
    private static final int CALLS_BETWEEN_PROBES = 30;

    private final Bounds bounds;
    private final DoubleSupplier jitters;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile double limit;
    private long shortest;
    private long sinceProbe;
    private double jitter;

    /**
     * @param floor the least that the limit may be, in calls, at least 1
     * @param initial where it begins
     * @param ceiling the most that it may be
     */
    public Vegas(int floor, int initial, int ceiling) {
        this(
                new Bounds(floor, initial, ceiling),
                () -> ThreadLocalRandom.current().nextDouble(0.5, 1));
    }

    /** @param jitters between 0.5 and 1, so that clients of one downstream do not probe in step */
    Vegas(Bounds bounds, DoubleSupplier jitters) {
        this.bounds = bounds;
        this.jitters = jitters;
        this.limit = bounds.initial();
        this.jitter = jitters.getAsDouble();
    }

    @Override
    public int current() {
        return (int) limit;
    }

    @Override
    public void ended(long calledNanos, int inFlight, boolean dropped) {
        lock.lock();
        try {
            if (dropped) {
                // How long a lost call would have taken is not known
                limit = bounds.within(limit - log(limit));
            } else if (!isShortest(calledNanos) && inFlight * 2L >= limit) {
                limit = bounds.within(limit + step(Math.ceil(limit * (1 - (double) shortest / calledNanos))));
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isShortest(long calledNanos) {
        sinceProbe++;
        if (sinceProbe >= jitter * CALLS_BETWEEN_PROBES * limit) {
            sinceProbe = 0;
            jitter = jitters.getAsDouble();
            shortest = calledNanos;
            return true;
        }
        if (shortest == 0 || calledNanos < shortest) {
            shortest = calledNanos;
            return true;
        }
        return false;
    }

    private double step(double queue) {
        double log = log(limit);
        if (queue <= log) {
            return 6 * log;
        }
        if (queue < 3 * log) {
            return log;
        }
        return queue > 6 * log ? -log : 0;
    }

    private static double log(double limit) {
        return Math.max(1, Math.floor(Math.log10(limit)));
    }

    @Override
    public String toString() {
        return "vegas(" + current() + ")";
    }
}

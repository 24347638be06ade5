package dev.headroom.fanout.limit;

import dev.headroom.fanout.Limit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Additive increase, multiplicative decrease: what TCP Reno does with its window.
 *
 * <pre>
 * a call was dropped:           limit = limit * 0.9
 * at least half was in use:     limit = limit + 1
 * </pre>
 *
 * as Netflix's concurrency-limits states it ({@code AIMDLimit}). Like TCP, and unlike that, it goes down once for a loss:
 * calls that began before the last step down say nothing new, and twenty that time out together would leave an eighth of
 * the limit. It learns from drops alone, so the downstream must refuse or be late before it goes down.
 */
public final class Aimd implements Limit {
    private static final double BACKOFF = 0.9;

    private final Bounds bounds;
    private final LongSupplier clock;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile int limit;
    private long lastBackoff;
    private boolean backedOff;

    /**
     * @param floor the least that the limit may be, in calls, at least 1
     * @param initial where it begins
     * @param ceiling the most that it may be
     */
    public Aimd(int floor, int initial, int ceiling) {
        this(new Bounds(floor, initial, ceiling), System::nanoTime);
    }

    Aimd(Bounds bounds, LongSupplier clock) {
        this.bounds = bounds;
        this.clock = clock;
        this.limit = bounds.initial();
    }

    @Override
    public int current() {
        return limit;
    }

    @Override
    public void ended(long calledNanos, int inFlight, boolean dropped) {
        if (!dropped && inFlight * 2L < limit) {
            return;
        }
        lock.lock();
        try {
            if (!dropped) {
                limit = (int) bounds.within(limit + 1);
            } else if (isNews(calledNanos)) {
                backedOff = true;
                lastBackoff = clock.getAsLong();
                limit = (int) bounds.within(limit * BACKOFF);
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isNews(long calledNanos) {
        long began = clock.getAsLong() - calledNanos;
        return !backedOff || began - lastBackoff >= 0;
    }

    @Override
    public String toString() {
        return "aimd(" + limit + ")";
    }
}

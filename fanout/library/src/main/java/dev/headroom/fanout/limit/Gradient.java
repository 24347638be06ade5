package dev.headroom.fanout.limit;

import dev.headroom.fanout.Limit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Follows the gradient between what calls have taken for long and what they take now.
 *
 * <pre>
 * gradient = 1.5 * long / now, between 0.5 and 1
 * limit    = 0.8 * limit + 0.2 * (limit * gradient + 4)
 * </pre>
 *
 * {@code long} is the mean of the first ten calls, then an exponential one over 600, which comes down faster where calls
 * have become twice as fast; as Netflix's concurrency-limits states it ({@code Gradient2Limit}). No step where less than half
 * was in use. That one does not look at drops; here a dropped call is one with the steepest gradient, 0.5, and without the
 * room of 4, which would raise a limit below 8: {@code limit = 0.9 * limit}.
 */
public final class Gradient implements Limit {
    private static final double TOLERANCE = 1.5;
    private static final double STEEPEST = 0.5;
    private static final double SMOOTHING = 0.2;
    private static final int ROOM = 4;
    private static final int WARM_UP = 10;
    private static final double WEIGHT = 2.0 / (600 + 1);
    private static final double CATCH_UP = 0.95;

    private final Bounds bounds;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile double limit;
    private double mean;
    private int calls;

    /**
     * @param floor the least that the limit may be, in calls, at least 1
     * @param initial where it begins
     * @param ceiling the most that it may be
     */
    public Gradient(int floor, int initial, int ceiling) {
        this.bounds = new Bounds(floor, initial, ceiling);
        this.limit = initial;
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
                // How long a lost call would have taken is not known, so the mean does not learn from it
                step(STEEPEST, 0);
                return;
            }
            // A coarse clock may read 0 for a quick call
            long now = Math.max(1, calledNanos);
            double before = learn(now);
            if (inFlight * 2L >= limit) {
                step(Math.clamp(TOLERANCE * before / now, STEEPEST, 1), ROOM);
            }
        } finally {
            lock.unlock();
        }
    }

    private double learn(long calledNanos) {
        calls = Math.min(calls + 1, WARM_UP + 1);
        mean += (calledNanos - mean) * (calls <= WARM_UP ? 1.0 / calls : WEIGHT);
        double now = mean;
        if (mean > 2.0 * calledNanos) {
            mean *= CATCH_UP;
        }
        return now;
    }

    private void step(double gradient, int room) {
        limit = bounds.within((1 - SMOOTHING) * limit + SMOOTHING * (limit * gradient + room));
    }

    @Override
    public String toString() {
        return "gradient(" + current() + ")";
    }
}

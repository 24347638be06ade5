package dev.headroom.agent;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;

/** A {@link ThreadPoolExecutor}; it keeps every figure itself. */
record ExecutorGauge(ThreadPoolExecutor executor) implements Gauge {

    /** More free places than any service fills: the queue never pushes the pool past its core size. */
    private static final int NEVER_FULL = 1 << 30;

    @Override
    public Object pool() {
        return executor;
    }

    @Override
    public int size() {
        return executor.getPoolSize();
    }

    /**
     * An executor starts threads past its core size only when its queue refuses a task. With an unbounded queue of the
     * JDK the core size is therefore the true bound, whatever the maximum says. A queue class of somebody else may
     * refuse whenever it likes (Tomcat's {@code TaskQueue} does), so there the maximum counts.
     */
    @Override
    public int maximum() {
        int most = executor.getMaximumPoolSize();
        BlockingQueue<Runnable> queue = executor.getQueue();
        boolean neverRefuses = executor instanceof ScheduledThreadPoolExecutor
                || (queue.getClass().getName().startsWith("java.util.concurrent.")
                        && queue.remainingCapacity() > NEVER_FULL);
        if (neverRefuses) {
            return Math.max(1, executor.getCorePoolSize());
        }
        return most >= NEVER_FULL ? UNKNOWN : most;
    }

    @Override
    public int active() {
        return executor.getActiveCount();
    }

    @Override
    public int queue() {
        return executor.getQueue().size();
    }

    @Override
    public long completed() {
        return executor.getCompletedTaskCount();
    }
}

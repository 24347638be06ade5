package dev.headroom.agent.pools;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A {@link ThreadPoolExecutor}; it keeps every figure itself. */
public final class ExecutorGauge extends LikeExecutorGauge {

    /** Tasks: hardly a service gives a pool so many within {@link #LOOK_MILLIS}. */
    private static final int MUCH = 10_000;

    /** Tasks of a scheduler: to see which are due its queue copies all of them, and keeps everybody else out meanwhile. */
    static final int MOST_COPIED = 1_000;

    private static final int LOOKS = 100;
    private static final long LOOK_MILLIS = 20;

    private final ThreadPoolExecutor executor;

    public ExecutorGauge(ThreadPoolExecutor executor) {
        super(executor);
        this.executor = executor;
    }

    @Override
    int ownSize() {
        return executor.getPoolSize();
    }

    /**
     * An executor starts threads past its core size only when its queue refuses a task, and a queue of the JDK does so only when it is full:
     * as long as it has room, the workers that there are, or the core size, are the true bound, whatever the maximum says. A queue class of
     * somebody else may refuse whenever it likes (Tomcat's {@code TaskQueue} does), so there the maximum counts.
     */
    @Override
    int ownMaximum() {
        if (queueHasRoom()) {
            int there = Math.min(executor.getPoolSize(), executor.getMaximumPoolSize());
            return Math.max(1, Math.max(executor.getCorePoolSize(), there));
        }
        int most = executor.getMaximumPoolSize();
        return most >= NEVER_FULL ? UNKNOWN : most;
    }

    private boolean queueHasRoom() {
        return executor instanceof ScheduledThreadPoolExecutor
                || tasks().filter(queue -> queue.getClass().getName().startsWith("java.util.concurrent.")
                                && queue.remainingCapacity() > 0)
                        .isPresent();
    }

    /** Empty of one that keeps its tasks elsewhere, as Apache MINA's does. */
    private Optional<BlockingQueue<Runnable>> tasks() {
        try {
            return Optional.ofNullable(executor.getQueue());
        } catch (UnsupportedOperationException e) {
            return Optional.empty();
        }
    }

    /** At least as much as it holds, and more than comes within a look. */
    private boolean queueHasMuchRoom() {
        return queueHasRoom()
                && tasks().filter(queue -> queue.remainingCapacity() > Math.max(MUCH, queue.size()))
                        .isPresent();
    }

    @Override
    public boolean comesBack() {
        return true;
    }

    @Override
    String sizes() {
        return queueHasRoom() ? "setCorePoolSize" : "setMaximumPoolSize";
    }

    /** Where it is to be more its queue may fill meanwhile, so that what was its core size is its maximum, which is not lowered then. */
    @Override
    List<Integer> sized(int to, boolean up) {
        int most = most();
        boolean room = queueHasRoom();
        return List.of(
                room || core() == most ? to : Math.min(core(), to),
                up || room && most != core() ? Math.max(most, to) : to);
    }

    @Override
    int core() {
        return executor.getCorePoolSize();
    }

    @Override
    int most() {
        return executor.getMaximumPoolSize();
    }

    @Override
    boolean makesThreads(int core, int most) {
        return core > core();
    }

    /**
     * A worker past the core size goes only where it is past the maximum, too: where the queue has much room, that is lowered until they are gone. A queue that
     * fills up meanwhile would have its tasks rejected.
     */
    @Override
    void setBoth(int core, int most) throws InterruptedException {
        if (most >= executor.getCorePoolSize()) {
            executor.setMaximumPoolSize(most);
            executor.setCorePoolSize(core);
        } else {
            executor.setCorePoolSize(core);
            executor.setMaximumPoolSize(most);
        }
        if (core > 0 && core < most && executor.getPoolSize() > core && queueHasMuchRoom()) {
            try {
                executor.setMaximumPoolSize(core);
                for (int left = LOOKS; left > 0 && executor.getPoolSize() > core && queueHasMuchRoom(); left--) {
                    Thread.sleep(LOOK_MILLIS);
                }
            } finally {
                if (executor.getMaximumPoolSize() == core) { // its owner may have set another meanwhile
                    executor.setMaximumPoolSize(most);
                }
            }
        }
    }

    @Override
    int ownActive() {
        return executor.getActiveCount();
    }

    /** Of a scheduler only what is due: the rest waits for its time, not for a worker. {@link #UNKNOWN} where something is due and too much would be copied. */
    @Override
    public int queue() {
        return tasks().map(this::waiting).orElse(UNKNOWN);
    }

    private int waiting(BlockingQueue<Runnable> queue) {
        if (!(executor instanceof ScheduledThreadPoolExecutor)) {
            return queue.size();
        }
        if (!isDue(queue.peek())) {
            return 0;
        }
        return queue.size() > MOST_COPIED
                ? UNKNOWN
                : (int) queue.stream().filter(ExecutorGauge::isDue).count();
    }

    private static boolean isDue(@Nullable Runnable task) {
        return task instanceof Delayed delayed && delayed.getDelay(TimeUnit.NANOSECONDS) <= 0;
    }

    @Override
    long ownCompleted() {
        return executor.getCompletedTaskCount();
    }
}

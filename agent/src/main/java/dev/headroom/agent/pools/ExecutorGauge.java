package dev.headroom.agent.pools;

import dev.headroom.agent.jvm.Parent;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A {@link ThreadPoolExecutor}; it keeps every figure itself. */
public final class ExecutorGauge implements Gauge {

    /** More free places than any service fills: the queue never pushes the pool past its core size. */
    private static final int NEVER_FULL = 1 << 30;

    /** Tasks: hardly a service gives a pool so many within {@link #LOOK_MILLIS}. */
    private static final int MUCH = 10_000;

    /** Tasks of a scheduler: to see which are due its queue copies all of them, and keeps everybody else out meanwhile. */
    static final int MOST_COPIED = 1_000;

    private static final int LOOKS = 100;
    private static final long LOOK_MILLIS = 20;

    private final ThreadPoolExecutor executor;
    private final Parents parents;

    public ExecutorGauge(ThreadPoolExecutor executor) {
        this.executor = executor;
        parents = new Parents(executor, this::isIdle);
    }

    @Override
    public Object pool() {
        return executor;
    }

    @Override
    public int size() {
        return executor.getPoolSize() + Takers.wanted(executor);
    }

    /**
     * An executor starts threads past its core size only when its queue refuses a task, and a queue of the JDK does so only when it is full:
     * as long as it has room, the workers that there are, or the core size, are the true bound, whatever the maximum says. A queue class of
     * somebody else may refuse whenever it likes (Tomcat's {@code TaskQueue} does), so there the maximum counts.
     */
    @Override
    public int maximum() {
        int own = ownMaximum();
        return own == UNKNOWN ? UNKNOWN : own + Takers.wanted(executor);
    }

    private int ownMaximum() {
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
    public boolean movable() {
        return maximum() > 0;
    }

    @Override
    public boolean comesBack() {
        return true;
    }

    @Override
    public String how() {
        return Takers.of(executor).isPresent() ? Takers.HOW : queueHasRoom() ? "setCorePoolSize" : "setMaximumPoolSize";
    }

    /** The last is how many take from its queue beside its own workers. */
    @Override
    public List<Number> settings() {
        return List.of(executor.getCorePoolSize(), executor.getMaximumPoolSize(), Takers.wanted(executor));
    }

    @Override
    public void set(List<Number> settings) throws ReflectiveOperationException, InterruptedException {
        set(
                settings.get(0).intValue(),
                settings.get(1).intValue(),
                settings.get(2).intValue(),
                parents::back);
    }

    @Override
    public void move(int from, int to) throws ReflectiveOperationException, InterruptedException {
        int own = from - Takers.wanted(executor);
        if (to >= own && Takers.of(executor).isPresent()) {
            set(executor.getCorePoolSize(), executor.getMaximumPoolSize(), to - own, parents::more);
        } else {
            if (to < own) {
                parents.lowers(Owners.workers(executor));
            }
            size(to, to >= own);
        }
    }

    /**
     * Its own. A maximum that was the core size stays so.
     *
     * @param up whether it is to be more: its queue may fill meanwhile, so that what was its core size is its maximum, which is not lowered then
     */
    private void size(int to, boolean up) throws ReflectiveOperationException, InterruptedException {
        int most = executor.getMaximumPoolSize();
        int core = executor.getCorePoolSize();
        boolean room = queueHasRoom();
        set(
                room || core == most ? to : Math.min(core, to),
                up || room && most != core ? Math.max(most, to) : to,
                0,
                parents::more);
    }

    @Override
    public void rest() {
        Takers.rest(executor);
        parents.forget();
    }

    @Override
    public void keep() throws ReflectiveOperationException, InterruptedException {
        Takers.keep(executor, maximum(), to -> size(to, true));
    }

    private void set(int core, int most, int takers, Function<List<Thread>, Parent> parent)
            throws ReflectiveOperationException, InterruptedException {
        boolean more = core > executor.getCorePoolSize() || takers > Takers.wanted(executor);
        List<Thread> workers = more ? Owners.workers(executor) : List.of();
        if (core > executor.getCorePoolSize() && !workers.isEmpty()) { // it makes threads at once
            parent.apply(workers).run(() -> setBoth(core, most));
        } else if (core != executor.getCorePoolSize() || most != executor.getMaximumPoolSize()) {
            setBoth(core, most);
        }
        Takers.want(executor, takers, workers, parent);
    }

    private boolean isIdle() {
        return executor.getActiveCount() == 0;
    }

    /**
     * A worker past the core size goes only where it is past the maximum, too: where the queue has much room, that is lowered until they are gone. A queue that
     * fills up meanwhile would have its tasks rejected.
     */
    private void setBoth(int core, int most) throws InterruptedException {
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
                executor.setMaximumPoolSize(most);
            }
        }
    }

    @Override
    public int active() {
        return executor.getActiveCount() + Takers.busy(executor);
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
    public long completed() {
        return executor.getCompletedTaskCount() + Takers.completed(executor);
    }
}

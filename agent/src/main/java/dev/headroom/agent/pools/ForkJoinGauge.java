package dev.headroom.agent.pools;

import dev.headroom.agent.jvm.Internals;
import dev.headroom.agent.jvm.Members;
import dev.headroom.agent.jvm.Threads;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;

/**
 * A {@link ForkJoinPool}. It counts no completed tasks. {@code getStealCount} counts beginnings on JDK 25,
 * and when it does so has changed between versions. So the tasks taken are read off the queues: a
 * task that is submitted or stolen leaves its queue at the base, whose index only grows. Taken less active is done.
 */
public final class ForkJoinGauge implements Gauge {

    private static final Optional<Field> QUEUES = Internals.field(ForkJoinPool.class, "queues");
    private static final Optional<Field> BASE = base();

    /** So that tasks under way at the first look make no negative count; only differences mean something. */
    private static final long STARTED_AHEAD = 1 << 16;

    /** Adds a worker where one is missing, whatever the queues hold. */
    private static final Optional<Method> SIGNAL = method("signalWork", 0);

    /** A signal may find the pool just adding another worker, and a pushed task a queue that is not empty: then it is tried again. */
    private static final long LONGEST_NANOS = 1_000_000_000;

    private static final long BETWEEN_MILLIS = 1;

    private final ForkJoinPool pool;
    private final Parents parents;
    private final Map<Object, Integer> bases = new IdentityHashMap<>();
    private long taken;
    private boolean first = true;

    public ForkJoinGauge(ForkJoinPool pool) {
        this.pool = pool;
        parents = new Parents(pool, () -> active() == 0);
    }

    @Override
    public Object pool() {
        return pool;
    }

    @Override
    public int size() {
        return pool.getPoolSize();
    }

    @Override
    public int maximum() {
        return pool.getParallelism();
    }

    @Override
    public int active() {
        return pool.getActiveThreadCount();
    }

    @Override
    public int queue() {
        return (int) Math.min(Integer.MAX_VALUE, pool.getQueuedSubmissionCount() + pool.getQueuedTaskCount());
    }

    @Override
    public long completed() {
        if (QUEUES.isEmpty() || BASE.isEmpty()) {
            return pool.getStealCount();
        }
        if (!(Internals.get(QUEUES.get(), pool) instanceof Object[] queues)) {
            return UNKNOWN;
        }
        Map<Object, Integer> seen = new IdentityHashMap<>();
        for (Object queue : queues) {
            if (queue != null) {
                int base = Internals.get(BASE.get(), queue) instanceof Integer index ? index : 0;
                // indices wrap around, their difference does not; a queue that is new began near zero
                taken += first ? 0 : base - bases.getOrDefault(queue, 0);
                seen.put(queue, base);
            }
        }
        bases.clear();
        bases.putAll(seen);
        first = false;
        return taken + STARTED_AHEAD - active();
    }

    private static Optional<Field> base() {
        try {
            return Internals.field(Class.forName("java.util.concurrent.ForkJoinPool$WorkQueue"), "base");
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    @Override
    public boolean movable() {
        return setter().isPresent();
    }

    @Override
    public boolean comesBack() {
        return false; // a worker goes only when it finds no work for a while
    }

    @Override
    public String how() {
        return "setParallelism";
    }

    /** Workers are born as those that there are would bear them; where there is none, the first task makes them. */
    @Override
    public void move(int from, int to) throws ReflectiveOperationException, InterruptedException {
        List<Thread> workers = pool.getPoolSize() < to ? Owners.workers(pool) : List.of();
        if (workers.isEmpty()) {
            set(List.of(to));
        } else {
            parents.more(workers).run(() -> raise(to));
        }
    }

    /**
     * With a new parallelism alone no worker is added while the queues are not empty (tried on JDK 25). The pool's own signal adds one;
     * where it is not to be had, a task that comes from a thread whose queue is empty makes the pool give it.
     */
    private void raise(int to) throws ReflectiveOperationException, InterruptedException {
        set(List.of(to));
        long began = System.nanoTime();
        while (pool.getPoolSize() < to && System.nanoTime() - began < LONGEST_NANOS) {
            if (SIGNAL.isPresent()) {
                SIGNAL.get().invoke(pool);
            } else {
                push();
            }
            Thread.sleep(BETWEEN_MILLIS);
        }
    }

    @Override
    public void rest() {
        parents.forget();
    }

    @Override
    public List<Number> settings() {
        return List.of(pool.getParallelism());
    }

    @Override
    public void set(List<Number> settings) throws ReflectiveOperationException {
        Method set = setter().orElseThrow(() -> new NoSuchMethodException("setParallelism came with JDK 19"));
        set.invoke(pool, settings.get(0));
    }

    private void push() throws InterruptedException {
        Thread pusher = Threads.daemon(() -> pool.execute(() -> {}), "headroom-push");
        pusher.start();
        pusher.join();
    }

    private static Optional<Method> setter() {
        return method("setParallelism", 1);
    }

    private static Optional<Method> method(String name, int parameters) {
        return Members.methods(ForkJoinPool.class, name, parameters).stream().findFirst();
    }

    @Override
    public boolean common() {
        return pool == ForkJoinPool.commonPool();
    }
}

package dev.headroom.agent.moves;

import dev.headroom.agent.jvm.Members;
import dev.headroom.agent.jvm.Parent;
import dev.headroom.agent.jvm.Stranger;
import dev.headroom.agent.jvm.Threads;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Something of the application of which units can be kept busy: it runs a task while one of them is taken. Held weakly. */
public final class Occupiable {

    /** As executors of the JDK, event loops of Netty and pools of Jetty tell it. */
    private static final List<String> ENDING = List.of("isShutdown", "isShuttingDown", "isStopping", "isStopped");

    private final WeakReference<Object> object;
    private final ToIntFunction<Object> units;
    private final @Nullable Function<Object, Parent> parent;
    private final boolean blocks;
    private final Taking taking;
    private final @Nullable WeakReference<Thread> worker;
    private final List<Method> ending;

    @FunctionalInterface
    private interface Taking {
        /** The task is run once at the most, and not where it throws. */
        void take(Object of, Runnable task) throws InterruptedException;
    }

    private Occupiable(
            Object object,
            ToIntFunction<Object> units,
            @Nullable Function<Object, Parent> parent,
            boolean blocks,
            Taking taking,
            @Nullable Thread worker) {
        this.object = new WeakReference<>(object);
        this.units = units;
        this.parent = parent;
        this.blocks = blocks;
        this.taking = taking;
        ending = blocks
                ? List.of()
                : ENDING.stream()
                        .flatMap(name -> Members.methods(object.getClass(), name, 0).stream()
                                .limit(1))
                        .toList();
        this.worker = worker == null ? null : new WeakReference<>(worker);
    }

    /** @param object whose monitor it is, whatever else it may be */
    public static Occupiable monitor(Object object) {
        return new Occupiable(object, of -> 1, null, true, Occupiable::inMonitor, null);
    }

    /** Empty where it is not known how to take it alone. Of a lock for readers and writers that is to write. */
    public static Optional<Occupiable> lock(Object object) {
        Taking taking = null;
        if (object instanceof Lock) {
            taking = (of, task) -> locked((Lock) of, task);
        } else if (object instanceof ReadWriteLock) {
            taking = (of, task) -> locked(((ReadWriteLock) of).writeLock(), task);
        } else if (object instanceof StampedLock) {
            taking = (of, task) -> locked(((StampedLock) of).asWriteLock(), task);
        } else if (object instanceof AbstractQueuedSynchronizer) {
            taking = (of, task) -> acquired((AbstractQueuedSynchronizer) of, task);
        } else if (object instanceof AbstractQueuedLongSynchronizer) {
            taking = (of, task) -> acquired((AbstractQueuedLongSynchronizer) of, task);
        }
        return taking == null
                ? Optional.empty()
                : Optional.of(new Occupiable(object, of -> 1, null, true, taking, null));
    }

    /**
     * @param workers that it has now
     * @param parent of one that it makes for what we give it
     */
    public static Optional<Occupiable> pool(
            @Nullable Object object, ToIntFunction<Object> workers, Function<Object, Parent> parent) {
        if (!(object instanceof Executor) || workers.applyAsInt(object) == 0) {
            return Optional.empty();
        }
        Taking taking = object instanceof ForkJoinPool
                ? (of, task) -> ForkJoinWork.execute((ForkJoinPool) of, task)
                : (of, task) -> ((Executor) of).execute(task);
        return Optional.of(new Occupiable(object, workers, parent, false, taking, null));
    }

    /** @param thread that runs what the loop is given */
    public static Occupiable loop(Executor loop, Thread thread) {
        return new Occupiable(loop, of -> 1, null, false, (of, task) -> ((Executor) of).execute(task), thread);
    }

    private static void inMonitor(Object of, Runnable task) {
        synchronized (of) {
            task.run();
        }
    }

    private static void locked(Lock lock, Runnable task) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            task.run();
        } finally {
            lock.unlock();
        }
    }

    /** What locks of the JDK are made of, and what threads park on that wait for one. */
    private static void acquired(AbstractQueuedSynchronizer lock, Runnable task) throws InterruptedException {
        lock.acquireInterruptibly(1);
        try {
            task.run();
        } finally {
            lock.release(1);
        }
    }

    /** Of the lock for readers and writers, since Java 25. */
    private static void acquired(AbstractQueuedLongSynchronizer lock, Runnable task) throws InterruptedException {
        lock.acquireInterruptibly(1);
        try {
            task.run();
        } finally {
            lock.release(1);
        }
    }

    /** What it is; null where that is gone. */
    @Nullable
    Object object() {
        return object.get();
    }

    /** That it has now; 0 where it is gone. */
    int units() {
        Object of = object.get();
        return of == null ? 0 : units.applyAsInt(of);
    }

    /** Whether it is being shut down, which may wait for what it runs. */
    boolean isEnding() {
        Object of = object.get();
        return of != null
                && ending.stream().anyMatch(asked -> Stranger.ask(() -> Boolean.TRUE.equals(answer(asked, of)), false));
    }

    private static @Nullable Object answer(Method method, Object of) {
        try {
            return method.invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether {@link #take} waits until it has one, and keeps it on the caller's thread. */
    boolean blocks() {
        return blocks;
    }

    /** A thread that may {@link #take} it: a worker that is made for a task takes what it inherits from whoever gives that. */
    Thread giver(Runnable giving, String name) {
        Object of = object.get();
        return of == null || parent == null
                ? Threads.daemon(giving, name)
                : parent.apply(of).thread(giving, name);
    }

    /** Runs a task while a unit is taken; not at all where it is gone. */
    void take(Runnable task) throws InterruptedException {
        Object of = object.get();
        if (of == null) {
            throw new InterruptedException("it is gone");
        }
        taking.take(of, task);
    }

    /** Whether the caller, which runs a task that it was given, may be kept. */
    boolean isAtTop() {
        return !(object.get() instanceof ForkJoinPool pool) || ForkJoinWork.isAtTop(pool);
    }

    /** Whether {@link #work} can be done. */
    boolean lends() {
        return object.get() instanceof ForkJoinPool && ForkJoinWork.canBeDone();
    }

    /** Does one of the tasks that wait for it on the caller's thread, one of its workers; false where none waits, or that cannot be done. */
    boolean work() {
        return object.get() instanceof ForkJoinPool pool && ForkJoinWork.doOne(pool);
    }

    /** Whether what runs here takes a unit: some executors run what they are given on the caller's thread, or on one that is none of theirs. */
    boolean isTakenBy(Thread thread) {
        return blocks || (worker == null ? !Threads.isOurs(thread) : worker.get() == thread);
    }
}

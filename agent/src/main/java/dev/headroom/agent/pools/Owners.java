package dev.headroom.agent.pools;

import dev.headroom.agent.jvm.Internals;
import dev.headroom.agent.jvm.Stranger;
import dev.headroom.agent.jvm.Threads;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Predicate;

/**
 * Finds the pool that owns a thread: the thread's task is a worker, and a worker is an inner object of its pool. Thread
 * factories like to wrap the worker (Tomcat, Netty), so what the task holds is looked at too.
 */
public final class Owners {

    /** Wrappers seen in the wild are one deep; a cycle must end. */
    private static final int WRAPPERS = 3;

    private static final Optional<Field> HOLDER = Internals.field(Thread.class, "holder");
    private static final Optional<Field> TARGET = Internals.field(Thread.class, "target"); // JDK 17

    /** Goes with the class. */
    private static final ClassValue<List<Field>> RUNNABLES = new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
            return Internals.fields(
                    type,
                    at -> at != Thread.class,
                    field -> Runnable.class.isAssignableFrom(field.getType()) || isCaptor(field));
        }
    };

    private Owners() {}

    /** Reads {@code pool}; empty where it is nothing that counts workers. */
    public static Optional<Gauge> gauge(Object pool) {
        if (pool instanceof ForkJoinPool forkJoin) {
            return Optional.of(new ForkJoinGauge(forkJoin));
        }
        if (pool instanceof ThreadPoolExecutor executor) {
            return Optional.of(new ExecutorGauge(executor));
        }
        return LikeExecutorGauge.fits(pool) ? Optional.of(new LikeExecutorGauge(pool)) : Optional.empty();
    }

    /** The pool of {@code thread}; empty where it has none that is known. */
    public static Optional<Object> owner(Thread thread) {
        if (thread instanceof ForkJoinWorkerThread worker) {
            return Optional.ofNullable(worker.getPool());
        }
        return task(thread).flatMap(task -> outer(task, 0, outer -> gauge(outer).isPresent()));
    }

    /** The threads of {@code pool} that there are now; where it keeps them as the JDK's executor does, virtual ones as well. */
    static List<Thread> workers(Object pool) {
        Optional<Object> workers = Stranger.ask(() -> Internals.value(pool, "workers"), Optional.empty());
        List<Thread> own = Stranger.ask(() -> workers.map(Owners::kept).orElse(List.of()), List.of());
        return own.isEmpty() ? threads(pool) : own;
    }

    /** It may change meanwhile: then nothing of it can be read. */
    private static List<Thread> kept(Object workers) {
        return workers instanceof Collection<?> all
                ? Arrays.stream(all.toArray())
                        .flatMap(worker -> Internals.value(worker, "thread").stream())
                        .filter(Thread.class::isInstance)
                        .map(Thread.class::cast)
                        .filter(Thread::isAlive)
                        .toList()
                : List.of();
    }

    private static List<Thread> threads(Object pool) {
        return Threads.all().stream()
                .filter(thread -> owner(thread).filter(owner -> owner == pool).isPresent())
                .toList();
    }

    /** The executor that gives its tasks to {@code thread} alone, as event loops do; empty where there is none. Asked of a thread without a pool. */
    public static Optional<Executor> loop(Thread thread) {
        return thread instanceof Executor loop
                ? Optional.of(loop)
                : task(thread)
                        .flatMap(task -> outer(task, 0, Executor.class::isInstance))
                        .map(Executor.class::cast);
    }

    /** What {@code thread} was given to run; empty once it has ended. */
    public static Optional<Object> task(Thread thread) {
        if (HOLDER.isPresent()) {
            Object holder = Internals.get(HOLDER.get(), thread);
            return holder == null
                    ? Internals.value(thread, "cont").flatMap(virtual -> Internals.value(virtual, "target"))
                    : Internals.value(holder, "task");
        }
        return TARGET.map(field -> Internals.get(field, thread));
    }

    private static Optional<Object> outer(Object task, int depth, Predicate<Object> wanted) {
        Optional<Object> outer =
                Takers.executor(task).or(() -> Internals.value(task, "this$0")).filter(wanted);
        return outer.isPresent() || depth == WRAPPERS
                ? outer
                : RUNNABLES.get(task.getClass()).stream()
                        .map(field -> Internals.get(field, task))
                        .filter(wrapped -> wrapped != null && wrapped != task)
                        .flatMap(wrapped -> outer(wrapped, depth + 1, wanted).stream())
                        .findFirst();
    }

    /** The anonymous class around another one: what the inner one runs may be a variable that the outer one captured (XNIO). */
    private static boolean isCaptor(Field field) {
        return field.getName().startsWith("this$") && field.getType().getName().matches(".*\\$\\d+");
    }
}

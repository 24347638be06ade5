package dev.headroom.agent.moves;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * What a worker of a {@link ForkJoinPool} does by itself, done by a task that runs on it: one task that waits is taken and run. And how a task is
 * given to such a pool by one thread as if by many: each thread has one of its queues, and a worker stays with a queue until that is empty.
 */
public final class ForkJoinWork {

    /** Runs a task and no more; {@code quietlyInvoke} would also wait until all that it has forked is done. */
    private static final @Nullable MethodHandle RUN = run();

    private static final @Nullable MethodHandle PROBE = probe("getProbe", int.class);
    private static final @Nullable MethodHandle ADVANCE = probe("advanceProbe", int.class, int.class);

    private ForkJoinWork() {}

    public static void execute(ForkJoinPool pool, Runnable task) {
        MethodHandle probe = PROBE;
        MethodHandle advance = ADVANCE;
        if (probe != null && advance != null) {
            try {
                advance.invoke((int) probe.invoke());
            } catch (Error | RuntimeException e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException("neither throws anything", e);
            }
        }
        pool.execute(task);
    }

    public static boolean canBeDone() {
        return RUN != null;
    }

    /** Whether the caller is a worker of that pool that has just taken a task: not one that helps others, in the middle of a task of its own. */
    public static boolean isAtTop(ForkJoinPool pool) {
        return ForkJoinTask.getPool() == pool
                && StackWalker.getInstance()
                                .walk(frames -> frames.filter(
                                                frame -> frame.getMethodName().equals("doExec"))
                                        .limit(2)
                                        .count())
                        == 1;
    }

    /** Whether there is work to be done, and the caller is a worker of that pool: one task is then done. What it throws stays with the task, as it does in the pool. */
    public static boolean doOne(ForkJoinPool pool) {
        MethodHandle run = RUN; // a handle: without memory a call by reflection may fail, and the task would be lost
        if (run == null || ForkJoinTask.getPool() != pool) {
            return false;
        }
        ForkJoinTask<?> task = Taken.next();
        if (task == null) { // another may just have been quicker at the one queue that was looked into
            Thread.yield();
            return pool.hasQueuedSubmissions() || pool.getQueuedTaskCount() > 0;
        }
        try {
            run.invokeExact(task);
        } catch (Error | RuntimeException e) { // no memory is left even for what it throws
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a task keeps what it throws", e);
        }
        return true;
    }

    private static @Nullable MethodHandle run() {
        try {
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(ForkJoinTask.class, MethodHandles.lookup());
            MethodType taken = MethodType.methodType(void.class, ForkJoinTask.class);
            return lookup.unreflect(ForkJoinTask.class.getDeclaredMethod("doExec"))
                    .asType(taken);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    /** By the probe of the thread its queue is chosen. */
    private static @Nullable MethodHandle probe(String method, Class<?> result, Class<?>... parameters) {
        try {
            return MethodHandles.privateLookupIn(ThreadLocalRandom.class, MethodHandles.lookup())
                    .findStatic(ThreadLocalRandom.class, method, MethodType.methodType(result, parameters));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    /** Only a task may ask for the next one. */
    private abstract static class Taken extends RecursiveAction {
        private static final long serialVersionUID = 1;

        static @Nullable ForkJoinTask<?> next() {
            return pollTask();
        }
    }
}

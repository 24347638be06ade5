package dev.headroom.agent.pools;

import dev.headroom.agent.jvm.Internals;
import dev.headroom.agent.jvm.Log;
import dev.headroom.agent.jvm.Members;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a worker of an executor calls: of a {@code ThreadPoolExecutor}, or of one that has the same methods, as Tomcat's has. By handles: without memory a call by
 * reflection may fail, and a task that was taken would be lost.
 *
 * @param queue its own, from which its workers take
 */
record ExecutorCalls(
        BlockingQueue<Runnable> queue,
        ThreadFactory factory,
        MethodHandle beforeExecute,
        MethodHandle afterExecute,
        MethodHandle shutdown,
        MethodHandle remove) {

    /** Empty where its queue is not its own ({@code getQueue} may tell a copy: what is taken from that is done twice), it has other methods, or its queue is left in other ways than by its workers. */
    static Optional<ExecutorCalls> of(Object executor) {
        try {
            Object queue = asked(executor, "getQueue");
            boolean its = Internals.field(executor.getClass(), "workQueue")
                    .filter(field -> Internals.get(field, executor) == queue)
                    .isPresent();
            Object factory = asked(executor, "getThreadFactory");
            return its
                            && queue instanceof BlockingQueue<?>
                            && isTakenAlike(queue)
                            && factory instanceof ThreadFactory made
                    ? Optional.of(new ExecutorCalls(
                            tasks(queue),
                            made,
                            call(executor, "beforeExecute", void.class, Thread.class, Runnable.class),
                            call(executor, "afterExecute", void.class, Runnable.class, Throwable.class),
                            call(executor, "isShutdown", boolean.class),
                            call(executor, "remove", boolean.class, Runnable.class)))
                    : Optional.empty();
        } catch (ReflectiveOperationException e) {
            return Optional.empty();
        }
    }

    /** Its workers may call {@code take} alone, and others call {@code poll}: a class that does more than its parent in one of them has to do so in both. */
    private static boolean isTakenAlike(Object queue) throws NoSuchMethodException {
        Class<?> type = queue.getClass();
        return type.getMethod("take")
                .getDeclaringClass()
                .equals(type.getMethod("poll", long.class, TimeUnit.class).getDeclaringClass());
    }

    private static MethodHandle call(Object executor, String name, Class<?> returns, Class<?>... parameters)
            throws ReflectiveOperationException {
        for (Method method : Members.methods(executor.getClass(), name, parameters.length)) {
            if (List.of(parameters).equals(List.of(method.getParameterTypes()))) {
                return MethodHandles.lookup()
                        .unreflect(method)
                        .bindTo(executor)
                        .asType(MethodType.methodType(returns, parameters));
            }
        }
        throw new NoSuchMethodException(name);
    }

    private static @Nullable Object asked(Object executor, String name) throws ReflectiveOperationException {
        for (Method method : Members.methods(executor.getClass(), name, 0)) {
            return method.invoke(executor);
        }
        return null;
    }

    @SuppressWarnings("unchecked") // of an executor
    private static BlockingQueue<Runnable> tasks(Object queue) {
        return (BlockingQueue<Runnable>) queue;
    }

    /**
     * Runs it as a worker does; but for that one goes on after a task that throws.
     *
     * @return what the task has thrown, of which the thread's handler is to be told
     * @throws Throwable whatever is thrown by what the application does before and after it
     */
    @Nullable
    Throwable run(Runnable task) throws Throwable {
        Throwable thrown = null;
        beforeExecute.invokeExact(Thread.currentThread(), task);
        try {
            task.run();
        } catch (Throwable e) {
            thrown = e;
        }
        afterExecute.invokeExact(task, thrown);
        return thrown;
    }

    /** Tells the thread's handler. What that throws itself is nobody's, as in the JVM. */
    static void tell(Throwable thrown) {
        try {
            Thread.currentThread().getUncaughtExceptionHandler().uncaughtException(Thread.currentThread(), thrown);
        } catch (Throwable e) {
            return;
        }
    }

    boolean isShutdown() {
        try {
            return (boolean) shutdown.invokeExact();
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * One that is shut down ends with the last task of its queue, as the worker finds that has done it. Where somebody else has taken that, its workers wait for a next one for ever, unless it is asked to look:
     * to remove a task that it does not have does so.
     */
    void endsIfShutdown(Runnable other) {
        try {
            if (isShutdown()) {
                remove.invoke(other);
            }
        } catch (Throwable e) { // the application's handler is not for what Headroom asks
            Log.say("whether an executor that is shut down has ended could not be asked: " + e);
        }
    }
}

package dev.headroom.agent.jvm;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs what makes threads as another thread would. A new thread takes from the one that makes it the group, whether it is a daemon, priority, context class loader, inheritable
 * thread-locals and, before JDK 24, in whose name it acts ({@code Subject}): those that an application makes shall not take these of a thread of ours.
 */
public final class Parent {

    /** Of a thread, by which it knows in whose name it acts; there is none from JDK 24 on. */
    private static final Optional<Field> NAME = Internals.field(Thread.class, "inheritedAccessControlContext");

    private Parent() {}

    /** What makes threads. */
    @FunctionalInterface
    public interface Making {
        void make() throws ReflectiveOperationException, InterruptedException;
    }

    /** Where it is made, and what came of it. */
    private static final class Run implements Runnable {

        private final Making making;
        private volatile @Nullable Throwable thrown;

        private Run(Making making) {
            this.making = making;
        }

        @Override
        public void run() {
            try {
                making.make();
            } catch (Throwable e) { // it is thrown where it was asked for
                thrown = e;
            }
        }

        private void end() throws ReflectiveOperationException, InterruptedException {
            Throwable e = thrown;
            if (e instanceof Error error) {
                throw error;
            }
            if (e instanceof RuntimeException failure) {
                throw failure;
            }
            if (e instanceof InterruptedException interrupted) {
                throw interrupted;
            }
            if (e instanceof ReflectiveOperationException failure) {
                throw failure;
            }
        }
    }

    /**
     * Runs it on a thread for itself that has what {@code like} has.
     *
     * @throws IllegalStateException where {@code like} has ended, or what it has cannot be read
     */
    public static void run(Thread like, Making making) throws ReflectiveOperationException, InterruptedException {
        ThreadGroup group = like.getThreadGroup();
        if (group == null) {
            throw new IllegalStateException("its thread " + like.getName() + " has ended meanwhile");
        }
        Run run = new Run(making);
        Thread thread = new Thread(group, run, "headroom-parent", 0, false);
        thread.setDaemon(like.isDaemon());
        thread.setPriority(like.getPriority());
        thread.setContextClassLoader(like.getContextClassLoader());
        inherit(like, thread);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            thread.interrupt();
            throw e;
        }
        run.end();
    }

    private static void inherit(Thread from, Thread to) throws ReflectiveOperationException {
        Field locals = Internals.field(Thread.class, "inheritableThreadLocals")
                .orElseThrow(() -> new IllegalStateException("what its threads inherit cannot be read"));
        Object map = Internals.get(locals, from);
        if (map != null && !isEmpty(map)) {
            Method inherited = ThreadLocal.class.getDeclaredMethod("createInheritedMap", map.getClass());
            inherited.setAccessible(true);
            locals.set(to, inherited.invoke(null, map));
        }
        if (NAME.isPresent()) {
            NAME.get().set(to, Internals.get(NAME.get(), from));
        }
    }

    private static boolean isEmpty(Object map) {
        return Internals.field(map.getClass(), "size")
                .map(size -> Internals.get(size, map))
                .filter(size -> size.equals(0))
                .isPresent();
    }
}

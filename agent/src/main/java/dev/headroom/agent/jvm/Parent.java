package dev.headroom.agent.jvm;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs what makes threads as threads that there are would. A new thread takes from the one that makes it the group, whether it is a daemon, priority, context class loader, inheritable
 * thread-locals and, before JDK 24, in whose name it acts ({@code Subject}): those that an application makes shall not take these of a thread of ours.
 */
public final class Parent {

    private final Inherited inherited;

    private Parent(Inherited inherited) {
        this.inherited = inherited;
    }

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
     * One that has what all of {@code like} have in common.
     *
     * @param idle whether none of them is at work, asked before and after they are looked at
     * @param resting other threads, which serve no request now: what several of these have is of none
     * @throws IllegalStateException where they have ended, what they have cannot be read, or there is but one, which is at work
     */
    public static Parent of(List<Thread> like, BooleanSupplier idle, Supplier<List<Thread>> resting) {
        boolean before = idle.getAsBoolean();
        return new Parent(Inherited.of(like, () -> before && idle.getAsBoolean(), resting));
    }

    /** One that has nothing that a request may have set, wherever {@code like} are in the middle of one. */
    public static Parent ofNobody(List<Thread> like) {
        return new Parent(Inherited.ofNobody(like));
    }

    /** One that has not begun. */
    public Thread thread(Runnable task, String name) {
        Thread thread = new Thread(inherited.group(), task, name, 0, false);
        try {
            inherited.give(thread);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a thread cannot be given what others have", e);
        }
        return thread;
    }

    /** Runs it on a thread for itself. */
    public void run(Making making) throws ReflectiveOperationException, InterruptedException {
        Run run = new Run(making);
        Thread thread = thread(run, "headroom-parent");
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            thread.interrupt();
            throw e;
        }
        run.end();
    }
}

package dev.headroom.agent.pools;

import dev.headroom.agent.jvm.Log;
import dev.headroom.agent.jvm.Parent;
import dev.headroom.agent.jvm.Stranger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Threads beside an executor's own that take tasks from its queue, and so raise it. They are made by its own {@link ThreadFactory}, run what is done before and after
 * each task, and go when it is put back: none of the executor's own threads ends for it, as some do where its size is set up and down, and what these
 * keep of their own stays as it was. None of its settings is touched.
 */
final class Takers {

    /** How it is raised, for the reader. */
    static final String HOW = "threads that take from its queue";

    /** In which one that is to take no more still does: for so long it waits for a task. */
    private static final long TURN_MILLIS = 50;

    /** That wait for a task at a time: each wakes up after {@link #TURN_MILLIS}, and the queue may go through all that wait in it then. One that hands over keeps none, and wants as many as come at once. */
    static final int MOST_WAITING = 8;

    /** For which one that takes nothing is kept where nobody says that it may go. */
    private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final Map<Object, Takers> ALL = Collections.synchronizedMap(new IdentityHashMap<>());

    private final Object executor;
    private final ExecutorCalls calls;
    private final AtomicInteger busy = new AtomicInteger();
    private final AtomicLong completed = new AtomicLong();
    private final List<Taker> takers = new ArrayList<>();
    private volatile int wanted;
    private volatile boolean over;
    private long kept;
    private int waiting;

    private Takers(Object executor, ExecutorCalls calls) {
        this.executor = executor;
        this.calls = calls;
    }

    /** Those of {@code executor}; empty where it is none whose queue others may take from. */
    static Optional<Takers> of(Object executor) {
        Takers known = ALL.get(executor);
        return known == null
                ? Stranger.ask(
                        () -> ExecutorCalls.of(executor).map(calls -> new Takers(executor, calls)), Optional.empty())
                : Optional.of(known);
    }

    /** The executor for which that task of a thread takes others; empty where it is none of ours. */
    static Optional<Object> executor(Object task) {
        return task instanceof Taker taker ? Optional.of(taker.executor()) : Optional.empty();
    }

    /** How many take from its queue now; 0 for one that was not raised. */
    static int wanted(Object executor) {
        Takers known = ALL.get(executor);
        return known == null ? 0 : known.wanted;
    }

    /** Of these, how many are at work. */
    static int busy(Object executor) {
        Takers known = ALL.get(executor);
        return known == null ? 0 : known.busy.get();
    }

    static long completed(Object executor) {
        Takers known = ALL.get(executor);
        return known == null ? 0 : known.completed.get();
    }

    /**
     * So many take from its queue from now on. Threads that are missing are made as children of its {@code workers}: an executor's own are made by whoever gives it a task, or by one of
     * them that ends.
     *
     * @param parent found for {@code workers}
     */
    static void want(Object executor, int most, List<Thread> workers, Function<List<Thread>, Parent> parent)
            throws ReflectiveOperationException, InterruptedException {
        if (most > wanted(executor)) {
            Takers takers =
                    of(executor).orElseThrow(() -> new IllegalStateException("nobody else may take from its queue"));
            takers.refuseOnceShutDown();
            if (workers.isEmpty()) {
                throw new IllegalStateException("none of its own threads is there for others to be like");
            }
            parent.apply(workers).run(() -> takers.want(most));
        } else {
            dismiss(executor, most);
        }
    }

    /** No more than so many take from its queue from now on. */
    private static void dismiss(Object executor, int most) {
        Optional.ofNullable(ALL.get(executor)).ifPresent(takers -> takers.want(most));
    }

    /** They are not needed for now. */
    static void rest(Object executor) {
        Takers known = ALL.get(executor);
        if (known != null && known.wanted == 0) {
            known.end();
        }
    }

    /** How the executor is set to a size of its own. */
    @FunctionalInterface
    interface Sizing {
        void size(int to) throws ReflectiveOperationException, InterruptedException;
    }

    /** Whatever they have raised is set by its size, and they go; also where that fails. */
    static void keep(Object executor, int maximum, Sizing own)
            throws ReflectiveOperationException, InterruptedException {
        if (wanted(executor) > 0) {
            try {
                own.size(maximum);
            } finally {
                dismiss(executor, 0);
                rest(executor);
            }
        }
    }

    /** One that is at work ends it first. A factory may be slow: that nobody is wanted any more is known at once. */
    private void want(int most) {
        if (most > 0) {
            refuseOnceShutDown();
        }
        synchronized (this) {
            if (most > 0) {
                ALL.put(executor, this);
                over = false;
            }
            wanted = most;
            kept = System.nanoTime() + KEPT_NANOS;
            takers.forEach(taker -> LockSupport.unpark(taker.parked));
        }
        for (int more = most - count(); more > 0 && areTooFew(); more--) { // who ends at once is not made again
            Taker taker = new Taker();
            Thread thread = made(taker);
            if (joins(taker)) {
                start(thread, taker);
            }
        }
    }

    private void refuseOnceShutDown() {
        if (calls.isShutdown()) {
            throw new IllegalStateException("it is shut down");
        }
    }

    private Thread made(Taker taker) {
        try {
            Thread thread = calls.factory().newThread(taker);
            if (thread != null) {
                return thread;
            }
        } catch (Error | RuntimeException e) {
            wanted = Math.min(wanted, count());
            throw e;
        }
        wanted = Math.min(wanted, count());
        throw new IllegalStateException("its ThreadFactory makes no more threads");
    }

    /** No thread may be to be had. */
    private void start(Thread thread, Taker taker) {
        try {
            thread.start();
        } catch (Error | RuntimeException e) {
            goes(taker);
            throw e;
        }
    }

    private synchronized boolean areTooFew() {
        return takers.size() < wanted;
    }

    private synchronized int count() {
        return takers.size();
    }

    private synchronized boolean joins(Taker taker) {
        return areTooFew() && takers.add(taker);
    }

    private synchronized void end() {
        over = true;
        takers.forEach(taker -> LockSupport.unpark(taker.parked));
        forgetIfNone();
    }

    /** Asked twice of one: the second time others may have been made since. */
    private synchronized void goes(Taker taker) {
        if (takers.remove(taker)) {
            forgetIfNone();
        }
    }

    private void forgetIfNone() {
        if (takers.isEmpty()) {
            ALL.remove(executor);
        }
    }

    /** The first that may have a turn. What was taken meanwhile has to be done, whatever goes wrong here. */
    private void wakeNext() {
        try {
            LockSupport.unpark(nextParked());
        } catch (Throwable e) {
            return; // whoever takes the next task tries again
        }
    }

    private synchronized @Nullable Thread nextParked() {
        for (int i = 0; i < Math.min(wanted, takers.size()); i++) {
            Thread parked = takers.get(i).parked;
            if (parked != null) {
                takers.get(i).parked = null;
                return parked;
            }
        }
        return null;
    }

    private synchronized boolean isWanted(Taker taker) {
        return takers.indexOf(taker) < wanted;
    }

    /** Waits where it is one too many, or enough wait for a task; false once it is to go. It parks, for nothing: a virtual thread keeps no carrier meanwhile, and nobody takes that for a limit. */
    private boolean awaitTurn(Taker taker) throws InterruptedException {
        long left = untilTurn(taker);
        while (left > 0) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            left = untilTurn(taker);
        }
        return left == 0;
    }

    /** For how long it may wait at most; 0 where it has its turn, less once it is to go. */
    private synchronized long untilTurn(Taker taker) {
        taker.parked = null;
        boolean its = isWanted(taker);
        if (its && (waiting < MOST_WAITING || calls.queue() instanceof SynchronousQueue)) {
            waiting++;
            return 0;
        }
        long left = its ? KEPT_NANOS : over ? -1 : kept - System.nanoTime();
        if (left <= 0) {
            goes(taker);
            return -1;
        }
        taker.parked = Thread.currentThread();
        return left;
    }

    private final class Taker implements Runnable {

        private volatile @Nullable Thread parked;

        Object executor() {
            return executor;
        }

        @Override
        public void run() {
            try {
                while (!calls.isShutdown() && awaitTurn(this)) {
                    Runnable task = next();
                    if (task != null) {
                        done(task);
                    }
                }
            } catch (Error | RuntimeException e) {
                throw e;
            } catch (Throwable e) { // somebody interrupts what is the executor's
                Thread.currentThread().interrupt();
            } finally {
                goes(this);
                wakeNext();
                calls.endsIfShutdown(this);
            }
        }

        private @Nullable Runnable next() throws InterruptedException {
            try {
                Runnable task = null;
                while (task == null && !calls.isShutdown() && isWanted(this)) {
                    task = polled();
                }
                return task;
            } finally {
                synchronized (Takers.this) {
                    waiting--;
                }
                wakeNext();
            }
        }

        /** A queue of somebody's own may throw, and then nobody takes from it any more. */
        private @Nullable Runnable polled() throws InterruptedException {
            try {
                return calls.queue().poll(TURN_MILLIS, TimeUnit.MILLISECONDS);
            } catch (OutOfMemoryError e) {
                return null;
            } catch (Error | RuntimeException e) {
                Log.say("nobody else may take from the queue of "
                        + executor.getClass().getName() + ": " + e);
                wanted = 0;
                return null;
            }
        }

        private void done(Runnable task) throws Throwable {
            busy.incrementAndGet();
            Throwable thrown;
            try {
                thrown = calls.run(task);
            } finally {
                busy.decrementAndGet();
                completed.incrementAndGet();
                Thread.interrupted();
            }
            if (thrown != null) {
                ExecutorCalls.tell(thrown);
            }
        }
    }
}

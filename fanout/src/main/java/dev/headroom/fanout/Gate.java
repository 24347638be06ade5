package dev.headroom.fanout;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A bound on calls in flight, and a short queue before it: first come, first served. Nobody waits in here: who is in the
 * queue is {@linkplain Waiter#granted() told} by the thread that gives a permit back.
 *
 * <p>Without a queue a permit is one compare-and-set. With one, the lock guards the queue only. No permit is lost between
 * the two, because each side writes first and then looks (Dekker): who joins the queue looks once more for a permit, and
 * who gives a permit back looks for a queue.
 */
final class Gate {
    private static final VarHandle IN_FLIGHT;

    static {
        try {
            IN_FLIGHT = MethodHandles.lookup().findVarHandle(Gate.class, "inFlight", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** One who wants a permit; a link of the queue itself, so that waiting allocates nothing and leaving is O(1). */
    abstract static class Waiter {
        private @Nullable Waiter before;
        private @Nullable Waiter after;
        private boolean queued;

        /** Has the permit now. False where it is no longer wanted: the permit goes to the next. Must not throw. */
        abstract boolean granted();
    }

    enum Entry {
        /** The permit is held. */
        PERMIT,
        /** The permit comes by {@link Waiter#granted()}; perhaps it has come already. */
        QUEUED,
        /** There is no room. */
        FULL
    }

    private final Limit limit;
    private final int queue;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile int inFlight;
    private volatile int waiting;
    private @Nullable Waiter first;
    private @Nullable Waiter last;

    /** @param queue how many may wait; below 0, as many as the limit of the moment: their wait is about one call's time */
    Gate(Limit limit, int queue) {
        this.limit = limit;
        this.queue = queue;
    }

    Entry enter(Waiter waiter) {
        if (waiting == 0 && tryAcquire()) {
            return Entry.PERMIT;
        }
        lock.lock();
        try {
            if (waiting == 0 && tryAcquire()) {
                return Entry.PERMIT;
            }
            if (waiting >= queue()) {
                return Entry.FULL;
            }
            append(waiter);
        } finally {
            lock.unlock();
        }
        grant();
        return Entry.QUEUED;
    }

    /** Gives a permit back. */
    void leave() {
        IN_FLIGHT.getAndAdd(this, -1);
        grant();
    }

    /** Leaves the queue, where it still is in it. */
    void forget(Waiter waiter) {
        lock.lock();
        try {
            remove(waiter);
        } finally {
            lock.unlock();
        }
    }

    int limit() {
        return limit.current();
    }

    int inFlight() {
        return inFlight;
    }

    int waiting() {
        return waiting;
    }

    int queue() {
        return queue < 0 ? limit.current() : queue;
    }

    boolean isQueued(Waiter waiter) {
        lock.lock();
        try {
            return waiter.queued;
        } finally {
            lock.unlock();
        }
    }

    private boolean tryAcquire() {
        while (true) {
            int now = inFlight;
            if (now >= limit.current()) {
                return false;
            }
            if (IN_FLIGHT.compareAndSet(this, now, now + 1)) {
                return true;
            }
        }
    }

    /** Gives what permits there are to those who wait; more than one where the limit has grown. */
    void grant() {
        while (waiting > 0 && tryAcquire()) {
            Waiter next = poll();
            if (next == null || !next.granted()) {
                IN_FLIGHT.getAndAdd(this, -1);
            }
        }
    }

    private @Nullable Waiter poll() {
        lock.lock();
        try {
            Waiter next = first;
            if (next != null) {
                remove(next);
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written with the lock held, read without
    private void append(Waiter waiter) {
        waiter.before = last;
        if (last == null) {
            first = waiter;
        } else {
            last.after = waiter;
        }
        last = waiter;
        waiter.queued = true;
        waiting++;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written with the lock held, read without
    private void remove(Waiter waiter) {
        if (!waiter.queued) {
            return;
        }
        if (waiter.before == null) {
            first = waiter.after;
        } else {
            waiter.before.after = waiter.after;
        }
        if (waiter.after == null) {
            last = waiter.before;
        } else {
            waiter.after.before = waiter.before;
        }
        waiter.before = null;
        waiter.after = null;
        waiter.queued = false;
        waiting--;
    }
}

package dev.headroom.fanout;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A bound on calls in flight, and a short queue before it: first come, first served. Nobody waits in here: who is in the
 * queue is {@linkplain Waiter#granted() told} by the thread that gives a permit back.
 *
 * <p>Without a queue a permit is one compare-and-set. With one, the lock guards the queue, and the step from it to a permit:
 * who holds the lock counts nobody twice. No permit is lost between the two, because each side writes first and then looks
 * (Dekker): who joins the queue looks once more for a permit, and who gives a permit back looks for a queue.
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

    /** Takes a permit that is free and that nobody waits for. */
    boolean enterIfFree() {
        return waiting == 0 && tryAcquire();
    }

    /** Where it throws, as a limit may, nothing is taken. */
    Entry enter(Waiter waiter) {
        if (enterIfFree()) {
            return Entry.PERMIT;
        }
        while (true) {
            lock.lock();
            try {
                if (enterIfFree()) {
                    return Entry.PERMIT;
                }
                if (waiting < queue()) {
                    append(waiter);
                    break;
                }
                if (inFlight >= limit.current()) {
                    return Entry.FULL;
                }
            } finally {
                lock.unlock();
            }
            // The free permit is for who waits, whose place is free then
            grant();
        }
        try {
            grant();
        } catch (Throwable ofTheLimit) {
            if (forget(waiter)) {
                throw ofTheLimit;
            }
            // Another thread has granted it meanwhile
        }
        return Entry.QUEUED;
    }

    /** Gives a permit back. */
    void leave() {
        IN_FLIGHT.getAndAdd(this, -1);
        grant();
    }

    /** Leaves the queue; false where it is not in it any more. */
    boolean forget(Waiter waiter) {
        lock.lock();
        try {
            boolean queued = isQueued(waiter);
            if (queued) {
                remove(waiter);
            }
            return queued;
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

    /** Places that are taken, permits and queue together; who goes from the queue to a permit counts once. */
    int taken() {
        if (waiting == 0) {
            return inFlight;
        }
        lock.lock();
        try {
            return inFlight + waiting;
        } finally {
            lock.unlock();
        }
    }

    int queue() {
        return queue < 0 ? limit.current() : queue;
    }

    boolean isQueued(Waiter waiter) {
        lock.lock();
        try {
            return waiter.before != null || waiter == first;
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
        while (waiting > 0 && inFlight < limit.current()) {
            Waiter next = poll();
            if (next != null && !next.granted()) {
                IN_FLIGHT.getAndAdd(this, -1);
            }
        }
    }

    /** The first of the queue, with a permit. */
    private @Nullable Waiter poll() {
        lock.lock();
        try {
            Waiter next = first;
            if (next == null || !tryAcquire()) {
                return null;
            }
            remove(next);
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
        waiting++;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written with the lock held, read without
    private void remove(Waiter waiter) {
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
        waiting--;
    }
}

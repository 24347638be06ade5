package dev.headroom.fanout;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A call on the caller's own thread: only the wait for its permit can be given up. */
final class OwnThreadCall extends Gate.Waiter implements Standing, Permit {
    private static final VarHandle STATE;
    private static final int WAITING = 0;
    private static final int GRANTED = 1;
    private static final int OVER = 2;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(OwnThreadCall.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Downstream downstream;
    private final @Nullable Standing outer;
    private final Deadline deadline;
    private final Thread thread = Thread.currentThread();
    private final long asked = System.nanoTime();
    private volatile int state;
    private long started;
    private int inFlight;

    /** @param outer what the thread stands under, and goes on to while it calls; none where it is not to be kept */
    OwnThreadCall(Downstream downstream, @Nullable Standing outer) {
        this.downstream = downstream;
        this.outer = outer;
        this.deadline = Deadline.current().orAt(asked, downstream.timeoutNanos());
    }

    @Override
    public Deadline deadline() {
        return deadline;
    }

    @Override
    public boolean holds(Downstream wanted) {
        return wanted == downstream || (outer != null && outer.holds(wanted));
    }

    OwnThreadCall enter() throws InterruptedException {
        switch (downstream.gate().enter(this)) {
            case PERMIT -> {
                state = GRANTED;
                started = asked;
            }
            case QUEUED -> {
                awaitPermit();
                started = System.nanoTime();
            }
            case FULL -> {
                over(Outcome.REJECTED);
                throw Failures.rejected(
                        downstream.name(), downstream, downstream.gate().inFlight());
            }
        }
        inFlight = downstream.gate().inFlight();
        return this;
    }

    <T extends @Nullable Object> T call(Callable<T> call) throws Exception {
        enter();
        T result;
        try {
            result = Standing.call(this, () -> downstream.around(downstream.name(), call));
        } catch (Throwable thrown) {
            failed(thrown);
            throw thrown;
        }
        close();
        return result;
    }

    @Override
    public void close() {
        end(Outcome.SUCCEEDED, null);
    }

    @Override
    public void failed(Throwable thrown) {
        end(Outcome.FAILED, thrown);
    }

    private void end(Outcome outcome, @Nullable Throwable thrown) {
        if (!STATE.compareAndSet(this, GRANTED, OVER)) {
            return;
        }
        long held = System.nanoTime() - started;
        try {
            downstream.tally().held(held);
            downstream.ended(downstream.name(), outcome, started - asked, held, thrown);
            boolean dropped = thrown != null && Failures.isLate(thrown);
            if (thrown == null || dropped) {
                downstream.limit().ended(held, inFlight, dropped);
            }
        } finally {
            downstream.gate().leave();
        }
    }

    @Override
    boolean granted() {
        if (!STATE.compareAndSet(this, WAITING, GRANTED)) {
            return false;
        }
        LockSupport.unpark(thread);
        return true;
    }

    private void awaitPermit() throws InterruptedException {
        while (state == WAITING) {
            if (thread.isInterrupted()) {
                if (giveUp(Outcome.CANCELLED)) {
                    Thread.interrupted();
                    throw new InterruptedException();
                }
            } else if (deadline.isNone()) {
                LockSupport.park(this);
            } else {
                long left = deadline.leftAt(System.nanoTime());
                if (left > 0) {
                    LockSupport.parkNanos(this, left);
                } else if (giveUp(Outcome.EXPIRED)) {
                    throw Failures.noPermit(downstream, System.nanoTime() - asked);
                }
            }
        }
    }

    /** False where the permit came first: then the call is made, and learns of the interrupt or the deadline by itself. */
    private boolean giveUp(Outcome outcome) {
        if (!STATE.compareAndSet(this, WAITING, OVER)) {
            return false;
        }
        downstream.gate().forget(this);
        over(outcome);
        return true;
    }

    private void over(Outcome outcome) {
        downstream.ended(downstream.name(), outcome, System.nanoTime() - asked, 0, null);
    }
}

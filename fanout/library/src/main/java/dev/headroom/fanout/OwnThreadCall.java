package dev.headroom.fanout;

import dev.headroom.fanout.DownstreamListener.Ended;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A call on the caller's own thread: only the wait for its permit can be given up. */
final class OwnThreadCall extends Gate.Waiter implements Permit {
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
    private final Standing before;
    private final Hold hold;
    private final Deadline deadline;
    private final Thread thread = Thread.currentThread();
    private final long asked = System.nanoTime();
    private volatile int state;
    private long started;
    private int inFlight;

    /** @param before what the thread stands under */
    private OwnThreadCall(Downstream downstream, Standing before, @Nullable Thread holder) {
        this.downstream = downstream;
        this.before = before;
        this.hold = new Hold(downstream, before.hold(), holder, downstream.timeoutNanos());
        this.deadline = before.deadline().orAt(asked, downstream.timeoutNanos());
    }

    static <T extends @Nullable Object, X extends Exception> T call(
            Downstream downstream, Standing before, Call<T, X> call) throws InterruptedException, X {
        var here = new OwnThreadCall(downstream, before, Thread.currentThread());
        here.obtain(before.hold());
        T result;
        try {
            result = Standing.call(
                    new Standing(here.deadline, here.hold, before.caller()),
                    () -> downstream.intercept(downstream.name(), call));
        } catch (Throwable thrown) {
            here.failed(thrown);
            throw thrown;
        }
        here.close();
        return result;
    }

    /** The thread's own that were entered before may be given back by others, so it may wait for them. */
    static Permit enter(Downstream downstream, Standing before) throws InterruptedException {
        var entered = new OwnThreadCall(downstream, before, null);
        entered.obtain(Hold.withoutEntered(before.hold()));
        Standing.enter(new Standing(before.deadline(), entered.hold, before.caller()));
        return entered;
    }

    @Override
    public void close() {
        end(Outcome.SUCCEEDED, null, Duration.ZERO);
    }

    @Override
    public void failed(Throwable thrown, Duration retryAfter) {
        end(Outcome.FAILED, thrown, retryAfter);
    }

    /** The permit first: what is told to others may take its time. */
    private void end(Outcome outcome, @Nullable Throwable thrown, Duration retryAfter) {
        if (!STATE.compareAndSet(this, GRANTED, OVER)) {
            return;
        }
        long held = System.nanoTime() - started;
        hold.givenBack();
        Standing now = Standing.current();
        if (now.hold() == hold) {
            boolean same = now.deadline() == before.deadline() && now.caller() == before.caller();
            Standing.enter(same ? before : new Standing(now.deadline(), before.hold(), now.caller()));
        }
        downstream.tally().held(held);
        downstream.tally().ended(outcome, started - asked);
        downstream.leave(before.caller());
        if (thrown != null) {
            downstream.note(hold, thrown, retryAfter, deadline);
        }
        downstream.ended(
                new Ended(downstream.name(), downstream.name(), outcome, started - asked, held, thrown, false));
        downstream.learn(hold.noted(), held, inFlight);
    }

    @Override
    boolean granted() {
        // Its thread may be late to see that the time is over
        if (deadline.leftAt(System.nanoTime()) == 0 || !STATE.compareAndSet(this, WAITING, GRANTED)) {
            return false;
        }
        LockSupport.unpark(thread);
        return true;
    }

    /** @param holds of those who wait for this one */
    private void obtain(@Nullable Hold holds) throws InterruptedException {
        if (deadline.leftAt(asked) == 0) {
            over(Outcome.EXPIRED);
            throw Failures.notBegun(downstream);
        }
        switch (downstream.enter(this, before.caller())) {
            case PERMIT -> {
                state = GRANTED;
                started = asked;
            }
            case QUEUED -> {
                if (isStuck(holds) && giveUp(Outcome.CANCELLED)) {
                    throw Failures.circle(downstream);
                }
                awaitPermit();
                started = System.nanoTime();
            }
            case FULL -> {
                over(Outcome.REJECTED);
                throw Failures.rejected(
                        downstream.name(),
                        downstream,
                        downstream.gate().inFlight(),
                        downstream.gate().waiting(),
                        before.caller());
            }
        }
        inFlight = downstream.gate().inFlight();
        hold.begins(started);
    }

    /** Asks limits of others, which may throw: then nobody would give back a permit that comes meanwhile. */
    private boolean isStuck(@Nullable Hold holds) {
        try {
            return Circles.isClosedBy(downstream, this, holds);
        } catch (Throwable thrown) {
            if (!giveUp(Outcome.CANCELLED)) {
                started = System.nanoTime();
                failed(thrown);
            }
            throw thrown;
        }
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
        downstream.forget(this, before.caller());
        over(outcome);
        return true;
    }

    private void over(Outcome outcome) {
        long waited = System.nanoTime() - asked;
        downstream.tally().ended(outcome, waited);
        downstream.ended(new Ended(downstream.name(), downstream.name(), outcome, waited, 0, null, false));
    }
}

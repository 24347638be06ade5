package dev.headroom.fanout;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One part of one fan-out under way, on a virtual thread of its own. Whether it counts is decided once, by whoever moves
 * its state to an end first: its thread with a result, or the caller who gives it up.
 *
 * <pre>
 * NEW -> WAITING -> RUNNING -> SUCCEEDED | FAILED     by its own thread
 *   |       |          |
 *   |       +----------+-----> EXPIRED | CANCELLED    by the caller; where it was running, it is abandoned
 *   +-> REJECTED
 * </pre>
 *
 * The permit is given back by the thread that ran, and by no one else: an abandoned call holds it until its thread ends.
 */
final class Attempt<T extends @Nullable Object> extends Gate.Waiter
        implements Runnable, Standing, Downstream.Abandonable {
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Attempt.class, "state", State.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private enum State {
        NEW,
        WAITING,
        RUNNING,
        SUCCEEDED,
        FAILED,
        EXPIRED,
        CANCELLED,
        REJECTED;

        boolean isEnd() {
            return compareTo(RUNNING) > 0;
        }
    }

    private final Part<T> part;
    private volatile State state = State.NEW;
    private Deadline deadline;
    private @Nullable Thread thread;
    private int inFlight;
    private long submitted;

    /** None any more once it was given up: a call that is stuck must not keep the answers of the others. */
    private @Nullable Calls calls;

    // Written by its own thread before the state is
    private @Nullable T result;
    private @Nullable Throwable thrown;
    private long started;
    private long ended;

    // Written and read by the caller
    private boolean permitInHand;
    private boolean abandoned;
    private long givenUp;

    Attempt(Part<T> part, Calls calls) {
        this.part = part;
        this.calls = calls;
        this.deadline = calls.deadline();
    }

    /** Asks for a permit, on the caller's thread. Where there is one, {@link #start} is to follow, or {@link #cancel}. */
    void enter(long now) {
        submitted = now;
        deadline = deadline.orAt(now, part.timeoutNanos());
        thread = part.downstream().thread(part.name(), this);
        state = State.WAITING;
        switch (part.downstream().gate().enter(this)) {
            case PERMIT -> permitInHand = true;
            case QUEUED -> {}
            case FULL -> {
                givenUp = now;
                inFlight = part.downstream().gate().inFlight();
                state = State.REJECTED;
                over(Outcome.REJECTED);
                Objects.requireNonNull(calls).ended(this, !hasFallback());
            }
        }
    }

    /** Starts the call, where it has its permit; where not, it starts when it is granted one. */
    void start(long now) {
        if (permitInHand) {
            permitInHand = false;
            granted(now);
        }
    }

    @Override
    boolean granted() {
        return granted(System.nanoTime());
    }

    private boolean granted(long now) {
        started = now;
        inFlight = part.downstream().gate().inFlight();
        if (!STATE.compareAndSet(this, State.WAITING, State.RUNNING)) {
            return false;
        }
        try {
            Objects.requireNonNull(thread).start();
        } catch (Throwable noThread) {
            end(null, noThread);
        }
        return true;
    }

    @Override
    public void run() {
        T value = null;
        Throwable trouble = null;
        ThreadContext.Carried context = contextOfTheWanted();
        if (context != null) {
            try (var carried = context.restore()) {
                Standing.enter(this);
                value = part.downstream().around(part.name(), part::call);
            } catch (Throwable t) {
                trouble = t;
            }
        }
        end(value, trouble);
    }

    /** Apart, so that no variable of {@link #run} holds the fan-out: it would for as long as the call is stuck. */
    private ThreadContext.@Nullable Carried contextOfTheWanted() {
        Calls wanting = calls;
        return wanting != null && state == State.RUNNING ? wanting.context() : null;
    }

    private void end(@Nullable T value, @Nullable Throwable trouble) {
        long now = System.nanoTime();
        result = value;
        thrown = trouble;
        ended = now;
        boolean counts = STATE.compareAndSet(this, State.RUNNING, trouble == null ? State.SUCCEEDED : State.FAILED);
        // Whatever a limit of the user's throws: the permit is not lost, and the caller not left waiting
        try {
            account(now - started, counts);
        } finally {
            try {
                part.downstream().gate().leave();
            } finally {
                if (counts) {
                    Objects.requireNonNull(calls)
                            .ended(this, trouble != null && (!hasFallback() || trouble instanceof Error));
                }
            }
        }
    }

    private void account(long held, boolean counts) {
        Downstream downstream = part.downstream();
        if (!counts) {
            downstream.remove(this);
            downstream.tally().held(held);
            downstream.returned(part.name(), held);
            return;
        }
        downstream.tally().held(held);
        over(thrown == null ? Outcome.SUCCEEDED : Outcome.FAILED);
        boolean dropped = thrown != null && Failures.isLate(thrown);
        if (thrown == null || dropped) {
            downstream.limit().ended(held, inFlight, dropped);
        }
    }

    /** True where it was this that ended it. */
    boolean expire(long now) {
        return giveUp(State.EXPIRED, Outcome.EXPIRED, now);
    }

    /** True where it was this that ended it. */
    boolean cancel(long now) {
        return giveUp(State.CANCELLED, Outcome.CANCELLED, now);
    }

    private boolean giveUp(State to, Outcome outcome, long now) {
        Downstream downstream = part.downstream();
        while (true) {
            State from = state;
            if (from.isEnd()) {
                return false;
            }
            if (from == State.RUNNING) {
                downstream.add(this);
            }
            if (!STATE.compareAndSet(this, from, to)) {
                if (from == State.RUNNING) {
                    downstream.remove(this);
                }
                continue;
            }
            givenUp = now;
            calls = null;
            if (from != State.NEW) {
                try {
                    letGo(from, outcome);
                } finally {
                    over(outcome);
                }
            }
            return true;
        }
    }

    private void letGo(State from, Outcome outcome) {
        if (from == State.RUNNING) {
            abandon(outcome);
        } else if (permitInHand) {
            permitInHand = false;
            part.downstream().gate().leave();
        } else {
            part.downstream().gate().forget(this);
        }
    }

    private void abandon(Outcome outcome) {
        abandoned = true;
        Downstream downstream = part.downstream();
        downstream.abandoned(part.name());
        // Closes the channel that the call is blocked in, here, and throws what that throws
        Objects.requireNonNull(thread).interrupt();
        if (outcome == Outcome.EXPIRED) {
            downstream.limit().ended(givenUp - started, inFlight, true);
        }
    }

    private void over(Outcome outcome) {
        part.downstream().ended(part.name(), outcome, waitedNanos(), calledNanos(), thrown());
    }

    boolean isOver() {
        return state.isEnd();
    }

    boolean hasFailed() {
        State now = state;
        return now == State.FAILED || now == State.EXPIRED || now == State.REJECTED;
    }

    boolean isLate() {
        return state == State.EXPIRED;
    }

    boolean hasFallback() {
        return part.fallback() != null;
    }

    /** Whether it was asked for at all; some are not where only so many may be out at a time. */
    boolean wasSubmitted() {
        return submitted != 0;
    }

    /** Whether it got a permit. */
    boolean wasStarted() {
        return abandoned || ownEnd();
    }

    private boolean ownEnd() {
        State now = state;
        return now == State.SUCCEEDED || now == State.FAILED;
    }

    /** What the call answered, or its fallback. Only where the fan-out has not failed. */
    @SuppressWarnings("NullAway") // null only where the call answered null, hence where T may be
    T result() {
        if (state == State.SUCCEEDED) {
            return result;
        }
        Function<Supplier<FanOutException>, ? extends T> fallback = part.fallback();
        if (fallback == null) {
            throw new IllegalStateException(this + " has no result");
        }
        part.downstream().tally().fellBack();
        return fallback.apply(() -> failure(List.of()));
    }

    /**
     * What the caller is told; made on its thread.
     *
     * @param others that are to be named where it was late
     */
    FanOutException failure(List<Attempt<?>> others) {
        return switch (state) {
            case FAILED -> Failures.failed(this, Objects.requireNonNull(thrown));
            case REJECTED -> Failures.rejected(part.name(), part.downstream(), inFlight);
            case EXPIRED -> Failures.late(this, others);
            default -> throw new IllegalStateException(this + " has not failed");
        };
    }

    private @Nullable Throwable thrown() {
        return state == State.FAILED ? thrown : null;
    }

    String name() {
        return part.name();
    }

    Downstream downstream() {
        return part.downstream();
    }

    long waitedNanos() {
        return submitted == 0 ? 0 : (wasStarted() ? started : givenUp) - submitted;
    }

    long calledNanos() {
        return wasStarted() ? (ownEnd() ? ended : givenUp) - started : 0;
    }

    @Override
    public Deadline deadline() {
        return deadline;
    }

    @Override
    public boolean holds(Downstream downstream) {
        return downstream == part.downstream();
    }

    @Override
    public Downstream.Abandoned abandoned(long now) {
        return new Downstream.Abandoned(
                part.name(), Objects.requireNonNull(thread), Duration.ofNanos(Math.max(0, now - started)));
    }

    @Override
    public String toString() {
        return part + ": " + state;
    }
}

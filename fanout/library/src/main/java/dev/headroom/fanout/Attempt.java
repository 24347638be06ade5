package dev.headroom.fanout;

import dev.headroom.fanout.DownstreamListener.Ended;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One part of one fan-out under way, on a thread of its own. Whether it counts is decided once, by whoever moves its state
 * to an end first: its thread with a result, or the caller who gives it up.
 *
 * <pre>
 * NEW -> ASKED -> READY                                permit in hand, while the caller asks for those of the others
 *   |      |        |
 *   |      +-> WAITING -> RUNNING -> SUCCEEDED | FAILED     by its own thread
 *   |             |          |
 *   |             +----------+-----> EXPIRED | CANCELLED    by the caller; where it was running, it is abandoned
 *   +-> REJECTED
 * </pre>
 *
 * An extra call of a {@link Race} does not ask: it is READY at once, or is not made.
 * The permit of a call that ran is given back by its thread, and by no one else: an abandoned call holds it until that ends.
 * What listeners and limits make of an end comes last, and never on the caller's thread: they may take their time.
 */
final class Attempt<T extends @Nullable Object> extends Gate.Waiter
        implements Awaited<T>, Runnable, Downstream.Abandonable {
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
        ASKED,
        READY,
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
    private final int place;
    private volatile State state = State.NEW;
    private Deadline deadline;
    private Caller caller = Caller.ANYBODY;
    private @Nullable Thread thread;
    private int inFlight;
    private int waiting;
    private long submitted;

    /** None any more once it was given up: a call that is stuck must not keep the answers of the others. */
    private @Nullable Wanting calls;

    // Written by its own thread before the state is
    private @Nullable T result;
    private @Nullable Throwable thrown;
    private long started;
    private long ended;

    // Written and read by the caller
    private boolean queued;
    private boolean hedge;
    private boolean abandoned;
    private long givenUp;

    /** @param place among the parts of its fan-out */
    Attempt(Part<T> part, int place, Wanting calls) {
        this.part = part;
        this.place = place;
        this.calls = calls;
        this.deadline = calls.deadline();
    }

    /** @throws IllegalStateException where it would wait for those who wait for it */
    @Override
    public void enter(long now) {
        Wanting wanting = Objects.requireNonNull(calls);
        Downstream downstream = part.downstream();
        submitted = now;
        caller = wanting.standing().caller();
        deadline = deadline.orAt(now, part.timeoutNanos());
        thread = downstream.thread(part.name(), this);
        state = State.ASKED;
        switch (ask(downstream)) {
            case PERMIT -> state = State.READY;
            case QUEUED -> {
                queued = true;
                if (Circles.isClosedBy(downstream, this, wanting.standing().hold())
                        // Not where the permit has come meanwhile
                        && STATE.compareAndSet(this, State.ASKED, State.CANCELLED)) {
                    letGo(State.ASKED, Outcome.CANCELLED, now);
                    throw Failures.circle(downstream);
                }
            }
            case FULL -> {
                givenUp = now;
                inFlight = downstream.gate().inFlight();
                waiting = downstream.gate().waiting();
                state = State.REJECTED;
                downstream.tally().ended(Outcome.REJECTED, 0);
                wanting.ended(this, !hasFallback());
                Ended told = told(Outcome.REJECTED);
                downstream.later(() -> downstream.ended(told));
            }
        }
    }

    /** Where the limit throws, nothing is held that would have to be given back. */
    private Gate.Entry ask(Downstream downstream) {
        try {
            return downstream.enter(this, caller);
        } catch (Throwable ofTheLimit) {
            state = State.NEW;
            throw ofTheLimit;
        }
    }

    /** For an extra call: takes a permit where one is free that nobody waits for, nor a caller who matters more has a share of. */
    boolean enterIfFree(long now) {
        Wanting wanting = Objects.requireNonNull(calls);
        Downstream downstream = part.downstream();
        Caller extra = wanting.standing().caller().sheddable();
        if (!downstream.enterIfFree(extra)) {
            return false;
        }
        try {
            thread = downstream.thread(part.name(), this);
        } catch (Throwable noThread) {
            downstream.leave(extra);
            throw noThread;
        }
        submitted = now;
        caller = extra;
        hedge = true;
        deadline = deadline.orAt(now, part.timeoutNanos());
        state = State.READY;
        downstream.tally().hedged();
        return true;
    }

    /** Where it has no permit yet, it starts when it is granted one. */
    @Override
    public void start(long now) {
        if (!STATE.compareAndSet(this, State.ASKED, State.WAITING) && state == State.READY) {
            run(State.READY, queued ? System.nanoTime() : now);
        }
    }

    /** While the caller still asks for the permits of others, it is the caller that starts it. A caller who is late has not expired it yet. */
    @Override
    boolean granted() {
        long now = System.nanoTime();
        return STATE.compareAndSet(this, State.ASKED, State.READY)
                || (deadline.leftAt(now) > 0 && run(State.WAITING, now));
    }

    /** False where the permit of one who waited is not taken: it goes to the next. */
    private boolean run(State from, long now) {
        started = now;
        inFlight = part.downstream().gate().inFlight();
        if (!STATE.compareAndSet(this, from, State.RUNNING)) {
            return false;
        }
        try {
            Objects.requireNonNull(thread).start();
            return true;
        } catch (Throwable noThread) {
            boolean waited = from == State.WAITING;
            end(null, noThread, null, !waited);
            return !waited;
        }
    }

    @Override
    public void run() {
        T value = null;
        Throwable trouble = null;
        Hold hold = hold();
        ThreadContext.Carried context = contextOfTheWanted();
        if (context != null) {
            try (var carried = context.restore()) {
                Standing.enter(new Standing(deadline, hold, caller));
                value = part.downstream().intercept(part.name(), part::call);
            } catch (Throwable t) {
                trouble = t;
            }
        }
        hold.givenBack();
        end(value, trouble, hold, true);
    }

    private Hold hold() {
        Wanting wanting = calls;
        Hold outer = wanting == null ? null : wanting.standing().hold();
        Hold hold = new Hold(part.downstream(), outer, Thread.currentThread(), part.timeoutNanos());
        hold.begins(started);
        return hold;
    }

    /** Apart, so that no variable of {@link #run} holds the fan-out: it would for as long as the call is stuck. */
    private ThreadContext.@Nullable Carried contextOfTheWanted() {
        Wanting wanting = calls;
        return wanting != null && state == State.RUNNING ? wanting.context() : null;
    }

    /**
     * Permit and caller first: whatever listeners and limits do, neither waits for them.
     *
     * @param leaves whether the permit is given back here, and not by who has granted it
     */
    private void end(@Nullable T value, @Nullable Throwable trouble, @Nullable Hold hold, boolean leaves) {
        long now = System.nanoTime();
        long held = now - started;
        Downstream downstream = part.downstream();
        result = value;
        thrown = trouble;
        ended = now;
        boolean counts = STATE.compareAndSet(this, State.RUNNING, trouble == null ? State.SUCCEEDED : State.FAILED);
        Outcome outcome = trouble == null ? Outcome.SUCCEEDED : Outcome.FAILED;
        Ended told = counts ? told(outcome) : null;
        downstream.tally().held(held);
        if (counts) {
            downstream.tally().ended(outcome, waitedNanos());
        } else {
            downstream.remove(this);
        }
        try {
            if (leaves) {
                downstream.leave(caller);
            } else {
                downstream.giveBackShare(caller);
            }
        } finally {
            if (counts) {
                Objects.requireNonNull(calls)
                        .ended(this, trouble != null && (!hasFallback() || trouble instanceof Error));
            }
        }
        if (told == null) {
            downstream.returned(part.name(), held);
            return;
        }
        downstream.ended(told);
        if (hold != null) {
            if (trouble != null) {
                downstream.note(hold, trouble, Duration.ZERO, deadline);
            }
            downstream.learn(hold.noted(), held, inFlight);
        }
    }

    @Override
    public long tend(long now) {
        Wanting wanting = calls;
        long left = deadline.leftAt(now);
        if (left == 0 && expire(now)) {
            Objects.requireNonNull(wanting).ended(this, !hasFallback());
        }
        return left == 0 || isOver() ? Long.MAX_VALUE : left;
    }

    /** True where it was this that ended it. */
    boolean expire(long now) {
        return giveUp(State.EXPIRED, Outcome.EXPIRED, now);
    }

    @Override
    public boolean cancel(long now) {
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
            letGo(from, outcome, now);
            return true;
        }
    }

    private void letGo(State from, Outcome outcome, long now) {
        givenUp = now;
        calls = null;
        if (from == State.NEW) {
            return;
        }
        Downstream downstream = part.downstream();
        if (from == State.RUNNING) {
            abandoned = true;
            downstream.tally().abandoned();
            // Closes the channel that the call is blocked in, here, and throws what that throws
            downstream.guarded(
                    "the interrupt of part '" + part.name() + "'", Objects.requireNonNull(thread)::interrupt);
        } else if (from == State.READY) {
            // Who waits is let in, and the limit is asked for it
            downstream.guarded("the limit", () -> downstream.leave(caller));
        } else {
            downstream.forget(this, caller);
        }
        downstream.tally().ended(outcome, waitedNanos());
        Ended told = told(outcome);
        downstream.later(() -> {
            if (from == State.RUNNING) {
                downstream.abandoned(part.name());
            }
            downstream.ended(told);
            boolean late = from == State.RUNNING && outcome == Outcome.EXPIRED;
            // An extra call had less time than a call is given
            if (late && !hedge && deadline.leavesTime(started, part.timeoutNanos())) {
                downstream.learn(Lesson.DROPPED, told.calledNanos(), inFlight);
            }
        });
    }

    private Ended told(Outcome outcome) {
        return new Ended(part.downstream().name(), part.name(), outcome, waitedNanos(), calledNanos(), thrown(), hedge);
    }

    @Override
    public boolean isOver() {
        return state.isEnd();
    }

    @Override
    public boolean hasFailed() {
        State now = state;
        return now == State.FAILED || now == State.EXPIRED || now == State.REJECTED;
    }

    @Override
    public boolean isExpired() {
        return state == State.EXPIRED;
    }

    boolean hasThrownError() {
        return thrown() instanceof Error;
    }

    /** It is its answer that counts, of those of a race. */
    void won() {
        if (hedge) {
            part.downstream().tally().hedgeWon();
        }
    }

    @Override
    public int extra() {
        return 0;
    }

    private boolean hasFallback() {
        return part.hasFallback();
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

    @Override
    @SuppressWarnings("NullAway") // null only where the call answered null, hence where T may be
    public T result() {
        return state == State.SUCCEEDED ? result : part.fallback(() -> failure(List.of()));
    }

    @Override
    public FanOutException failure(List<Awaited<?>> others) {
        FanOutException failure = switch (state) {
            case FAILED -> Failures.failed(this, Objects.requireNonNull(thrown));
            case REJECTED -> Failures.rejected(part.name(), part.downstream(), inFlight, waiting, caller);
            case EXPIRED -> Failures.expired(this, others);
            default -> throw new IllegalStateException(this + " has not failed");
        };
        failure.at(place);
        return failure;
    }

    private @Nullable Throwable thrown() {
        return state == State.FAILED ? thrown : null;
    }

    @Override
    public String name() {
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

    Deadline deadline() {
        return deadline;
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

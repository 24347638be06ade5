package dev.headroom.fanout;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The engine: the parts of one fan-out, and the caller who waits for them. It is the caller itself that keeps the time: it
 * sleeps until the last part has ended, one has failed that has no fallback, or the next deadline, so no timer and no
 * other thread is needed. When it leaves, every part is over: what still runs has been told to end, and is accounted for
 * by its downstream.
 */
final class Calls implements Wanting {
    private static final int SUPPRESSED = 8;
    private static final VarHandle PENDING;
    private static final VarHandle FAILED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            PENDING = lookup.findVarHandle(Calls.class, "pending", int.class);
            FAILED = lookup.findVarHandle(Calls.class, "failed", Awaited.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Thread caller = Thread.currentThread();
    private final Deadline deadline;
    private final Standing standing;
    private final ThreadContext.Carried context;
    private final Awaited<?>[] attempts;
    private final int atOnce;
    private int added;
    private int submitted;
    private boolean hedged;

    /** How many may be out from now on: where one downstream has rejected one of its parts, no more than were then, and one more with each if it has room for as many again. */
    private volatile int width;

    /** Whether that may be: all are of one downstream, and not all to be out at once. */
    private boolean narrows;

    private @Nullable Downstream downstream;

    /** Those before it are over, so that many parts, a few at a time, are not all looked at for each that ends. */
    private int settled;

    /** How many have not ended. */
    private volatile int pending;

    /** The first that failed without a fallback. */
    private volatile @Nullable Awaited<?> failed;

    /**
     * @param parts how many will be added
     * @param atOnce how many may be out at a time
     * @param standing of the caller, with the deadline of all of it
     */
    Calls(int parts, int atOnce, Standing standing, ThreadContext.Carried context) {
        this.attempts = new Awaited<?>[parts];
        this.pending = parts;
        this.atOnce = atOnce;
        this.width = atOnce;
        this.narrows = atOnce != Integer.MAX_VALUE;
        this.deadline = standing.deadline();
        this.standing = standing;
        this.context = context;
    }

    <T extends @Nullable Object> Awaited<T> add(Part<T> part) {
        boolean race = Objects.requireNonNull(part, "a part is null").isHedged();
        Awaited<T> attempt = race ? new Race<>(part, added, this) : new Attempt<>(part, added, this);
        hedged |= race;
        narrows &= (!race || part.isRepeated()) && (added == 0 || part.downstream() == downstream);
        downstream = part.downstream();
        attempts[added++] = attempt;
        return attempt;
    }

    @Override
    public Deadline deadline() {
        return deadline;
    }

    @Override
    public Standing standing() {
        return standing;
    }

    @Override
    public ThreadContext.Carried context() {
        return context;
    }

    /**
     * Makes the calls, then what is made of their answers, still under the deadline.
     *
     * @throws FanOutException of the first part that failed without a fallback
     * @throws InterruptedException where the caller is interrupted; so are the calls
     */
    <R extends @Nullable Object> R answer(Supplier<R> answers) throws InterruptedException {
        make();
        return Standing.call(standing, answers::get);
    }

    private void make() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        try {
            submit(System.nanoTime());
            if (caller.isVirtual()) {
                // Parts that end at once do so now, on this carrier: no alarm is set and taken back for them
                Thread.yield();
            }
            while (failed == null && pending > 0) {
                long now = System.nanoTime();
                submit(now);
                long next = expire(now);
                if (failed == null && pending > 0 && !mayBegin(now)) {
                    sleep(next);
                }
            }
        } finally {
            // Nothing to do, unless it failed, was interrupted, or has calls out that lost
            if (pending > 0 || hedged) {
                cancel();
            }
        }
        Awaited<?> first = failed;
        if (first != null) {
            throw failure(first);
        }
    }

    @Override
    public void ended(Attempt<?> attempt, boolean fails) {
        over(attempt, fails);
    }

    /** A part is over. Called on its thread, or on the caller's where it was not the part's to end. */
    void over(Awaited<?> attempt, boolean fails) {
        if (fails) {
            FAILED.compareAndSet(this, null, attempt);
        }
        int left = (int) PENDING.getAndAdd(this, -1) - 1;
        if (fails || left == 0 || width < attempts.length) {
            wake();
        }
    }

    void wake() {
        LockSupport.unpark(caller);
    }

    /** Whether another call is of no use. */
    boolean isOver() {
        return failed != null;
    }

    /** Whether it may have another call out than those of its parts, which come first. */
    boolean hasRoom() {
        if (atOnce == Integer.MAX_VALUE) {
            return true;
        }
        int out = out();
        for (int i = settled; i < attempts.length; i++) {
            out += attempts[i].extra();
        }
        return submitted == attempts.length && out < atOnce;
    }

    private List<Awaited<?>> expired() {
        List<Awaited<?>> expired = new ArrayList<>();
        for (Awaited<?> attempt : attempts) {
            if (attempt.isExpired()) {
                expired.add(attempt);
            }
        }
        return expired;
    }

    /** Asks for all permits before the first call: where one is refused, the healthy downstreams are not bothered. */
    private void submit(long now) {
        int first = submitted;
        while (failed == null && mayBegin(now)) {
            Awaited<?> attempt = attempts[submitted++];
            attempt.enter(now);
            int out = out();
            if (narrows && attempt.hasFailed() && out > 0) {
                // The gate is full until one has ended: the next would only be rejected as well
                width = out;
            } else if (width < atOnce
                    && hasRoom(Objects.requireNonNull(downstream).gate())) {
                width++;
            }
        }
        for (int i = first; i < submitted && failed == null; i++) {
            attempts[i].start(now);
        }
    }

    /** Not when the time is over: those that have not begun are expired then, and are not to be woken from that. */
    private boolean mayBegin(long now) {
        return submitted < attempts.length && out() < width && deadline.leftAt(now) > 0;
    }

    /** For one more than are out at the most, whatever of these has just ended. */
    private boolean hasRoom(Gate gate) {
        return gate.limit() - gate.inFlight() > width;
    }

    private int out() {
        return pending - (attempts.length - submitted);
    }

    /** Gives up what is late; tells how long it is until the next is, in nanoseconds. */
    private long expire(long now) {
        long next = deadline.leftAt(now);
        int end = next == 0 ? attempts.length : submitted;
        while (settled < end && attempts[settled].isOver()) {
            settled++;
        }
        for (int i = settled; i < end; i++) {
            next = Math.min(next, attempts[i].tend(now));
        }
        return next == 0 ? Long.MAX_VALUE : next;
    }

    private void sleep(long nanos) throws InterruptedException {
        if (nanos == Long.MAX_VALUE) {
            LockSupport.park(this);
        } else {
            LockSupport.parkNanos(this, nanos);
        }
        if (caller.isInterrupted() && failed == null && pending > 0) {
            Thread.interrupted();
            throw new InterruptedException();
        }
    }

    private void cancel() {
        long now = System.nanoTime();
        for (Awaited<?> attempt : attempts) {
            attempt.cancel(now);
        }
    }

    private FanOutException failure(Awaited<?> first) {
        FanOutException failure = first.failure(expired());
        suppress(failure, first);
        return failure;
    }

    /** Keeps what some others came to: a log is to be read. Those that were late are in the message of the first that was. */
    private void suppress(Throwable failure, Awaited<?> first) {
        int kept = 0;
        for (Awaited<?> attempt : attempts) {
            if (kept < SUPPRESSED
                    && attempt != first
                    && attempt.hasFailed()
                    && !(first.isExpired() && attempt.isExpired())) {
                failure.addSuppressed(attempt.failure(List.of()));
                kept++;
            }
        }
    }
}

package dev.headroom.fanout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A service that is called, and the gate before it: so many calls may be in flight, so many more may wait for a short time,
 * the next is {@linkplain FanOutException.Rejected rejected} at once. Make one for each service, and share it: the gate
 * bounds the calls of the whole process.
 *
 * <p>How many: N = X R (Little), the calls/s that are to be made times the seconds that one takes. 100 calls/s of 0.3 s are
 * 30 in flight; half as many again leaves room for bursts. The queue holds as many as the gate by default, so that who
 * waits does so for about one call's time at most.
 *
 * <p>A call that is given up keeps its permit until its thread really ends, whatever it waits for there. So no more than
 * the limit are ever out, and {@link #abandoned()} tells where the permits are.
 */
public final class Downstream {
    private final String name;
    private final Gate gate;
    private final Shares shares;
    private final Limit limit;
    private final long timeoutNanos;
    private final @Nullable CallInterceptor interceptor;
    private final Listeners listeners;
    private final Teacher teacher;
    private final ThreadFactory threads;
    private final HedgeBudget hedges;
    private final Tally tally = new Tally();
    private final Set<Abandonable> abandoned = ConcurrentHashMap.newKeySet();

    private Downstream(Builder builder, Limit limit) {
        this.name = builder.name;
        this.limit = limit;
        this.gate = new Gate(limit, builder.queue);
        this.shares = new Shares(builder.sheddable, builder.perTenant);
        this.timeoutNanos = builder.timeoutNanos;
        this.interceptor = builder.interceptor;
        this.listeners = new Listeners(name, builder.listeners);
        this.teacher = new Teacher(name, limit, builder.overload);
        this.threads = builder.threads;
        this.hedges = new HedgeBudget(builder.hedgeBudget);
    }

    /** A downstream with a fixed limit and as long a queue. */
    public static Downstream of(String name, int limit) {
        return named(name).limit(limit).build();
    }

    /** @param name as it is to be read in messages, metrics and thread dumps */
    public static Builder named(String name) {
        return new Builder(name);
    }

    public String name() {
        return name;
    }

    /** Of each call, with its wait for a permit; none where only the caller's deadline ends it. */
    public Optional<Duration> timeout() {
        return timeoutNanos == Long.MAX_VALUE ? Optional.empty() : Optional.of(Duration.ofNanos(timeoutNanos));
    }

    /** What is in use now, and what the calls came to. */
    public Usage usage() {
        return tally.usage(name, gate, limit, abandoned.size());
    }

    /** The calls that were given up and whose threads have not ended, the oldest first. */
    public List<Abandoned> abandoned() {
        long now = System.nanoTime();
        return abandoned.stream()
                .map(call -> call.abandoned(now))
                .sorted(Comparator.comparing(Abandoned::held).reversed())
                .toList();
    }

    /**
     * Makes a call on this thread, with a permit. Where a permit is not free it waits for one, until the thread's
     * {@link Deadline} or the downstream's timeout. The call itself can only be ended by what it calls: pass
     * {@link Deadline#current()} on. Within a call or a part of this downstream on the same thread no other permit is taken.
     *
     * @throws FanOutException.Rejected where gate and queue are full
     * @throws FanOutException.DeadlineExpired where no permit was free in time, or the deadline had passed before
     * @throws IllegalStateException where it would wait for those who wait for it: all permits are held by who waits for
     *     calls to this downstream, as this thread does by {@link #enter} before
     * @throws InterruptedException where the thread was interrupted while it waited
     * @throws X what the call throws, as it is
     */
    public <T extends @Nullable Object, X extends Exception> T call(Call<T, X> call) throws InterruptedException, X {
        Standing standing = Standing.current();
        return held(standing) == null ? OwnThreadCall.call(this, standing, call) : call.call();
    }

    /**
     * Waits for a permit as {@link #call} does, for a call whose end is told later. {@linkplain Builder#interceptor Interceptors}
     * are not asked.
     *
     * <p>Within a call or a part of this downstream on the same thread it is the permit of that one, and ends with it: closing it gives nothing
     * back, and what goes on after the enclosing call has returned holds none. A call whose end comes later than that is to be entered outside of it.
     *
     * @throws FanOutException.Rejected where gate and queue are full
     * @throws FanOutException.DeadlineExpired where no permit was free in time, or the deadline had passed before
     * @throws IllegalStateException where it would wait for those who wait for it. Permits that this thread has entered are
     *     not among them: another thread may give them back
     * @throws InterruptedException where the thread was interrupted while it waited
     */
    public Permit enter() throws InterruptedException {
        Standing standing = Standing.current();
        Hold held = held(standing);
        return held == null ? OwnThreadCall.enter(this, standing) : new BorrowedPermit(this, held, standing.deadline());
    }

    /** The permit with which this thread calls already. */
    private @Nullable Hold held(Standing standing) {
        Hold held = Hold.ofThisThread(standing.hold(), this);
        if (held != null && standing.deadline().expired()) {
            throw Failures.notBegun(this);
        }
        return held;
    }

    /**
     * Changes the limit while calls go on: more of those who wait may call at once, or the next do not before enough calls have ended.
     *
     * @param calls that may be in flight, at least 1
     * @throws IllegalStateException where the limit finds its size itself
     */
    public void resize(int calls) {
        if (!(limit instanceof FixedLimit fixed)) {
            throw new IllegalStateException("the limit of '" + name + "' cannot be resized, it is adaptive: " + limit);
        }
        fixed.resize(calls);
        gate.grant();
    }

    /** Full also where the caller's share is. */
    Gate.Entry enter(Gate.Waiter waiter, Caller caller) {
        if (!shares.take(caller, gate)) {
            return Gate.Entry.FULL;
        }
        Gate.Entry entry = Gate.Entry.FULL;
        try {
            entry = gate.enter(waiter);
            return entry;
        } finally {
            if (entry == Gate.Entry.FULL) {
                shares.giveBack(caller);
            }
        }
    }

    /** Takes a permit that is free, where the caller has a share of it. */
    boolean enterIfFree(Caller caller) {
        if (!shares.take(caller, gate)) {
            return false;
        }
        boolean entered = false;
        try {
            entered = gate.enterIfFree();
            return entered;
        } finally {
            if (!entered) {
                shares.giveBack(caller);
            }
        }
    }

    /** Whether an extra call may be made for one to this downstream. */
    boolean takeHedge() {
        return hedges.take(tally.ordinary());
    }

    void giveBackHedge() {
        hedges.giveBack();
    }

    void leave(Caller caller) {
        shares.giveBack(caller);
        gate.leave();
    }

    /** For who was granted a permit and does not take it. */
    void giveBackShare(Caller caller) {
        shares.giveBack(caller);
    }

    void forget(Gate.Waiter waiter, Caller caller) {
        shares.giveBack(caller);
        gate.forget(waiter);
    }

    /** How many calls of the caller are let through side by side. */
    int width(Caller caller) {
        return Math.min(limit.current(), shares.most(caller, gate));
    }

    int tenants() {
        return shares.tenants();
    }

    Gate gate() {
        return gate;
    }

    Limit limit() {
        return limit;
    }

    Tally tally() {
        return tally;
    }

    /** {@link Long#MAX_VALUE} where there is none. */
    long timeoutNanos() {
        return timeoutNanos;
    }

    /** The thread takes over what this one lets threads inherit, so it is made by the caller, whoever starts it. */
    Thread thread(String part, Runnable task) {
        Thread thread = Objects.requireNonNull(threads.newThread(task), "the factory of threads made none");
        if (!part.equals(thread.getName())) {
            thread.setName(part);
        }
        return thread;
    }

    <T extends @Nullable Object, X extends Exception> T intercept(String part, Call<T, X> call) throws X {
        return interceptor == null ? call.call() : interceptor.call(name, part, call);
    }

    void ended(DownstreamListener.Ended ended) {
        listeners.tell(listener -> listener.ended(ended));
    }

    /** Before the call is told to end: then its end finds it here. */
    void add(Abandonable call) {
        abandoned.add(call);
    }

    void remove(Abandonable call) {
        abandoned.remove(call);
    }

    void abandoned(String part) {
        listeners.tell(listener -> listener.abandoned(name, part));
    }

    void returned(String part, long held) {
        listeners.tell(listener -> listener.returned(name, part, held));
    }

    /** Tells others on a thread of their own: the caller is to return, whatever they do. */
    void later(Runnable telling) {
        if (!listeners.isEmpty() || isAdaptive()) {
            Thread.ofVirtual().name(name + "-listeners").start(telling);
        }
    }

    void guarded(String whose, Runnable code) {
        listeners.guarded(whose, code);
    }

    /** The limit learns of the end of a call; those who wait are let in where it grows. */
    void learn(Lesson lesson, long held, int inFlight) {
        if (isAdaptive()) {
            guarded(limit.getClass().getName(), () -> {
                teacher.teach(lesson, held, inFlight);
                gate.grant();
            });
        }
    }

    /** What the holder of a permit is to know of a call that failed with it. */
    void note(Hold hold, Throwable thrown, Duration retryAfter, Deadline deadline) {
        if (isAdaptive()) {
            guarded("the predicate of overload", () -> hold.note(teacher.of(thrown, retryAfter, deadline, hold)));
        }
    }

    private boolean isAdaptive() {
        return !(limit instanceof FixedLimit);
    }

    @Override
    public String toString() {
        return "downstream '" + name + "' (" + limit + ")";
    }

    /** A call that may be given up. */
    interface Abandonable {
        Abandoned abandoned(long now);
    }

    /**
     * A call that was given up and whose thread has not ended.
     *
     * @param part its name
     * @param thread on which it is; its stack trace shows what it waits for
     * @param held for how long it has held its permit by now
     */
    public record Abandoned(String part, Thread thread, Duration held) {}

    /** Builds a {@link Downstream}. */
    public static final class Builder {
        private final String name;
        private final List<DownstreamListener> listeners = new ArrayList<>();
        private @Nullable Limit limit;
        private @Nullable CallInterceptor interceptor;
        private int queue = -1;
        private double sheddable = 0.5;
        private double perTenant = 1;
        private double hedgeBudget = 0.05;
        private long timeoutNanos = Long.MAX_VALUE;
        private Predicate<? super Throwable> overload = Overload.signs();
        private ThreadFactory threads;

        private Builder(String name) {
            if (name.isBlank()) {
                throw new IllegalArgumentException("a downstream needs a name");
            }
            this.name = name;
            this.threads = Thread.ofVirtual().name(name).factory();
        }

        /**
         * With other threads for its parts than virtual ones. Platform threads are for calls that compute, or that pin their
         * carrier (native code; before Java 24 {@code synchronized}): while all carriers are taken, no virtual thread goes on,
         * and a caller on one returns late.
         *
         * @param newThreads makes a new thread for each part, not started; it is given the name of the part
         */
        public Builder threads(ThreadFactory newThreads) {
            this.threads = newThreads;
            return this;
        }

        /** @param calls that may be in flight, at least 1 */
        public Builder limit(int calls) {
            return limit(Limit.fixed(calls));
        }

        /** @param limit one that is not shared with another downstream */
        public Builder limit(Limit limit) {
            this.limit = Objects.requireNonNull(limit);
            return this;
        }

        /**
         * @param calls that may wait, at least 0; as many as the limit of the moment, if not said, so that the wait is about one
         *     call's time also where the limit is adaptive
         */
        public Builder queue(int calls) {
            if (calls < 0) {
                throw new IllegalArgumentException("a queue must hold at least 0 calls, but is " + calls);
            }
            this.queue = calls;
            return this;
        }

        /**
         * @param share of all places, permits and queue together, that may be taken when a {@linkplain Caller#sheddable()
         *     sheddable} call comes, above 0 and up to 1; half, if not said: with a queue as long as the limit such a call takes
         *     a permit that is free, and the queue is left to others
         */
        public Builder sheddable(double share) {
            this.sheddable = share(share);
            return this;
        }

        /**
         * @param share of all places, permits and queue together, that calls of one {@linkplain Caller#ofTenant tenant} may
         *     take, above 0 and up to 1; all, if not said
         */
        public Builder perTenant(double share) {
            this.perTenant = share(share);
            return this;
        }

        /**
         * @param share of the calls for which an extra call may be made, as {@link Part#hedged} and {@link Part#first} do, 0 to
         *     1; 0.05, if not said. Of n calls in a row no more than 10 + share * n have one
         */
        public Builder hedgeBudget(double share) {
            this.hedgeBudget = share == 0 ? 0 : share(share);
            return this;
        }

        private static double share(double share) {
            if (!(share > 0 && share <= 1)) {
                throw new IllegalArgumentException("a share must be above 0 and at most 1, but is " + share);
            }
            return share;
        }

        /** @param timeout of each call with its wait for a permit; none but the fan-out's deadline, if not said */
        public Builder timeout(Duration timeout) {
            this.timeoutNanos = Deadline.nanos(timeout);
            return this;
        }

        /** @param sign whether what a call threw says that the downstream has too much; {@link Overload#signs}, if not said */
        public Builder overload(Predicate<? super Throwable> sign) {
            this.overload = Objects.requireNonNull(sign);
            return this;
        }

        /** @param outer wraps each call; one that was given before is inside it */
        public Builder interceptor(CallInterceptor outer) {
            CallInterceptor inner = this.interceptor;
            this.interceptor = inner == null ? outer : new Nested(outer, inner);
            return this;
        }

        /** @param listener is told of each call, after those that were given before */
        public Builder listener(DownstreamListener listener) {
            listeners.add(listener);
            return this;
        }

        /** @throws IllegalStateException where no limit was given: one that nobody chose would bind some day */
        public Downstream build() {
            Limit chosen = limit;
            if (chosen == null) {
                throw new IllegalStateException(
                        "downstream '" + name
                                + "' needs a limit: the calls/s that are to be made times the seconds that one takes, and some room");
            }
            return new Downstream(this, chosen);
        }
    }

    private record Nested(CallInterceptor outer, CallInterceptor inner) implements CallInterceptor {
        @Override
        public <T extends @Nullable Object, X extends Exception> T call(String downstream, String part, Call<T, X> call)
                throws X {
            return outer.call(downstream, part, () -> inner.call(downstream, part, call));
        }
    }
}

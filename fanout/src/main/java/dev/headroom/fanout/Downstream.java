package dev.headroom.fanout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
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
    /** For a thread that has one: it is given back where it was taken. */
    private static final Permit HELD = new Permit() {
        @Override
        public void close() {}

        @Override
        public void failed(Throwable thrown) {}
    };

    private final String name;
    private final Gate gate;
    private final Limit limit;
    private final long timeoutNanos;
    private final @Nullable Around around;
    private final List<DownstreamListener> listeners;
    private final ThreadFactory threads;
    private final Tally tally = new Tally();
    private final Set<Abandonable> abandoned = ConcurrentHashMap.newKeySet();

    private Downstream(Builder builder, Limit limit) {
        this.name = builder.name;
        this.limit = limit;
        this.gate = new Gate(limit, builder.queue < 0 ? limit.current() : builder.queue);
        this.timeoutNanos = builder.timeoutNanos;
        this.around = builder.around;
        this.listeners = List.copyOf(builder.listeners);
        this.threads = builder.threads;
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
     * {@link Deadline#current()} on. On a thread that holds a permit of this downstream already no other is taken.
     *
     * @throws FanOutException.Rejected where gate and queue are full
     * @throws FanOutException.DeadlineExceeded where no permit was free in time
     * @throws InterruptedException where the thread was interrupted while it waited
     * @throws Exception what the call throws, as it is
     */
    public <T extends @Nullable Object> T call(Callable<T> call) throws Exception {
        Standing standing = Standing.ofThisThread();
        if (standing != null && standing.holds(this)) {
            return call.call();
        }
        return new OwnThreadCall(this, standing).call(call);
    }

    /**
     * Waits for a permit as {@link #call} does, for a call whose end is told later. {@linkplain Builder#around Around} is not
     * asked.
     *
     * @throws FanOutException.Rejected where gate and queue are full
     * @throws FanOutException.DeadlineExceeded where no permit was free in time
     * @throws InterruptedException where the thread was interrupted while it waited
     */
    public Permit enter() throws InterruptedException {
        Standing standing = Standing.ofThisThread();
        return standing != null && standing.holds(this) ? HELD : new OwnThreadCall(this, null).enter();
    }

    /**
     * Changes the limit while calls go on: more of those who wait may call at once, or the next do not before enough calls have ended. The
     * queue stays as long as it is.
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
        return part.equals(name)
                ? threads.newThread(task)
                : Thread.ofVirtual().name(part).unstarted(task);
    }

    <T extends @Nullable Object> T around(String part, Callable<T> call) throws Exception {
        return around == null ? call.call() : around.call(name, part, call);
    }

    void ended(String part, Outcome outcome, long waited, long called, @Nullable Throwable thrown) {
        tally.ended(outcome, waited);
        if (!listeners.isEmpty()) {
            var ended = new DownstreamListener.Ended(name, part, outcome, waited, called, thrown);
            tell(listener -> listener.ended(ended));
        }
    }

    /** Before the call is told to end: then its end finds it here. */
    void add(Abandonable call) {
        abandoned.add(call);
    }

    void remove(Abandonable call) {
        abandoned.remove(call);
    }

    void abandoned(String part) {
        tally.abandoned();
        tell(listener -> listener.abandoned(name, part));
    }

    void returned(String part, long held) {
        tell(listener -> listener.returned(name, part, held));
    }

    private void tell(Consumer<DownstreamListener> what) {
        for (DownstreamListener listener : listeners) {
            try {
                what.accept(listener);
            } catch (Throwable unheard) {
                // A listener's trouble is not the call's; errors neither, such as that of a class it does not find
            }
        }
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
        private @Nullable Around around;
        private int queue = -1;
        private long timeoutNanos = Long.MAX_VALUE;
        private ThreadFactory threads;

        private Builder(String name) {
            if (name.isBlank()) {
                throw new IllegalArgumentException("a downstream needs a name");
            }
            this.name = name;
            this.threads = Thread.ofVirtual().name(name).factory();
        }

        /** For tests that say themselves when a call runs; of parts named like the downstream. */
        Builder threads(ThreadFactory newThreads) {
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

        /** @param calls that may wait, at least 0; as many as the limit at first, if not said */
        public Builder queue(int calls) {
            if (calls < 0) {
                throw new IllegalArgumentException("a queue must hold at least 0 calls, but is " + calls);
            }
            this.queue = calls;
            return this;
        }

        /** @param timeout of each call with its wait for a permit; none but the fan-out's deadline, if not said */
        public Builder timeout(Duration timeout) {
            this.timeoutNanos = Deadline.nanos(timeout);
            return this;
        }

        /** @param around wraps each call; one that was given before is inside it */
        public Builder around(Around around) {
            Around inner = this.around;
            this.around = inner == null ? around : new Nested(around, inner);
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

    private record Nested(Around outer, Around inner) implements Around {
        @Override
        public <T extends @Nullable Object> T call(String downstream, String part, Callable<T> call) throws Exception {
            return outer.call(downstream, part, () -> inner.call(downstream, part, call));
        }
    }
}

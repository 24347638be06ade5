package dev.headroom.fanout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One call of a {@link FanOut}: what to call, through which gate, and what to do without an answer. Immutable, and may be
 * used again.
 *
 * @param <T> what the call answers
 */
public final class Part<T extends @Nullable Object> {
    private final Downstream downstream;
    private final String name;
    private final Callable<? extends T> call;
    private final long timeoutNanos;
    private final @Nullable Function<Supplier<FanOutException>, ? extends T> fallback;
    private final @Nullable Runners<T> runners;

    /**
     * Several calls for one answer.
     *
     * @param parts none where the same call is made once more
     */
    private record Runners<T extends @Nullable Object>(List<? extends Part<? extends T>> parts, Hedge hedge) {
        Runners<Settled<T>> answered() {
            List<Part<Settled<T>>> answered = new ArrayList<>(parts.size());
            for (Part<? extends T> part : parts) {
                answered.add(Part.answered(part, null));
            }
            return new Runners<>(answered, hedge);
        }
    }

    private Part(
            Downstream downstream,
            String name,
            Callable<? extends T> call,
            long timeoutNanos,
            @Nullable Function<Supplier<FanOutException>, ? extends T> fallback,
            @Nullable Runners<T> runners) {
        this.downstream = downstream;
        this.name = name;
        this.call = call;
        this.timeoutNanos = timeoutNanos;
        this.fallback = fallback;
        this.runners = runners;
    }

    /**
     * A call, named like its downstream.
     *
     * @param call runs on a thread of its own, a virtual one unless the downstream has others, and is interrupted when its answer is no longer of use
     */
    public static <T extends @Nullable Object> Part<T> part(Downstream downstream, Callable<? extends T> call) {
        return new Part<>(downstream, downstream.name(), call, downstream.timeoutNanos(), null, null);
    }

    /**
     * The answer of the first of these parts that has one; the others are interrupted then. The first is sent as any part is.
     * Each of the others is sent at once as well where a permit is free for a {@linkplain Caller#sheddable() sheddable} call
     * and the {@linkplain Downstream.Builder#hedgeBudget budget} of the first one's downstream allows for it; where not, when
     * all that were sent have failed. So it is the order in which they are tried that is kept, and speed where there is room.
     * Each has its own timeout, from when it is sent; what is said of the whole, as its fallback, holds when all have failed.
     *
     * @throws IllegalArgumentException where one of them has a fallback, or is hedged: say it of the whole
     */
    @SafeVarargs
    public static <T extends @Nullable Object> Part<T> first(Part<? extends T> part, Part<? extends T>... others) {
        List<Part<? extends T>> parts = new ArrayList<>(List.of(others));
        parts.addFirst(part);
        for (Part<? extends T> each : parts) {
            if (each.fallback != null || each.runners != null) {
                throw new IllegalArgumentException(
                        each + " has a fallback or is hedged; say it of the whole: first(...).orElse(...)");
            }
        }
        return new Part<>(
                part.downstream,
                part.name,
                part.call,
                Long.MAX_VALUE,
                null,
                new Runners<>(List.copyOf(parts), Hedge.AT_ONCE));
    }

    /**
     * With a second call where there is no answer in time; the first answer of the two counts, and the other call is
     * interrupted. For calls that may be made twice (idempotent ones) alone! The second is made where a permit is free at once
     * for a {@linkplain Caller#sheddable() sheddable} call and the {@linkplain Downstream.Builder#hedgeBudget budget} of the
     * downstream allows for it, else not; it does not wait. It has the timeout, the name and the fallback of the part. A
     * failure is no reason for it, but where both are out the one that fails waits for the other. {@link #first} with a hedge
     * sends each of its parts so much after the one before.
     */
    public Part<T> hedged(Hedge hedge) {
        return new Part<>(
                downstream,
                name,
                call,
                timeoutNanos,
                fallback,
                new Runners<>(runners == null ? List.of() : runners.parts(), hedge));
    }

    /** With a name of its own, for messages and thread dumps, where a downstream is called for several things. */
    public Part<T> named(String newName) {
        return new Part<>(downstream, newName, call, timeoutNanos, fallback, runners);
    }

    /**
     * With a timeout of its own, where that is earlier than the fan-out's and the downstream's. It counts from the start of
     * the part, the wait for a permit with it.
     */
    public Part<T> within(Duration timeout) {
        return new Part<>(downstream, name, call, Math.min(timeoutNanos, Deadline.nanos(timeout)), fallback, runners);
    }

    /** With a value that is taken where the call is rejected, fails, or has no answer in time. */
    public Part<T> orElse(T value) {
        return or(failure -> value);
    }

    /**
     * With a function of the failure that is asked where the call is rejected, fails, or has no answer in time; not where it
     * throws an {@link Error}. It runs on the caller's thread, under the fan-out's deadline, so it must not block; what it throws, fails the fan-out.
     */
    public Part<T> recover(Function<? super FanOutException, ? extends T> newFallback) {
        return or(failure -> newFallback.apply(failure.get()));
    }

    /**
     * With what it came to in place of its answer: why there is none takes the place of one, so that it ends no other part. Not
     * where it throws an {@link Error}.
     */
    public Part<Settled<T>> settled() {
        Function<Supplier<FanOutException>, ? extends T> own = fallback;
        return answered(this, runners == null ? null : runners.answered())
                .or(failure ->
                        own == null ? new Settled.Failed<>(failure.get()) : new Settled.Answered<>(own.apply(failure)));
    }

    private static <T extends @Nullable Object> Part<Settled<T>> answered(
            Part<? extends T> part, @Nullable Runners<Settled<T>> runners) {
        return new Part<>(
                part.downstream,
                part.name,
                () -> new Settled.Answered<>(part.call.call()),
                part.timeoutNanos,
                null,
                runners);
    }

    private Part<T> or(Function<Supplier<FanOutException>, ? extends T> newFallback) {
        return new Part<>(downstream, name, call, timeoutNanos, newFallback, runners);
    }

    Downstream downstream() {
        return downstream;
    }

    String name() {
        return name;
    }

    long timeoutNanos() {
        return timeoutNanos;
    }

    boolean isHedged() {
        return runners != null;
    }

    /** Whether it is the same call that may be made twice. */
    boolean isRepeated() {
        return runners != null && runners.parts().isEmpty();
    }

    /** The calls for its answer; each the call of a part alone. */
    List<? extends Part<? extends T>> runners() {
        return runners == null || isRepeated() ? List.of(this, this) : runners.parts();
    }

    Hedge hedge() {
        return runners == null ? Hedge.AT_ONCE : runners.hedge();
    }

    /** How many such parts of the caller are let through side by side, whichever of its calls is made. */
    int width(Caller caller) {
        int width = downstream.width(caller);
        if (runners != null) {
            for (Part<? extends T> runner : runners.parts()) {
                width = Math.min(width, runner.downstream.width(caller));
            }
        }
        return width;
    }

    T call() throws Exception {
        return call.call();
    }

    boolean hasFallback() {
        return fallback != null;
    }

    /** What takes the place of the answer. */
    T fallback(Supplier<FanOutException> failure) {
        if (fallback == null) {
            throw new IllegalStateException(this + " has no result");
        }
        downstream.tally().fellBack();
        return fallback.apply(failure);
    }

    @Override
    public String toString() {
        return "part '" + name + "' of " + downstream;
    }
}

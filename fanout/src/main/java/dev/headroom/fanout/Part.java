package dev.headroom.fanout;

import java.time.Duration;
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

    private Part(
            Downstream downstream,
            String name,
            Callable<? extends T> call,
            long timeoutNanos,
            @Nullable Function<Supplier<FanOutException>, ? extends T> fallback) {
        this.downstream = downstream;
        this.name = name;
        this.call = call;
        this.timeoutNanos = timeoutNanos;
        this.fallback = fallback;
    }

    /**
     * A call, named like its downstream.
     *
     * @param call runs on a thread of its own, a virtual one unless the downstream has others, and is interrupted when its answer is no longer of use
     */
    public static <T extends @Nullable Object> Part<T> part(Downstream downstream, Callable<? extends T> call) {
        return new Part<>(downstream, downstream.name(), call, downstream.timeoutNanos(), null);
    }

    /** With a name of its own, for messages and thread dumps, where a downstream is called for several things. */
    public Part<T> named(String newName) {
        return new Part<>(downstream, newName, call, timeoutNanos, fallback);
    }

    /**
     * With a timeout of its own, where that is earlier than the fan-out's and the downstream's. It counts from the start of
     * the part, the wait for a permit with it.
     */
    public Part<T> within(Duration timeout) {
        return new Part<>(downstream, name, call, Math.min(timeoutNanos, Deadline.nanos(timeout)), fallback);
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
        return new Part<>(
                downstream,
                name,
                () -> new Settled.Answered<>(call.call()),
                timeoutNanos,
                failure ->
                        own == null ? new Settled.Failed<>(failure.get()) : new Settled.Answered<>(own.apply(failure)));
    }

    private Part<T> or(Function<Supplier<FanOutException>, ? extends T> newFallback) {
        return new Part<>(downstream, name, call, timeoutNanos, newFallback);
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

    T call() throws Exception {
        return call.call();
    }

    /** Of the failure, which is made only where it is asked for. */
    @Nullable
    Function<Supplier<FanOutException>, ? extends T> fallback() {
        return fallback;
    }

    @Override
    public String toString() {
        return "part '" + name + "' of " + downstream;
    }
}

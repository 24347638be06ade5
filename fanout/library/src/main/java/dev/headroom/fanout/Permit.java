package dev.headroom.fanout;

import java.time.Duration;

/**
 * The right to make one call, for calls whose end is not the end of a method: the body of an HTTP response that is read
 * later, for one. {@link Downstream#enter()} gives it, {@code close} gives it back, on any thread; a second time does nothing.
 */
public interface Permit extends AutoCloseable {
    /** The call has ended well. */
    @Override
    void close();

    /**
     * The call has ended with this: gives the permit back as {@link #close()} does.
     *
     * @param thrown whether it is an {@linkplain Downstream.Builder#overload overload} is asked for an adaptive limit
     */
    default void failed(Throwable thrown) {
        failed(thrown, Duration.ZERO);
    }

    /**
     * The call has ended with this, and the downstream asks to be spared, as by HTTP's {@code Retry-After}. Where it is an
     * overload, an adaptive limit does not grow for so long, at most a minute.
     *
     * @param thrown as above
     * @param retryAfter zero where the downstream says nothing
     */
    void failed(Throwable thrown, Duration retryAfter);
}

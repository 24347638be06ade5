package dev.headroom.fanout;

import org.jspecify.annotations.Nullable;

/**
 * A call on the caller's own thread, which learns of what it throws by its type: where it throws nothing that is checked, nor
 * does {@link Downstream#call} but for the interrupt.
 *
 * @param <T> what it answers
 * @param <X> what it throws
 */
@FunctionalInterface
public interface Call<T extends @Nullable Object, X extends Exception> {
    /**
     * Makes it.
     *
     * @throws X as it is
     */
    T call() throws X;
}

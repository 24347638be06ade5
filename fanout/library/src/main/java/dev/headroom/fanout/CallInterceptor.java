package dev.headroom.fanout;

import org.jspecify.annotations.Nullable;

/** Wraps each call to a {@link Downstream} on the call's own thread, with its permit held: for spans and the like. */
public interface CallInterceptor {
    /**
     * Makes the call, and what belongs before and after it.
     *
     * @param downstream that is called
     * @param part the name of the part
     * @param call to be called once, its result or exception passed on
     * @throws X what the call throws
     */
    <T extends @Nullable Object, X extends Exception> T call(String downstream, String part, Call<T, X> call) throws X;
}

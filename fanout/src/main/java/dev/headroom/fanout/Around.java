package dev.headroom.fanout;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Wraps each call to a {@link Downstream} on the call's own thread, with its permit held: for spans and the like. */
public interface Around {
    /**
     * @param downstream that is called
     * @param part the name of the part
     * @param call to be called once, its result or exception passed on
     * @throws Exception what the call throws
     */
    <T extends @Nullable Object> T call(String downstream, String part, Callable<T> call) throws Exception;
}

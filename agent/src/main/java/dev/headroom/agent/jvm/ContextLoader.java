package dev.headroom.agent.jvm;

import org.jspecify.annotations.Nullable;

/** A thread takes the context class loader of whoever makes it: those that an application makes on a thread of ours shall not take ours. */
public final class ContextLoader implements AutoCloseable {

    private final @Nullable ClassLoader ours = Thread.currentThread().getContextClassLoader();

    private ContextLoader(@Nullable ClassLoader its) {
        Thread.currentThread().setContextClassLoader(its == null ? ClassLoader.getSystemClassLoader() : its);
    }

    /** Until it is closed this thread has the one by which the class of {@code made} was loaded. */
    public static ContextLoader of(Object made) {
        return new ContextLoader(made.getClass().getClassLoader());
    }

    @Override
    public void close() {
        Thread.currentThread().setContextClassLoader(ours);
    }
}

package dev.headroom.agent.jvm;

import org.jspecify.annotations.Nullable;

/** A thread takes the context class loader of whoever makes it: those that an application makes on a thread of ours shall not take ours. */
public final class ContextLoader implements AutoCloseable {

    private final @Nullable ClassLoader ours = Thread.currentThread().getContextClassLoader();

    private ContextLoader() {}

    /** Until it is closed this thread has that of {@code worker}, or the one by which the class of {@code made} was loaded where there is none. */
    public static ContextLoader of(Object made, @Nullable Thread worker) {
        ContextLoader before = new ContextLoader();
        ClassLoader loader = worker == null ? made.getClass().getClassLoader() : worker.getContextClassLoader();
        Thread.currentThread().setContextClassLoader(loader == null ? ClassLoader.getSystemClassLoader() : loader);
        return before;
    }

    @Override
    public void close() {
        Thread.currentThread().setContextClassLoader(ours);
    }
}

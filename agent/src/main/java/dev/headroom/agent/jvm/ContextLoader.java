package dev.headroom.agent.jvm;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A thread takes the context class loader of whoever makes it: those that an application makes on a thread of ours shall not take ours. */
public final class ContextLoader implements AutoCloseable {

    private final @Nullable ClassLoader ours = Thread.currentThread().getContextClassLoader();

    private ContextLoader(Optional<ClassLoader> its) {
        its.ifPresent(Thread.currentThread()::setContextClassLoader);
    }

    /** Until it is closed this thread has that one; its own where there is none. */
    public static ContextLoader of(Optional<ClassLoader> its) {
        return new ContextLoader(its);
    }

    /** The same with that of {@code worker}, or the one by which the class of {@code made} was loaded where there is none. */
    public static ContextLoader of(Object made, @Nullable Thread worker) {
        ClassLoader loader = worker == null ? made.getClass().getClassLoader() : worker.getContextClassLoader();
        return of(Optional.of(loader == null ? ClassLoader.getSystemClassLoader() : loader));
    }

    @Override
    public void close() {
        Thread.currentThread().setContextClassLoader(ours);
    }
}

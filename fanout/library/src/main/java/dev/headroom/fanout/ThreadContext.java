package dev.headroom.fanout;

/** What belongs to a request and is kept by thread, such as a logger's MDC: carried from the caller to its parts. */
public interface ThreadContext {
    /** Takes what the calling thread has. Once for a fan-out. */
    Carried capture();

    /** What one thread had, for others. */
    interface Carried {
        /** Gives it to the calling thread, a new one, until the scope is closed. Once for a part. */
        Scope restore();
    }

    /** Until it is closed, on the same thread, the thread has what was carried. */
    interface Scope extends AutoCloseable {
        @Override
        void close();
    }

    /** Carries nothing. */
    static ThreadContext none() {
        return DetectedContext.NONE;
    }

    /**
     * The default: SLF4J's MDC where SLF4J is on the class path, and what has a {@code ThreadLocalAccessor} where
     * Micrometer's context-propagation is.
     */
    static ThreadContext detected() {
        return DetectedContext.DETECTED;
    }

    /** This one, then the other. */
    default ThreadContext and(ThreadContext other) {
        return DetectedContext.both(this, other);
    }
}

package dev.headroom.fanout;

import dev.headroom.fanout.ThreadContext.Carried;
import dev.headroom.fanout.ThreadContext.Scope;
import java.util.function.Supplier;

/** Made of the contexts whose libraries are on the class path. */
final class DetectedContext {
    static final Scope NO_SCOPE = () -> {};
    static final Carried NOTHING = () -> NO_SCOPE;

    static final ThreadContext NONE = () -> NOTHING;
    static final ThreadContext DETECTED = both(
            where("org.slf4j.MDC", MdcContext::new),
            where("io.micrometer.context.ContextSnapshotFactory", MicrometerContext::new));

    private DetectedContext() {}

    /** Restores the first before the second, and ends them the other way round. */
    static ThreadContext both(ThreadContext first, ThreadContext second) {
        if (first == NONE) {
            return second;
        }
        if (second == NONE) {
            return first;
        }
        return () -> both(first.capture(), second.capture());
    }

    private static Carried both(Carried first, Carried second) {
        if (first == NOTHING) {
            return second;
        }
        if (second == NOTHING) {
            return first;
        }
        return () -> {
            Scope outer = first.restore();
            try {
                Scope inner = second.restore();
                return () -> {
                    try (outer) {
                        inner.close();
                    }
                };
            } catch (Throwable thrown) {
                outer.close();
                throw thrown;
            }
        };
    }

    private static ThreadContext where(String needed, Supplier<ThreadContext> context) {
        try {
            Class.forName(needed, false, DetectedContext.class.getClassLoader());
            return context.get();
        } catch (ClassNotFoundException | LinkageError absent) {
            return NONE;
        }
    }
}

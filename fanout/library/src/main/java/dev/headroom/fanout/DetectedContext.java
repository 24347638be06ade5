package dev.headroom.fanout;

import dev.headroom.fanout.ThreadContext.Carried;
import dev.headroom.fanout.ThreadContext.Scope;
import java.util.function.Supplier;

/** Made of the contexts whose libraries are on the class path. */
final class DetectedContext {
    static final Scope NO_SCOPE = () -> {};
    static final Carried NOTHING = () -> NO_SCOPE;

    static final ThreadContext NONE = () -> NOTHING;
    // No method references: those would load the classes before it is known that they can be
    static final ThreadContext DETECTED = both(
            where("org.slf4j.MDC", () -> new MdcContext()),
            where("io.micrometer.context.ContextSnapshotFactory", () -> new MicrometerContext()));

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
            Class<?> found = Class.forName(needed, false, DetectedContext.class.getClassLoader());
            // A module does not read the class path by itself
            DetectedContext.class.getModule().addReads(found.getModule());
            return context.get();
        } catch (ClassNotFoundException | LinkageError absent) {
            return NONE;
        }
    }
}

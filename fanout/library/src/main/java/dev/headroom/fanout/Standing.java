package dev.headroom.fanout;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a thread stands under while it works.
 *
 * @param deadline of what it does
 * @param hold the permits that it holds, and those of who waits for it; none where there are none
 * @param caller for whom it works
 */
record Standing(Deadline deadline, @Nullable Hold hold, Caller caller) {
    private static final ThreadLocal<@Nullable Standing> OF_THREAD = new ThreadLocal<>();
    static final Standing NONE = new Standing(Deadline.none(), null, Caller.ANYBODY);

    static {
        // Before there is a deadline to carry its accessor is registered
        Objects.requireNonNull(DetectedContext.DETECTED);
    }

    /** Of the calling thread. */
    static Standing current() {
        Standing standing = OF_THREAD.get();
        return standing == null ? NONE : standing;
    }

    Standing with(Deadline other) {
        return new Standing(other, hold, caller);
    }

    /** From now on; for a thread that ends with its part, or a permit that is given back at another place. */
    static void enter(Standing standing) {
        // Not removed: each call would make the thread's entry anew
        OF_THREAD.set(standing.equals(NONE) ? null : standing);
    }

    static <T extends @Nullable Object, X extends Exception> T call(Standing standing, Call<T, X> task) throws X {
        Standing before = current();
        enter(standing);
        try {
            return task.call();
        } finally {
            enter(before);
        }
    }
}

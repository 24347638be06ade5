package dev.headroom.fanout;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** What a thread stands under while it works: its deadline, and the downstreams of which it holds a permit. */
interface Standing {
    Deadline deadline();

    /** A call to the same downstream from this thread needs no second permit. */
    boolean holds(Downstream downstream);

    /** @param outer what the thread stood under before; a permit of that is still held */
    record Plain(Deadline deadline, @Nullable Standing outer) implements Standing {
        @Override
        public boolean holds(Downstream downstream) {
            return outer != null && outer.holds(downstream);
        }
    }

    static @Nullable Standing ofThisThread() {
        return Threads.STANDING.get();
    }

    /** For a thread that ends with its part: nothing is put back. */
    static void enter(Standing standing) {
        Threads.STANDING.set(standing);
    }

    static <T extends @Nullable Object> T call(Standing standing, Callable<T> task) throws Exception {
        Standing before = Threads.STANDING.get();
        Threads.STANDING.set(standing);
        try {
            return task.call();
        } finally {
            if (before == null) {
                Threads.STANDING.remove();
            } else {
                Threads.STANDING.set(before);
            }
        }
    }

    /** Apart, as a field of an interface would be public. */
    final class Threads {
        private static final ThreadLocal<@Nullable Standing> STANDING = new ThreadLocal<>();

        private Threads() {}
    }
}

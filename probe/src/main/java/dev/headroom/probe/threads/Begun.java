package dev.headroom.probe.threads;

import java.util.HashMap;
import java.util.Map;

/**
 * Waits that the threads of each pool have begun. A thread counts from when it was first looked at, and for the pool that it is of when it is told.
 */
public final class Begun {

    private final Map<Long, Long> last = new HashMap<>();
    private final Map<Long, Long> more = new HashMap<>();
    private final Map<String, Long> totals = new HashMap<>();

    /** @param waits that the thread has begun since it was started */
    public void counted(long thread, long waits) {
        Long before = last.put(thread, waits);
        more.merge(thread, before == null ? 0 : waits - before, Long::sum);
    }

    public void ended(long thread) {
        last.remove(thread);
        more.remove(thread);
    }

    /** What is new of the thread is that pool's. */
    public void add(long thread, String pool) {
        Long waits = more.remove(thread);
        if (waits != null) {
            totals.merge(pool, waits, Long::sum);
        }
    }

    public Map<String, Long> totals() {
        return totals;
    }
}

package dev.headroom.probe.threads;

import java.util.HashMap;
import java.util.Map;

/**
 * What the threads of each pool have begun, or the pools of each name have done: of a counter what it has grown by since it was read first, for the pool that a thread is of when it
 * is told.
 */
public final class Begun {

    private final Map<Long, Long> last = new HashMap<>();
    private final Map<Long, Long> more = new HashMap<>();
    private final Map<String, Long> totals = new HashMap<>();

    /** @param waits or tasks, since the thread or the pool was started */
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

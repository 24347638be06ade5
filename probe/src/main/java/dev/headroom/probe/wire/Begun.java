package dev.headroom.probe.wire;

import java.util.HashMap;
import java.util.Map;

/**
 * Waits that the threads of each pool have begun, as the JVM counts them: to sleep, to park, to be notified; not to read from a socket, nor to enter a monitor. A thread counts from when it
 * was first looked at, and for the pool that it is of when it is told.
 */
final class Begun {

    private final Map<Long, Long> last = new HashMap<>();
    private final Map<Long, Long> more = new HashMap<>();
    private final Map<String, Long> totals = new HashMap<>();

    /** @param waits that the thread has begun since it was started */
    void counted(long thread, long waits) {
        Long before = last.put(thread, waits);
        more.merge(thread, before == null ? 0 : waits - before, Long::sum);
    }

    void ended(long thread) {
        last.remove(thread);
        more.remove(thread);
    }

    /** What is new of the thread is that pool's. */
    void add(long thread, String pool) {
        Long waits = more.remove(thread);
        if (waits != null) {
            totals.merge(pool, waits, Long::sum);
        }
    }

    Map<String, Long> totals() {
        return totals;
    }
}

package dev.headroom.probe.wire;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** Adds up completed tasks of pools of one name: a pool that is gone keeps what it did, a new one counts from its first look. */
final class Completions {

    private final Map<Integer, Long> last = new HashMap<>();
    private final Map<String, Long> totals = new HashMap<>();

    /** @param completed of the pool of that number, from some fixed point; negative where it does not count */
    OptionalLong total(String name, int number, long completed) {
        if (completed < 0) {
            return OptionalLong.empty();
        }
        Long before = last.put(number, completed);
        long more = before == null ? 0 : completed - before;
        return OptionalLong.of(totals.merge(name, more, Long::sum));
    }
}

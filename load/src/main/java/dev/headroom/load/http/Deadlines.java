package dev.headroom.load.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Things that may all stay for the same time, in the order in which they came: only the eldest must be looked at, so ten thousand cost
 * no more than one, where a timer for each would.
 */
final class Deadlines<T> {

    private final long timeout;
    private final LinkedHashMap<T, Long> since = new LinkedHashMap<>();

    /** @param timeout nanoseconds */
    Deadlines(long timeout) {
        this.timeout = timeout;
    }

    void add(T thing, long now) {
        since.put(thing, now);
    }

    void remove(T thing) {
        since.remove(thing);
    }

    /** Takes out those whose time is up and hands them to {@code late}. */
    void expire(long now, Consumer<T> late) {
        hand(
                since.entrySet().stream()
                        .takeWhile(entry -> now - entry.getValue() >= timeout)
                        .map(Map.Entry::getKey)
                        .toList(),
                late);
    }

    /** Takes out all of them. */
    void clear(Consumer<T> each) {
        hand(List.copyOf(since.keySet()), each);
    }

    private void hand(List<T> things, Consumer<T> to) {
        for (T thing : things) {
            if (since.remove(thing) != null) {
                to.accept(thing);
            }
        }
    }
}

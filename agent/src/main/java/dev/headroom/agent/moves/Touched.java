package dev.headroom.agent.moves;

import dev.headroom.agent.jvm.Log;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was moved since all was put back last, though it may have been put back in between: it keeps what it needs to be moved again. */
final class Touched {

    /** By their settings. */
    private final Map<Object, Moved> all = new LinkedHashMap<>();

    /** Also where it is as it was meanwhile: by that it is seen that its owner has set it. */
    synchronized void add(Moved one) {
        all.put(one.setting(), one);
    }

    /** What was made of it since then; null where nothing was, or it was put back. */
    synchronized @Nullable Moved get(Object setting) {
        Moved one = all.get(setting);
        return one == null || one.isLeaving() ? null : one;
    }

    /** Whether it was asked whether that would harm. */
    synchronized boolean has(Object setting) {
        return all.containsKey(setting);
    }

    synchronized void clear() {
        all.clear();
    }

    synchronized boolean isEmpty() {
        return all.isEmpty();
    }

    /** Nothing of it is moved any more. */
    void rest() {
        List<Moved> these;
        synchronized (this) {
            these = List.copyOf(all.values());
            all.clear();
        }
        these.forEach(one -> one.limit().rest());
    }

    /**
     * Leaves them as they are moved.
     *
     * @param moved with their names
     * @return what cannot be kept; empty where all is
     */
    static String keep(Map<Movable, String> moved) {
        List<String> problems = new ArrayList<>();
        moved.forEach((limit, name) -> {
            try {
                limit.keep();
                Log.say(name + " stays as it is moved: it is not put back at the time that was named");
            } catch (Throwable e) { // it is as it was then
                problems.add(name + " cannot be kept: " + e);
            }
        });
        return String.join("; ", problems);
    }
}

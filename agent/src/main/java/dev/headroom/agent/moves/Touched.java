package dev.headroom.agent.moves;

import dev.headroom.agent.jvm.Log;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What was moved since all was put back last, though it may have been put back in between: it keeps what it needs to be moved again. */
final class Touched {

    private final Set<Movable> all = new LinkedHashSet<>();

    synchronized void add(Movable limit) {
        all.add(limit);
    }

    synchronized void clear() {
        all.clear();
    }

    synchronized boolean isEmpty() {
        return all.isEmpty();
    }

    /** Nothing of it is moved any more. */
    void rest() {
        List<Movable> these;
        synchronized (this) {
            these = List.copyOf(all);
            all.clear();
        }
        these.forEach(Movable::rest);
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
                Log.say(name + " stays as it is: nobody puts it back");
            } catch (Throwable e) { // it is as it was then
                problems.add(name + " cannot be kept: " + e);
            }
        });
        return String.join("; ", problems);
    }
}

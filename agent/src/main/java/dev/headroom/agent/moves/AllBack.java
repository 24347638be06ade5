package dev.headroom.agent.moves;

import dev.headroom.agent.jvm.Threads;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Puts back what was moved, the last moved first, each on a thread of its own. One whose setter hangs goes on alone: the next is begun as soon as a setter takes that
 * works, and all are waited for together.
 */
final class AllBack {

    /** A setter takes microseconds; the longest waits 2 s for workers to go. */
    private static final long HANGS_MILLIS = 3_000;

    /** So long the order is kept, which matters only where limits have to do with each other. */
    private static final long SOON_MILLIS = 50;

    private final List<Moved> all;
    private final Consumer<Moved> settled;

    /**
     * @param moved in the order in which it was
     * @param settled told of each that was put back, or is not waited for any more
     */
    AllBack(Collection<Moved> moved, Consumer<Moved> settled) {
        all = new ArrayList<>(moved);
        Collections.reverse(all);
        this.settled = settled;
    }

    /** @param why for the log */
    void begin(String why) {
        for (int i = 0; i < all.size(); i++) {
            Moved one = all.get(i);
            if (one.leave()) {
                try {
                    Threads.daemon(() -> back(one, why), "headroom-back").start();
                } catch (OutOfMemoryError e) { // no thread is to be had; one that hangs here is waited for
                    back(one, why);
                }
            }
            if (i + 1 < all.size()) {
                one.await(sharesSettings(one, all.subList(i + 1, all.size())) ? HANGS_MILLIS : SOON_MILLIS);
            }
        }
    }

    private void back(Moved one, String why) {
        one.putBack(why);
        settled.accept(one);
    }

    /** Parts of one object may have its settings: the earlier move left them as the later one found them. */
    private static boolean sharesSettings(Moved one, List<Moved> others) {
        Object object = one.limit().object();
        return object != null && others.stream().anyMatch(other -> other.limit().object() == object);
    }

    /** What is not as it was; empty where all is. */
    List<String> await() {
        List<String> problems = new ArrayList<>();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(HANGS_MILLIS);
        for (Moved one : all) {
            String problem = one.await(Math.max(0, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
            settled.accept(one); // whoever has put it back may not have come to that yet, and the next move finds it
            if (!problem.isEmpty()) {
                problems.add(problem);
            }
        }
        return problems;
    }
}

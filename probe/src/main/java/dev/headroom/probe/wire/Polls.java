package dev.headroom.probe.wire;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.probe.classify.Stack;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Tells who sleeps from who polls. A thread that ran since the last look, and sleeps at the same place again, look after look, sleeps until it tries again: it waits for something. One
 * that has not run is in one long sleep, as long as it was told beforehand: it waits for its time.
 */
final class Polls {

    /** Times in a row that it slept there again, from which that is no chance. */
    private static final double FEWEST = Thresholds.FEWEST;

    /** Of the looks (0 to 1) since it was seen there first. Who comes back to a place for another request has run once for each. */
    private static final double MOSTLY = Thresholds.HALF;

    /** Stacks that are kept a second time. */
    private static final int MOST_STACKS = 20_000;

    /** @param since the look at which it was seen there first */
    private record Slept(Stack stack, long since, int again) {}

    private final Map<Long, Slept> threads = new HashMap<>();
    private final Map<Stack, Stack> polling = new IdentityHashMap<>();
    private long look;

    void begin() {
        look++;
    }

    /** It has run since the last look, and stands there now. */
    void moved(long thread, Stack stack) {
        if (stack.reading().activity() != Activity.SLEEPING) {
            threads.remove(thread);
            return;
        }
        threads.merge(
                thread,
                new Slept(stack, look, 0),
                (before, now) -> before.stack() == stack ? new Slept(stack, before.since(), before.again() + 1) : now);
    }

    void ended(long thread) {
        threads.remove(thread);
    }

    /** Its stack as that of one who waits for something, where it polls. */
    Stack read(long thread, Stack stack) {
        Slept slept = threads.get(thread);
        boolean polls = slept != null
                && slept.stack() == stack
                && slept.again() >= FEWEST
                && slept.again() >= MOSTLY * (look - slept.since());
        if (!polls) {
            return stack;
        }
        if (polling.size() >= MOST_STACKS) {
            polling.clear();
        }
        return polling.computeIfAbsent(stack, Stack::serving);
    }
}

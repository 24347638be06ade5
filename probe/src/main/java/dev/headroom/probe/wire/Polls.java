package dev.headroom.probe.wire;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.probe.classify.Stack;
import java.util.HashMap;
import java.util.Map;

/**
 * Threads that have run since the last look and sleep at the same place again. Who polls does so many times in one visit; who was told beforehand for how long to sleep, once for each visit
 * at the most, and so does a worker whose next task sleeps there as well.
 */
final class Polls {

    private final Map<Long, Stack> asleep = new HashMap<>();
    private Map<Stack, Double> again = new HashMap<>();

    void begin() {
        again = new HashMap<>();
    }

    /** It has run since the last look, and stands there now. */
    void moved(long thread, Stack stack) {
        if (stack.reading().activity() != Activity.SLEEPING) {
            asleep.remove(thread);
        } else if (asleep.put(thread, stack) == stack) {
            again.merge(stack, 1.0, Double::sum);
        }
    }

    void ended(long thread) {
        asleep.remove(thread);
    }

    /** Of this look: threads that sleep again where they slept, by their stack. */
    Map<Stack, Double> again() {
        return again;
    }
}

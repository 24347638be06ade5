package dev.headroom.probe.wire;

import dev.headroom.probe.classify.Stack;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Waits that have ended: of threads that stood in one at the last look and have run since. One that has come back by now has left once, however often it did. */
final class Departures {

    private final Map<Long, Stack> waiting = new HashMap<>();
    private Map<Stack, Double> left = new HashMap<>();

    void begin() {
        left = new HashMap<>();
    }

    /** It has run since the last look; its stack is empty where nobody looked. */
    void moved(long thread, Optional<Stack> stack) {
        Stack before = waiting.remove(thread);
        if (before != null) {
            left.merge(before, 1.0, Double::sum);
        }
        stack.ifPresent(now -> stands(thread, now));
    }

    void stands(long thread, Stack stack) {
        if (stack.reading().activity().forOthers()) {
            waiting.put(thread, stack);
        } else {
            waiting.remove(thread);
        }
    }

    void ended(long thread) {
        waiting.remove(thread);
    }

    /** Of this look, by the stack of the wait. */
    Map<Stack, Double> left() {
        return left;
    }
}

package dev.headroom.probe.wire;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.probe.classify.Stack;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Threads that have run since the last look, by the stack at which they stood then. Of those that slept, who sleeps at the same place again: who
 * polls does so many times in one visit; who was told beforehand for how long to sleep, once for each visit at the most, and so does a worker whose
 * next task sleeps there as well. Of those that waited for others, all: one that has come back by now has gone on once, however often it did.
 */
final class Rounds {

    private final Map<Long, Stack> asleep = new HashMap<>();
    private final Map<Long, Stack> waiting = new HashMap<>();
    private Map<Stack, Double> again = new HashMap<>();

    void begin() {
        again = new HashMap<>();
    }

    /** It has run since the last look; its stack is empty where nobody looked. */
    void moved(long thread, Optional<Stack> stack) {
        Stack before = waiting.remove(thread);
        if (before != null) {
            again.merge(before, 1.0, Double::sum);
        }
        stack.ifPresent(now -> {
            if (now.reading().activity() != Activity.SLEEPING) {
                asleep.remove(thread);
            } else if (asleep.put(thread, now) == now) {
                again.merge(now, 1.0, Double::sum);
            }
            stands(thread, now);
        });
    }

    void stands(long thread, Stack stack) {
        if (stack.reading().activity().forOthers()) {
            waiting.put(thread, stack);
        } else {
            waiting.remove(thread);
        }
    }

    void ended(long thread) {
        asleep.remove(thread);
        waiting.remove(thread);
    }

    /** Of this look. */
    Map<Stack, Double> again() {
        return again;
    }
}

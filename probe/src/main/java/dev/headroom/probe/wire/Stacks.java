package dev.headroom.probe.wire;

import dev.headroom.probe.classify.Stack;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The stacks that the agent has named, by their numbers. It forgets what it named once it has named 20,000 of them, and begins anew: here the oldest go, so
 * that neither a long watch nor an agent that lies fills the memory.
 */
final class Stacks {

    /** Of all frames together. 20,000 stacks of 110 frames are 140 million, and hardly any service has a tenth of these. */
    private static final long MOST_CHARACTERS = 200_000_000;

    /** What a stack and what a frame take besides, in characters. */
    private static final int OF_A_STACK = 1_000;

    private static final int OF_A_FRAME = 16;

    private final Map<Integer, Stack> stacks = new LinkedHashMap<>();
    private long characters;

    void put(int number, Stack stack) {
        Optional.ofNullable(stacks.remove(number)).ifPresent(old -> characters -= size(old));
        stacks.put(number, stack);
        characters += size(stack);
        Iterator<Stack> oldest = stacks.values().iterator();
        while (characters > MOST_CHARACTERS) {
            characters -= size(oldest.next());
            oldest.remove();
        }
    }

    Optional<Stack> get(int number) {
        return Optional.ofNullable(stacks.get(number));
    }

    private static long size(Stack stack) {
        return OF_A_STACK
                + stack.frames().stream()
                        .mapToLong(frame -> OF_A_FRAME + frame.length())
                        .sum();
    }
}

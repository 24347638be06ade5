package dev.headroom.probe.threads;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.probe.classify.Stack;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.Map;

/** Takes those for waiting that are runnable and have not run for long. */
public final class Standstill {

    /** Without processor time for so long nobody is runnable, whatever the state says: a class that is being initialised keeps others so. */
    private static final Duration NOT_RUNNING = Duration.ofSeconds(2);

    /** Stacks that are kept a second time, as waiting ones. They come from threads that stand in native code, at few places. */
    private static final int MOST = 20_000;

    private final Map<Stack, Stack> waiting = new IdentityHashMap<>();

    /** @param stood without having run */
    public Stack of(Stack stack, Duration stood) {
        if (stack.reading().activity() != Activity.RUNNING || stood.compareTo(NOT_RUNNING) < 0) {
            return stack;
        }
        if (waiting.size() >= MOST) {
            waiting.clear();
        }
        return waiting.computeIfAbsent(stack, Stack::waiting);
    }
}

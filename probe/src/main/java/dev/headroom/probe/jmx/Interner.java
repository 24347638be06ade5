package dev.headroom.probe.jmx;

import dev.headroom.probe.classify.Stack;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes equal stacks the same object, so that each is classified once. */
final class Interner {

    /** Beyond this they come from threads that run, and are not worth keeping. */
    private static final int MOST = 20_000;

    private record Key(Thread.State state, String waitsOn, List<String> frames) {}

    private final Map<Key, Stack> known = new HashMap<>();

    Stack stack(Thread.State state, String waitsOn, List<String> frames) {
        if (known.size() >= MOST) {
            known.clear();
        }
        return known.computeIfAbsent(
                new Key(state, waitsOn, frames), key -> new Stack(key.state(), key.waitsOn(), key.frames()));
    }
}

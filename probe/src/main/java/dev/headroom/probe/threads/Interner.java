package dev.headroom.probe.threads;

import dev.headroom.probe.classify.Limited;
import dev.headroom.probe.classify.Stack;
import java.nio.IntBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes equal stacks the same object, so that each is classified once. */
public final class Interner {

    /** Beyond this they come from threads that run, and are not worth keeping. */
    private static final int MOST = 20_000;

    /** Of all that are kept: 200 a stack. */
    private static final int MOST_FRAMES = 4_000_000;

    private record Key(
            Thread.State state, String waitsOn, List<String> frames, IntBuffer lines, Optional<Limited> limited) {}

    private final Map<Key, Stack> known = new HashMap<>();
    private int kept;

    /** See {@link Stack}. */
    public Stack stack(
            Thread.State state, String waitsOn, List<String> frames, int[] lines, Optional<Limited> limited) {
        if (known.size() >= MOST || kept >= MOST_FRAMES) {
            known.clear();
            kept = 0;
        }
        return known.computeIfAbsent(new Key(state, waitsOn, frames, IntBuffer.wrap(lines), limited), key -> {
            kept += frames.size();
            return new Stack(state, waitsOn, frames, lines, limited);
        });
    }
}

package dev.headroom.core.prediction;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalInt;

/** Free workers of one simulated pool, and those who wait for one, first come first served. */
final class Queue {

    private final Clock clock;
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private final boolean bounded;
    private int free;

    Queue(Clock clock, OptionalInt workers) {
        this.clock = clock;
        this.bounded = workers.isPresent();
        this.free = workers.orElse(0);
    }

    /** Goes on with {@code granted} once a worker is held. */
    void acquire(Runnable granted) {
        if (!bounded || free > 0) {
            free--;
            granted.run();
        } else {
            waiting.add(granted);
        }
    }

    void release() {
        Runnable next = waiting.poll();
        if (next == null) {
            free++;
        } else {
            // through the clock, not by a call: a long queue of tasks that hold for no time would overflow the stack
            clock.after(0, next);
        }
    }
}

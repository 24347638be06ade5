package dev.headroom.core.prediction;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Event loops: a connection belongs to one loop for as long as it lives, and no other loop helps out. New connections are
 * given to the loops in turn, so the n-th goes to loop n modulo their number. Whoever blocks a loop holds up all of its
 * connections, and they are served in the order in which their requests came.
 *
 * <p>Source: Netty, {@code DefaultEventExecutorChooserFactory} ("round-robin"), used for accepted connections by {@code
 * ServerBootstrap}.
 */
final class LoopQueue implements Queue {

    private final Clock clock;
    private final List<Deque<IntConsumer>> waiting = new ArrayList<>();
    private final boolean[] busy;

    LoopQueue(Clock clock, int loops) {
        this.clock = clock;
        this.busy = new boolean[loops];
        for (int i = 0; i < loops; i++) {
            waiting.add(new ArrayDeque<>());
        }
    }

    /** @param connection counted in the order in which connections were made */
    @Override
    public void acquire(int connection, IntConsumer granted) {
        int loop = Math.floorMod(connection, busy.length);
        if (busy[loop]) {
            waiting.get(loop).add(granted);
        } else {
            busy[loop] = true;
            granted.accept(loop);
        }
    }

    @Override
    public void release(int loop) {
        IntConsumer next = waiting.get(loop).poll();
        if (next == null) {
            busy[loop] = false;
        } else {
            clock.after(0, () -> next.accept(loop));
        }
    }
}

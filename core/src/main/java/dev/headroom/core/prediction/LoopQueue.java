package dev.headroom.core.prediction;

import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/**
 * Event loops: a connection belongs to one loop for as long as it lives, and no other loop helps out. New connections are
 * given to the loops in turn, so the n-th goes to loop n modulo their number. Whoever blocks a loop holds up all of its
 * connections, and they are served in the order in which their requests came.
 *
 * <p>Source: Netty, {@code DefaultEventExecutorChooserFactory} ("round-robin"), used for accepted connections by {@code
 * ServerBootstrap}.
 */
final class LoopQueue implements Queue {

    private final List<FifoQueue> loops;

    LoopQueue(Clock clock, int loops) {
        this.loops = Stream.generate(() -> new FifoQueue(clock, OptionalInt.of(1)))
                .limit(loops)
                .toList();
    }

    /** @param connection counted in the order in which connections were made */
    @Override
    public void acquire(int connection, IntConsumer granted) {
        int loop = Math.floorMod(connection, loops.size());
        loops.get(loop).acquire(connection, only -> granted.accept(loop));
    }

    @Override
    public void release(int loop) {
        loops.get(loop).release(0);
    }
}

package dev.headroom.core.prediction;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalInt;
import java.util.function.IntConsumer;

/** One queue, first come first served, as a {@code ThreadPoolExecutor} and the threads of a servlet container have. */
final class FifoQueue implements Queue {

    private final Clock clock;
    private final int most;
    private final Deque<Integer> free = new ArrayDeque<>();
    private final Deque<IntConsumer> waiting = new ArrayDeque<>();
    private int started;

    /** @param workers empty for as many as there are tasks */
    FifoQueue(Clock clock, OptionalInt workers) {
        this.clock = clock;
        this.most = workers.orElse(Integer.MAX_VALUE);
    }

    @Override
    public void acquire(int caller, IntConsumer granted) {
        Integer idle = free.poll();
        if (idle != null) {
            granted.accept(idle);
        } else if (started < most) {
            granted.accept(started++);
        } else {
            waiting.add(granted);
        }
    }

    @Override
    public void release(int worker) {
        IntConsumer next = waiting.poll();
        if (next == null) {
            free.add(worker);
        } else {
            // through the clock, not by a call: a long queue of tasks that hold for no time would overflow the stack
            clock.after(0, () -> next.accept(worker));
        }
    }
}

package dev.headroom.cases.downstream;

import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A capacity: so many requests are worked on at a time, each for its delay, and the others wait, first come, first served and without
 * bound. So no more than {@code workers / delay} are done per second. As in most servers, a worker does not see that its client has
 * gone: who gives up while it waits still takes its turn, for an answer that nobody gets.
 */
final class Workers {
    private final Deque<Work> waiting = new ArrayDeque<>();
    private int free;

    Workers(int count) {
        this.free = count;
    }

    /** @param done runs on {@code loop} once a worker has worked that long */
    void give(EventExecutor loop, Duration time, Runnable done) {
        Work work = new Work(loop, time.toNanos(), done);
        synchronized (this) {
            if (free == 0) {
                waiting.add(work);
                return;
            }
            free--;
        }
        begin(work, System.nanoTime());
    }

    private void begin(Work work, long at) {
        // From when its worker was due to be free, not from when that was seen: late timers must not cost capacity
        long end = at + work.nanos();
        work.loop()
                .schedule(
                        () -> {
                            Work next = next();
                            if (next != null) {
                                begin(next, end);
                            }
                            work.done().run();
                        },
                        Math.max(0, end - System.nanoTime()),
                        TimeUnit.NANOSECONDS);
    }

    private synchronized @Nullable Work next() {
        Work next = waiting.poll();
        if (next == null) {
            free++;
        }
        return next;
    }

    private record Work(EventExecutor loop, long nanos, Runnable done) {}
}

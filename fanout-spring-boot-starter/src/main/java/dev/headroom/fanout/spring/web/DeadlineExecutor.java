package dev.headroom.fanout.spring.web;

import dev.headroom.fanout.Deadline;
import java.time.Duration;
import org.springframework.core.task.AsyncTaskExecutor;

/** Runs what a handler returns to be run later, with the deadline of the request that it answers. */
final class DeadlineExecutor implements AsyncTaskExecutor {
    private final AsyncTaskExecutor executor;

    DeadlineExecutor(AsyncTaskExecutor executor) {
        this.executor = executor;
    }

    @Override
    public void execute(Runnable task) {
        Deadline deadline = Deadline.current();
        executor.execute(deadline.isNone() ? task : () -> within(deadline, task));
    }

    private static void within(Deadline deadline, Runnable task) {
        Duration left = deadline.left();
        try {
            Deadline.callWithin(left.isZero() ? Duration.ofNanos(1) : left, () -> {
                task.run();
                return true;
            });
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}

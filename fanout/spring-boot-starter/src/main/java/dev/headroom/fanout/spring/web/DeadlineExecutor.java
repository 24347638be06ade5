package dev.headroom.fanout.spring.web;

import dev.headroom.fanout.Caller;
import dev.headroom.fanout.Deadline;
import org.springframework.core.task.AsyncTaskExecutor;

/** Runs what a handler returns to be run later, with the deadline of the request that it answers, and for whom that is. */
final class DeadlineExecutor implements AsyncTaskExecutor {
    private final AsyncTaskExecutor executor;

    DeadlineExecutor(AsyncTaskExecutor executor) {
        this.executor = executor;
    }

    @Override
    public void execute(Runnable task) {
        Deadline deadline = Deadline.current();
        Caller caller = Caller.current();
        executor.execute(
                deadline.isNone()
                        ? task
                        : () -> caller.call(() -> deadline.call(() -> {
                            task.run();
                            return true;
                        })));
    }
}

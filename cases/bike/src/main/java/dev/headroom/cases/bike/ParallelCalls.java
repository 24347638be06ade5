package dev.headroom.cases.bike;

import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * Calls at the same time, each on a virtual thread of its own, under one deadline. The first failure or the deadline
 * ends all of them: an interrupted virtual thread leaves its socket at once, so that no thread stays behind.
 */
@Component
class ParallelCalls {
    private final Duration timeout;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("call-", 1).factory());

    ParallelCalls(LiftedSettings settings) {
        this.timeout = settings.timeout();
    }

    /** What the calls gave, in their order. */
    <T> List<T> all(List<Supplier<T>> calls) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        var ended = new ExecutorCompletionService<T>(threads);
        List<Future<T>> all = calls.stream()
                .map(call -> ended.submit(RequestId.carriedBy(call)::get))
                .toList();
        try {
            for (int waitedFor = 0; waitedFor < all.size(); waitedFor++) {
                Future<T> next = ended.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (next == null) {
                    throw new DeadlineExceeded(timeout);
                }
                result(next);
            }
            return all.stream().map(Future::resultNow).toList();
        } finally {
            all.forEach(call -> call.cancel(true));
        }
    }

    private static <T> T result(Future<T> ended) throws InterruptedException {
        try {
            return ended.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(failed.getCause());
        }
    }

    @PreDestroy
    void stop() {
        threads.shutdownNow();
    }

    /** The calls took longer than they may. */
    static final class DeadlineExceeded extends RuntimeException {
        DeadlineExceeded(Duration timeout) {
            super("no answer within " + timeout.toMillis() + " ms");
        }
    }
}

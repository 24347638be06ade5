package dev.headroom.cases.compose;

import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Calls at the same time, each on a virtual thread of its own, under one deadline. At the deadline those that are still
 * out are ended: an interrupted virtual thread leaves its socket at once, so that no thread stays behind.
 */
@Component
class ParallelCalls {
    private static final Logger LOG = LoggerFactory.getLogger(ParallelCalls.class);

    private final Duration timeout;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("call-", 1).factory());

    ParallelCalls(LiftedSettings settings) {
        this.timeout = settings.timeout();
    }

    /** What the calls gave, in their order; {@code substitute} for each that is not done in time. */
    <T> List<T> all(List<Supplier<T>> calls, T substitute) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        List<Future<T>> all = calls.stream()
                .map(call -> threads.submit(RequestId.carriedBy(call)::get))
                .toList();
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> call : all) {
                results.add(result(call, deadline, substitute));
            }
            return results;
        } finally {
            all.forEach(call -> call.cancel(true));
        }
    }

    private <T> T result(Future<T> call, long deadline, T substitute) throws InterruptedException {
        try {
            return call.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            LOG.warn("goes on without a call that took longer than {} ms", timeout.toMillis());
            return substitute;
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
}

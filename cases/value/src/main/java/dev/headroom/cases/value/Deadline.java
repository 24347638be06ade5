package dev.headroom.cases.value;

import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.stereotype.Component;

/** Runs a blocking task on a virtual thread of its own, and interrupts it where it takes longer than it may. */
@Component
class Deadline {
    private final Duration timeout;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("value-", 1).factory());

    Deadline(LiftedSettings settings) {
        this.timeout = settings.timeout();
    }

    <T> T within(Callable<T> task) throws InterruptedException {
        Future<T> result = threads.submit(task);
        try {
            return result.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw new Exceeded(timeout);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(failed.getCause());
        } finally {
            result.cancel(true);
        }
    }

    @PreDestroy
    void stop() {
        threads.shutdownNow();
    }

    /** The task took longer than it may. */
    static final class Exceeded extends RuntimeException {
        Exceeded(Duration timeout) {
            super("no answer within " + timeout.toMillis() + " ms");
        }
    }
}

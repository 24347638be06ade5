package dev.headroom.cases.compose;

import jakarta.annotation.PreDestroy;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * The threads of {@code /compose/parallel}: those of the common pool, which the whole JVM shares and {@code supplyAsync}
 * takes where it is given no other, or a pool of its own.
 */
@Component
class CallThreads {
    private final ExecutorService threads;

    CallThreads(@Value("${compose.threads}") int number) {
        this.threads = number == 0
                ? ForkJoinPool.commonPool()
                : Executors.newFixedThreadPool(
                        number,
                        Thread.ofPlatform().name("own-pool-", 1).daemon().factory());
    }

    Executor executor() {
        return threads;
    }

    @PreDestroy
    void stop() {
        threads.shutdownNow(); // which the common pool takes no notice of
    }
}

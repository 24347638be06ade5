package dev.headroom.cases.value;

import jakarta.annotation.PreDestroy;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.stereotype.Component;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The article's {@code Schedulers.elastic()}: a thread for each task, without bound, kept for 60 s. Reactor deprecated it
 * in 3.4 and removed it in 3.5 for that missing bound; a cached pool behaves as it did.
 */
@Component
@ConditionalOnWebApplication(type = Type.REACTIVE)
class Elastic {
    private final ExecutorService threads = Executors.newCachedThreadPool(
            Thread.ofPlatform().name("elastic-", 1).daemon().factory());
    private final Scheduler scheduler = Schedulers.fromExecutorService(threads, "elastic");

    Scheduler scheduler() {
        return scheduler;
    }

    @PreDestroy
    void stop() {
        scheduler.dispose();
        threads.shutdownNow();
    }
}

package dev.headroom.cases.users;

import dev.headroom.cases.common.RequestId;
import jakarta.annotation.PreDestroy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Both calls at once, on a pool of its own: 400 threads, twice the number of Tomcat's, so that no request waits. */
@RestController
class OwnPoolController {
    private static final int THREADS = 400;

    private final MetadataClient metadata;
    private final ExecutorService pool = Executors.newFixedThreadPool(
            THREADS, Thread.ofPlatform().name("own-pool-", 1).daemon().factory());

    OwnPoolController(@Qualifier("blocking") MetadataClient metadata) {
        this.metadata = metadata;
    }

    @GetMapping("/users_parallel_more_threads/{id}")
    User user(@PathVariable long id) throws ExecutionException, InterruptedException {
        var name = CompletableFuture.supplyAsync(RequestId.carriedBy(() -> metadata.name(id)), pool);
        var phoneNumber = CompletableFuture.supplyAsync(RequestId.carriedBy(() -> metadata.phoneNumber(id)), pool);
        return new User(id, name.get(), phoneNumber.get());
    }

    @PreDestroy
    void stop() {
        pool.shutdownNow();
    }
}

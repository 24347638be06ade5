package dev.headroom.benchmarks.fanout.service;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The same calls on virtual threads, behind the bounds that are at hand without this library. */
@RestController
class BoundController {
    private final People people;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore requests;
    private final Bulkhead calls;

    /**
     * @param limit of requests where these are bounded, of calls where those are
     * @param wait of a call for its place
     */
    BoundController(People unbounded, @Value("${bound.limit}") int limit, @Value("${bound.wait}") Duration wait) {
        this.people = unbounded;
        this.requests = new Semaphore(limit);
        this.calls = Bulkhead.of(
                "people",
                BulkheadConfig.custom()
                        .maxConcurrentCalls(limit)
                        .maxWaitDuration(wait)
                        .writableStackTraceEnabled(false)
                        .build());
    }

    /** The request that finds no permit is turned away at once. */
    @GetMapping("/semaphore")
    ResponseEntity<Composed> semaphore(@RequestParam(defaultValue = "1") long id)
            throws ExecutionException, InterruptedException {
        if (!requests.tryAcquire()) {
            return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE).build();
        }
        try {
            var profile = threads.submit(() -> people.profile(id));
            var address = threads.submit(() -> people.address(id));
            return ResponseEntity.ok(new Composed(profile.get(), address.get()));
        } finally {
            requests.release();
        }
    }

    /** Resilience4j's, around each call. */
    @GetMapping("/resilience4j")
    Composed resilience4j(@RequestParam(defaultValue = "1") long id) throws ExecutionException, InterruptedException {
        var profile = threads.submit(Bulkhead.decorateCallable(calls, () -> people.profile(id)));
        var address = threads.submit(Bulkhead.decorateCallable(calls, () -> people.address(id)));
        return new Composed(profile.get(), address.get());
    }

    @ExceptionHandler
    ResponseEntity<Void> failed(ExecutionException failed) {
        boolean full = failed.getCause() instanceof BulkheadFullException;
        return ResponseEntity.status(full ? HttpStatus.SERVICE_UNAVAILABLE : HttpStatus.BAD_GATEWAY)
                .build();
    }
}

package dev.headroom.cases.upgrade;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * What goes into production: the call names its executor, so that no JDK chooses one for it. With {@code spring.threads.virtual.enabled}
 * it is Spring's, of virtual threads and with a bound, on any JDK that has them.
 */
@RestController
class LiftedController {
    private final Profiles profiles;
    private final AsyncTaskExecutor executor;
    private final Duration timeout;

    LiftedController(Profiles profiles, AsyncTaskExecutor executor, @Value("${lifted.timeout}") Duration timeout) {
        this.profiles = profiles;
        this.executor = executor;
        this.timeout = timeout;
    }

    @GetMapping("/customers_lifted/{id}")
    Customer customer(@PathVariable long id) throws ExecutionException, InterruptedException, TimeoutException {
        return CompletableFuture.supplyAsync(() -> profiles.of(id), executor)
                .get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    @ExceptionHandler(TaskRejectedException.class)
    ResponseEntity<String> full() {
        return ResponseEntity.status(503).header("Retry-After", "1").body("as many calls as may be are in flight");
    }

    @ExceptionHandler(TimeoutException.class)
    ResponseEntity<String> late() {
        return ResponseEntity.status(504).body("the profile service had no answer in time");
    }
}

package dev.headroom.cases.upgrade;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * The call by {@code supplyAsync} without an executor. Up to JDK 24 it went to the common pool only where that had more than one worker,
 * so with 2 processors each call had a new thread. Since JDK 25 it always does (JDK-8319447), and there one worker makes all calls.
 */
@RestController
class CustomerController {
    private final Profiles profiles;

    CustomerController(Profiles profiles) {
        this.profiles = profiles;
    }

    @GetMapping("/customers/{id}")
    Customer customer(@PathVariable long id) throws ExecutionException, InterruptedException {
        return CompletableFuture.supplyAsync(() -> profiles.of(id)).get();
    }
}

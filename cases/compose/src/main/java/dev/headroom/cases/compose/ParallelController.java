package dev.headroom.cases.compose;

import dev.headroom.cases.common.RequestId;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Both calls at once. Tomcat's thread is free as soon as they are submitted, so it never shows that they wait: the
 * request does, until it has its parts or Spring MVC gives it up after 30 s.
 */
@RestController
class ParallelController {
    private final PeopleClient people;
    private final CallThreads threads;

    ParallelController(@Qualifier("blocking") PeopleClient people, CallThreads threads) {
        this.people = people;
        this.threads = threads;
    }

    @GetMapping("/compose/parallel")
    CompletableFuture<Composed> compose(@RequestParam(defaultValue = "1") long id) {
        return call(() -> people.profile(id))
                .thenCombine(
                        call(() -> people.address(id)),
                        (profile, address) -> new Composed("parallel", profile, address));
    }

    private CompletableFuture<Map<String, Object>> call(Supplier<Map<String, Object>> part) {
        return CompletableFuture.supplyAsync(RequestId.carriedBy(part), threads.executor());
    }
}

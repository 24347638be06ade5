package dev.headroom.cases.users;

import dev.headroom.cases.common.RequestId;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Both calls at once, on the common pool: the whole JVM shares its (processors - 1) workers. */
@RestController
class CommonPoolController {
    private final MetadataClient metadata;

    CommonPoolController(@Qualifier("blocking") MetadataClient metadata) {
        this.metadata = metadata;
    }

    @GetMapping("/users_parallel/{id}")
    User user(@PathVariable long id) throws ExecutionException, InterruptedException {
        var name = CompletableFuture.supplyAsync(RequestId.carriedBy(() -> metadata.name(id)));
        var phoneNumber = CompletableFuture.supplyAsync(RequestId.carriedBy(() -> metadata.phoneNumber(id)));
        return new User(id, name.get(), phoneNumber.get());
    }
}

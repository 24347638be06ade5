package dev.headroom.benchmarks.webflux;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Case users: one user from two calls at the same time. */
@RestController
class UsersController {
    private final Downstream metadata;
    private final PeerSettings settings;

    UsersController(@Qualifier("metadata") Downstream metadata, PeerSettings settings) {
        this.metadata = metadata;
        this.settings = settings;
    }

    @GetMapping("/users/{id}")
    Mono<User> user(@PathVariable long id) {
        return Mono.zip(
                        metadata.get(Name.class, "/metadata/names/{id}", id),
                        metadata.get(PhoneNumber.class, "/metadata/phoneNumbers/{id}", id),
                        (name, phone) -> new User(id, name.name(), phone.phoneNumber()))
                .timeout(settings.timeout());
    }

    record User(long id, String name, String phoneNumber) {}

    private record Name(String name) {}

    private record PhoneNumber(String phoneNumber) {}
}

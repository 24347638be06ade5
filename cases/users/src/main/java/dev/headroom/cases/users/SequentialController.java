package dev.headroom.cases.users;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** One call after the other, on Tomcat's thread: the delays add up. */
@RestController
class SequentialController {
    private final MetadataClient metadata;

    SequentialController(@Qualifier("blocking") MetadataClient metadata) {
        this.metadata = metadata;
    }

    @GetMapping("/users/{id}")
    User user(@PathVariable long id) {
        return new User(id, metadata.name(id), metadata.phoneNumber(id));
    }
}

package dev.headroom.cases.users;

import java.util.List;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** What goes into production: both calls at once on virtual threads, with every wait and every number bounded. */
@RestController
class LiftedController {
    private final MetadataClient metadata;
    private final ParallelCalls parallel;

    LiftedController(@Qualifier("pooled") MetadataClient metadata, ParallelCalls parallel) {
        this.metadata = metadata;
        this.parallel = parallel;
    }

    @GetMapping("/users_lifted/{id}")
    User user(@PathVariable long id) throws InterruptedException {
        List<String> answers = parallel.all(List.of(() -> metadata.name(id), () -> metadata.phoneNumber(id)));
        return new User(id, answers.get(0), answers.get(1));
    }
}

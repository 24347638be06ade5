package dev.headroom.cases.compose;

import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * What goes into production: both calls at once on virtual threads, with every wait and every number bounded. It waits
 * for them on a virtual thread too, so there is no future to hand over and nothing that Spring MVC could give up.
 */
@RestController
class LiftedController {
    private final PeopleClient people;
    private final ParallelCalls parallel;

    LiftedController(@Qualifier("pooled") PeopleClient people, ParallelCalls parallel) {
        this.people = people;
        this.parallel = parallel;
    }

    @GetMapping("/compose/lifted")
    Composed compose(@RequestParam(defaultValue = "1") long id) throws InterruptedException {
        List<Map<String, Object>> parts =
                parallel.all(List.of(() -> people.profile(id), () -> people.address(id)), Map.of());
        return new Composed("parallel", parts.get(0), parts.get(1));
    }
}

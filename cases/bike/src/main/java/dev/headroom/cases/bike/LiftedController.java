package dev.headroom.cases.bike;

import java.util.List;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What goes into production: every call ends, and what is in flight is bounded. */
@RestController
class LiftedController {
    private final Workshop workshop;
    private final PartsClient parts;
    private final ParallelCalls calls;

    LiftedController(Workshop workshop, @Qualifier("pooled") PartsClient parts, ParallelCalls calls) {
        this.workshop = workshop;
        this.parts = parts;
        this.calls = calls;
    }

    @GetMapping("/bike/lifted")
    Bike bike() throws InterruptedException {
        return workshop.repair();
    }

    @GetMapping("/bike/lifted/hanging")
    Bike hanging() throws InterruptedException {
        List<String> answers = calls.all(List.of(parts::order));
        return new Bike(answers.getFirst());
    }
}

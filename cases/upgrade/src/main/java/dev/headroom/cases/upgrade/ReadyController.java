package dev.headroom.cases.upgrade;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers once the service can, and asks nobody else for that. */
@RestController
class ReadyController {
    @GetMapping("/ready")
    Ready ready() {
        return new Ready(true);
    }

    record Ready(boolean ready) {}
}

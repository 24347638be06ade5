package dev.headroom.examples.shop;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers once the service can. */
@RestController
class ReadyController {
    @GetMapping("/ready")
    String ready() {
        return "ready";
    }
}

package dev.headroom.benchmarks.fanout.service;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class ReadyController {
    @GetMapping("/ready")
    String ready() {
        return "ready";
    }
}

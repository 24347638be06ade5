package dev.headroom.benchmarks.webflux;

import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/**
 * Case value: a value that takes its time. What waits there on a thread waits here on a timer, as a reactive driver would
 * have it; code that really blocks would need a scheduler, and be the article's elastic variant again.
 */
@RestController
class ValueController {
    private static final int VALUE = 42;

    private final Duration delay;
    private final PeerSettings settings;

    ValueController(@Value("${value.delay}") Duration delay, PeerSettings settings) {
        this.delay = delay;
        this.settings = settings;
    }

    @GetMapping("/value")
    Mono<Integer> value() {
        return Mono.delay(delay).thenReturn(VALUE).timeout(settings.timeout());
    }
}

package dev.headroom.benchmarks.webflux;

import java.time.Duration;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Case bike: work of a known length, on a timer, and beside it a call that is never answered. */
@RestController
class BikeController {
    private final Duration work;
    private final Downstream parts;
    private final PeerSettings settings;

    BikeController(@Value("${bike.work}") Duration work, @Qualifier("parts") Downstream parts, PeerSettings settings) {
        this.work = work;
        this.parts = parts;
        this.settings = settings;
    }

    @GetMapping("/bike")
    Mono<Bike> bike() {
        return Mono.delay(work).thenReturn(new Bike("repaired"));
    }

    @GetMapping("/bike/hanging")
    Mono<Bike> hanging() {
        return parts.get(String.class, "/hang").map(Bike::new).timeout(settings.timeout());
    }

    record Bike(String status) {}
}

package dev.headroom.cases.bike;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Work of a known length, and beside it a call without a timeout: both on Tomcat's threads. */
@RestController
class BikeController {
    private final Workshop workshop;
    private final PartsClient parts;

    BikeController(Workshop workshop, @Qualifier("blocking") PartsClient parts) {
        this.workshop = workshop;
        this.parts = parts;
    }

    @GetMapping("/bike")
    Bike bike() throws InterruptedException {
        return workshop.repair();
    }

    @GetMapping("/bike/hanging")
    Bike hanging() {
        return new Bike(parts.order());
    }
}

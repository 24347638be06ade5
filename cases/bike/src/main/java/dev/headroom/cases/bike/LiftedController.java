package dev.headroom.cases.bike;

import static dev.headroom.fanout.Part.part;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.FanOut;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/** What goes into production: every call ends, and what is in flight is bounded. */
@RestController
class LiftedController {
    private final FanOut call;
    private final Workshop workshop;
    private final Downstream supplier;
    private final PartsClient parts;

    LiftedController(
            Workshop workshop,
            @Qualifier("supplier") Downstream supplier,
            @Qualifier("supplier") RestClient.Builder builder,
            @Value("${parts.url}") String url,
            @Value("${lifted.timeout}") Duration timeout) {
        this.call = FanOut.within(timeout);
        this.workshop = workshop;
        this.supplier = supplier;
        this.parts = new PartsClient(builder.baseUrl(url).build());
    }

    @GetMapping("/bike/lifted")
    Bike bike() throws InterruptedException {
        return workshop.repair();
    }

    @GetMapping("/bike/lifted/hanging")
    Bike hanging() throws InterruptedException {
        return new Bike(call.call(part(supplier, parts::order)));
    }
}

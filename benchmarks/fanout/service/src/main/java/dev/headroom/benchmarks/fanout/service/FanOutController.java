package dev.headroom.benchmarks.fanout.service;

import static dev.headroom.fanout.Part.part;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.FanOut;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/** With this library and its starter: a bound on requests, a gate before the downstream, one deadline. */
@RestController
class FanOutController {
    private final Downstream downstream;
    private final People people;
    private final FanOut fanOut;

    FanOutController(
            @Qualifier("people") Downstream downstream,
            @Qualifier("people") RestClient.Builder builder,
            @Value("${people.url}") String url,
            @Value("${fanout.request.timeout}") Duration timeout) {
        this.downstream = downstream;
        this.people = new People(builder.baseUrl(url).build());
        this.fanOut = FanOut.within(timeout);
    }

    @GetMapping("/fanout")
    Composed compose(@RequestParam(defaultValue = "1") long id) throws InterruptedException {
        return fanOut.call(
                part(downstream, () -> people.profile(id)).named("profile"),
                part(downstream, () -> people.address(id)).named("address"),
                Composed::new);
    }
}

package dev.headroom.cases.compose;

import static dev.headroom.fanout.Part.part;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.FanOut;
import java.time.Duration;
import java.util.Map;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/**
 * What goes into production: both calls at once on virtual threads, with every wait and every number bounded. It waits
 * for them on a virtual thread too, so there is no future to hand over and nothing that Spring MVC could give up.
 */
@RestController
class LiftedController {
    private final FanOut calls;
    private final Downstream people;
    private final PeopleClient client;

    LiftedController(
            @Qualifier("people") Downstream people,
            @Qualifier("people") RestClient.Builder builder,
            @Value("${people.url}") String url,
            @Value("${lifted.timeout}") Duration timeout) {
        this.calls = FanOut.within(timeout);
        this.people = people;
        this.client = new PeopleClient(builder.baseUrl(url).build());
    }

    @GetMapping("/compose/lifted")
    Composed compose(@RequestParam(defaultValue = "1") long id) throws InterruptedException {
        return calls.call(
                part(people, () -> client.profile(id)).orElse(Map.of()),
                part(people, () -> client.address(id)).orElse(Map.of()),
                (profile, address) -> new Composed("parallel", profile, address));
    }
}

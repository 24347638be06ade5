package dev.headroom.cases.users;

import static dev.headroom.fanout.Part.part;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.FanOut;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/** What goes into production: both calls at once on virtual threads, with every wait and every number bounded. */
@RestController
class LiftedController {
    private final FanOut calls;
    private final Downstream metadata;
    private final MetadataClient client;

    LiftedController(
            @Qualifier("metadata") Downstream metadata,
            @Qualifier("metadata") RestClient.Builder builder,
            @Value("${metadata.url}") String url,
            @Value("${lifted.timeout}") Duration timeout) {
        this.calls = FanOut.within(timeout);
        this.metadata = metadata;
        this.client = new MetadataClient(builder.baseUrl(url).build());
    }

    @GetMapping("/users_lifted/{id}")
    User user(@PathVariable long id) throws InterruptedException {
        return calls.call(
                part(metadata, () -> client.name(id)),
                part(metadata, () -> client.phoneNumber(id)),
                (name, phoneNumber) -> new User(id, name, phoneNumber));
    }
}

package dev.headroom.benchmarks.webflux;

import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClientException;
import reactor.core.publisher.Mono;

/** Case compose: a profile and an address from two calls at the same time; a part that cannot be had is empty. */
@RestController
class ComposeController {
    private static final Logger LOG = LoggerFactory.getLogger(ComposeController.class);
    private static final ParameterizedTypeReference<Map<String, Object>> PART = new ParameterizedTypeReference<>() {};

    private final Downstream people;
    private final PeerSettings settings;

    ComposeController(@Qualifier("people") Downstream people, PeerSettings settings) {
        this.people = people;
        this.settings = settings;
    }

    @GetMapping("/compose")
    Mono<Composed> compose(@RequestParam(defaultValue = "1") long id) {
        return Mono.zip(
                part("profile", id),
                part("address", id),
                (profile, address) -> new Composed("parallel", profile, address));
    }

    private Mono<Map<String, Object>> part(String name, long id) {
        return people.get(PART, "/{part}/{id}", name, id)
                .timeout(settings.timeout())
                .doOnError(failed -> LOG.warn("goes on without the {} of {}: {}", name, id, failed.getMessage()))
                .onErrorReturn(
                        failed -> failed instanceof WebClientException || failed instanceof TimeoutException, Map.of())
                .defaultIfEmpty(Map.of());
    }

    record Composed(String status, Map<String, Object> profile, Map<String, Object> address) {}
}

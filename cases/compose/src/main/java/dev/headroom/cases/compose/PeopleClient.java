package dev.headroom.cases.compose;

import dev.headroom.cases.common.RequestId;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/**
 * Asks for the two parts of a person, and logs on the thread that asks: the log then shows how long a task waited for a
 * thread. A part that cannot be had is empty.
 */
final class PeopleClient {
    private static final Logger LOG = LoggerFactory.getLogger(PeopleClient.class);
    private static final ParameterizedTypeReference<Map<String, Object>> PART = new ParameterizedTypeReference<>() {};

    private final RestClient rest;

    PeopleClient(RestClient rest) {
        this.rest = rest;
    }

    Map<String, Object> profile(long id) {
        return part("profile", id);
    }

    Map<String, Object> address(long id) {
        return part("address", id);
    }

    private Map<String, Object> part(String name, long id) {
        LOG.info("asks for the {} of {}", name, id);
        try {
            Map<String, Object> part = rest.get()
                    .uri("/{part}/{id}", name, id)
                    .header(RequestId.HEADER, RequestId.current())
                    .retrieve()
                    .body(PART);
            LOG.info("has the {} of {}", name, id);
            return Objects.requireNonNullElse(part, Map.of());
        } catch (RestClientException failed) {
            LOG.warn("goes on without the {} of {}: {}", name, id, failed.getMessage());
            return Map.of();
        }
    }
}

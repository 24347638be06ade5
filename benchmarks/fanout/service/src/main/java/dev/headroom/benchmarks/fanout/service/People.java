package dev.headroom.benchmarks.fanout.service;

import java.util.Map;
import java.util.Objects;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.web.client.RestClient;

/** The two parts of a person. */
record People(RestClient rest) {
    private static final ParameterizedTypeReference<Map<String, Object>> PART = new ParameterizedTypeReference<>() {};

    Map<String, Object> profile(long id) {
        return part("profile", id);
    }

    Map<String, Object> address(long id) {
        return part("address", id);
    }

    private Map<String, Object> part(String name, long id) {
        return Objects.requireNonNull(
                rest.get().uri("/{part}/{id}", name, id).retrieve().body(PART));
    }
}

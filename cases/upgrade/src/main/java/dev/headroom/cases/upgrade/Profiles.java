package dev.headroom.cases.upgrade;

import java.util.Objects;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/** Asks the profile service over connections that are kept: as many as there may be callers, so that none waits for one. */
@Component
class Profiles {
    private static final int CONNECTIONS = 200;

    private final RestClient rest;

    Profiles(HttpClientSettings settings, @Value("${profiles.url}") String url) {
        rest = RestClient.builder()
                .requestFactory(ClientHttpRequestFactoryBuilder.httpComponents()
                        .withConnectionManagerCustomizer(
                                pool -> pool.setMaxConnPerRoute(CONNECTIONS).setMaxConnTotal(CONNECTIONS))
                        .build(settings))
                .baseUrl(url)
                .build();
    }

    Customer of(long id) {
        return Objects.requireNonNull(
                rest.get().uri("/profile/{id}", id).retrieve().body(Customer.class),
                "the profile service answered without a body");
    }
}

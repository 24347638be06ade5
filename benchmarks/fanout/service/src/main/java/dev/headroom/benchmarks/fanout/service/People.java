package dev.headroom.benchmarks.fanout.service;

import java.util.Map;
import java.util.Objects;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/** The downstream's client, the same for both: connections are kept, and there are as many as anybody asks for. */
@Component
class People {
    private static final int UNBOUNDED = 1_000_000;
    private static final ParameterizedTypeReference<Map<String, Object>> PART = new ParameterizedTypeReference<>() {};

    private final RestClient rest;

    People(@Value("${people.url}") String url, ServiceSettings settings) {
        var connections = PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnPerRoute(UNBOUNDED)
                .setMaxConnTotal(UNBOUNDED)
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.ofSeconds(5))
                        .setSocketTimeout(Timeout.of(settings.readTimeout()))
                        .setValidateAfterInactivity(TimeValue.ofSeconds(1))
                        .build())
                .build();
        var http = HttpClients.custom()
                .setConnectionManager(connections)
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setResponseTimeout(Timeout.of(settings.readTimeout()))
                        .build())
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .build();
        this.rest = RestClient.builder()
                .requestFactory(new HttpComponentsClientHttpRequestFactory(http))
                .baseUrl(url)
                .build();
    }

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

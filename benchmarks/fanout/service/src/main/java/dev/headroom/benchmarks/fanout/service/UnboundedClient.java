package dev.headroom.benchmarks.fanout.service;

import java.time.Duration;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.util.Timeout;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** Of the variant without a bound: the same client, with as many connections as anybody asks for. */
@Configuration(proxyBeanMethods = false)
class UnboundedClient {
    private static final int UNBOUNDED = 1_000_000;

    @Bean
    People unbounded(@Value("${people.url}") String url, @Value("${threads.read-timeout}") Duration readTimeout) {
        var connections = PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnPerRoute(UNBOUNDED)
                .setMaxConnTotal(UNBOUNDED)
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.ofSeconds(5))
                        .setSocketTimeout(Timeout.of(readTimeout))
                        .build())
                .build();
        var http = HttpClients.custom()
                .setConnectionManager(connections)
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setResponseTimeout(Timeout.of(readTimeout))
                        .build())
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .build();
        return new People(RestClient.builder()
                .requestFactory(new HttpComponentsClientHttpRequestFactory(http))
                .baseUrl(url)
                .build());
    }
}

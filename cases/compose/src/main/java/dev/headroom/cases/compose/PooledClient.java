package dev.headroom.cases.compose;

import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** The client of the lifted variant: connections are kept, and every wait ends. */
@Configuration(proxyBeanMethods = false)
class PooledClient {
    @Bean
    CloseableHttpClient pooledHttpClient(LiftedSettings settings) {
        var connections = PoolingHttpClientConnectionManagerBuilder.create()
                // One route only; left alone, it would have 5 connections
                .setMaxConnPerRoute(settings.maxConnections())
                .setMaxConnTotal(settings.maxConnections())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.of(settings.connectTimeout()))
                        .setSocketTimeout(Timeout.of(settings.readTimeout()))
                        // A connection that the other side closed meanwhile would fail the request that gets it
                        .setValidateAfterInactivity(TimeValue.ofSeconds(1))
                        .build())
                .build();
        return HttpClients.custom()
                .setConnectionManager(connections)
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(Timeout.of(settings.connectTimeout()))
                        .setResponseTimeout(Timeout.of(settings.readTimeout()))
                        .build())
                // Whether to try again is the caller's decision: a retry in here would outlive the deadline
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .build();
    }

    @Bean
    PeopleClient pooled(CloseableHttpClient pooledHttpClient, @Value("${people.url}") String url) {
        return new PeopleClient(RestClient.builder()
                .requestFactory(new HttpComponentsClientHttpRequestFactory(pooledHttpClient))
                .baseUrl(url)
                .build());
    }
}

package dev.headroom.benchmarks.fanout.service;

import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;

/** Of the variant without a bound: Boot's client as it comes, as the other has it, with as many connections as anybody asks for. */
@Configuration(proxyBeanMethods = false)
class UnboundedClient {
    private static final int UNBOUNDED = 1_000_000;

    @Bean
    People unbounded(@Value("${people.url}") String url, @Value("${threads.read-timeout}") Duration readTimeout) {
        var client = ClientHttpRequestFactoryBuilder.httpComponents()
                .withConnectionManagerCustomizer(
                        pool -> pool.setMaxConnPerRoute(UNBOUNDED).setMaxConnTotal(UNBOUNDED))
                .build(HttpClientSettings.defaults().withTimeouts(Duration.ofSeconds(5), readTimeout));
        return new People(
                RestClient.builder().requestFactory(client).baseUrl(url).build());
    }
}

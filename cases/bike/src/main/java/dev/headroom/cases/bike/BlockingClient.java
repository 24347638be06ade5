package dev.headroom.cases.bike;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/**
 * The client as it comes: blocking sockets of {@code HttpURLConnection} with default settings, hence without timeouts. A
 * thread that reads from it is gone for as long as the other side is silent.
 */
@Configuration(proxyBeanMethods = false)
class BlockingClient {
    @Bean
    PartsClient blocking(@Value("${parts.url}") String url) {
        return new PartsClient(RestClient.builder()
                .requestFactory(new SimpleClientHttpRequestFactory())
                .baseUrl(url)
                .build());
    }
}

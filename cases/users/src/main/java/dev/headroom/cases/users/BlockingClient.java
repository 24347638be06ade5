package dev.headroom.cases.users;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/**
 * The client of the article's variants: blocking sockets of {@code HttpURLConnection} with default settings, hence
 * without timeouts. Spring would choose another by default today, and the limit would be another
 * (docs/decisions/0007).
 */
@Configuration(proxyBeanMethods = false)
class BlockingClient {
    @Bean
    MetadataClient blocking(@Value("${metadata.url}") String url) {
        return new MetadataClient(RestClient.builder()
                .requestFactory(new SimpleClientHttpRequestFactory())
                .baseUrl(url)
                .build());
    }
}

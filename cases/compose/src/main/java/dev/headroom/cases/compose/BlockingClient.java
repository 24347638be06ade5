package dev.headroom.cases.compose;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/**
 * The client of the article's variants: blocking sockets of {@code HttpURLConnection} with default settings, hence
 * without timeouts. Spring would choose another by default today, and the limit would be another.
 */
@Configuration(proxyBeanMethods = false)
class BlockingClient {
    @Bean
    PeopleClient blocking(@Value("${people.url}") String url) {
        return new PeopleClient(RestClient.builder()
                .requestFactory(new SimpleClientHttpRequestFactory())
                .baseUrl(url)
                .build());
    }
}

package dev.headroom.benchmarks.webflux;

import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.netty.http.Http11SslContextSpec;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/**
 * The clients: connections are kept, and every wait ends. Left alone, Reactor Netty would keep 500 connections to a
 * downstream, let twice as many calls wait for one, for 45 s, and wait for an answer for ever.
 */
@Configuration(proxyBeanMethods = false)
class Clients {
    private static final Logger LOG = LoggerFactory.getLogger(Clients.class);

    @Bean(destroyMethod = "dispose")
    ConnectionProvider connections(PeerSettings settings) {
        return ConnectionProvider.builder("calls")
                .maxConnections(settings.maxConnections())
                .pendingAcquireTimeout(settings.connectTimeout())
                // One that the other side closed meanwhile would fail the request that gets it
                .maxIdleTime(Duration.ofMinutes(1))
                .build();
    }

    @Bean
    HttpClient http(ConnectionProvider connections, PeerSettings settings) {
        return HttpClient.create(connections)
                .option(
                        ChannelOption.CONNECT_TIMEOUT_MILLIS,
                        Math.toIntExact(settings.connectTimeout().toMillis()))
                .responseTimeout(settings.responseTimeout())
                // Whether to try again is the caller's decision
                .disableRetry(true);
    }

    @Bean
    Downstream metadata(HttpClient http, @Value("${metadata.url}") String url) {
        return downstream(http, url);
    }

    @Bean
    Downstream people(HttpClient http, @Value("${people.url}") String url) {
        return downstream(http, url);
    }

    @Bean
    Downstream parts(HttpClient http, @Value("${parts.url}") String url) {
        return downstream(http, url);
    }

    /** Over HTTPS. */
    @Bean
    Downstream external(
            HttpClient http,
            @Value("${external.url}") String url,
            @Value("${external.trust-any-certificate}") boolean trustAny) {
        return downstream(trustAny ? trustingAny(http) : http, url);
    }

    /** For the simulated downstream, whose certificate is its own and new at each start. */
    private static HttpClient trustingAny(HttpClient http) {
        LOG.warn("external.trust-any-certificate is set: whoever answers at external.url is believed");
        Http11SslContextSpec believing = Http11SslContextSpec.forClient()
                .configure(tls -> tls.trustManager(InsecureTrustManagerFactory.INSTANCE));
        return http.secure(spec -> spec.sslContext(believing));
    }

    private static Downstream downstream(HttpClient http, String url) {
        return new Downstream(WebClient.builder()
                .clientConnector(new ReactorClientHttpConnector(http))
                .baseUrl(url)
                .build());
    }
}

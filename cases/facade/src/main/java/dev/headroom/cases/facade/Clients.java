package dev.headroom.cases.facade;

import dev.headroom.cases.common.RequestId;
import jakarta.annotation.PreDestroy;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

/** The article's client, and the lifted one, which keeps what it opens and whose waits all end. */
@Configuration(proxyBeanMethods = false)
class Clients {
    private final ConnectionPool articles;
    private final ConnectionPool pooled;

    Clients(ExternalSettings external, LiftedSettings lifted) {
        this.articles = new ConnectionPool(
                external.maxIdleConnections(), external.keepAlive().toMillis(), TimeUnit.MILLISECONDS);
        this.pooled = new ConnectionPool(
                lifted.maxIdleConnections(), lifted.keepAlive().toMillis(), TimeUnit.MILLISECONDS);
    }

    @Bean
    ExternalService articles(ExternalSettings external) {
        return declared(external, okHttp(external, articles).build());
    }

    @Bean
    ExternalService pooled(ExternalSettings external, LiftedSettings lifted) {
        return declared(
                external,
                okHttp(external, pooled)
                        .connectTimeout(lifted.connectTimeout())
                        .readTimeout(lifted.readTimeout())
                        .writeTimeout(lifted.readTimeout())
                        // No callTimeout: the fan-out ends what is late, and OkHttp's clock would be one lock for all
                        // calls, a quarter of the processor time of each
                        .build());
    }

    private static OkHttpClient.Builder okHttp(ExternalSettings external, ConnectionPool connections) {
        OkHttpClient.Builder builder = new OkHttpClient.Builder()
                .connectionPool(connections)
                // There is one address, hence nothing to race: the calling thread connects, as it did in the article
                .fastFallback(false);
        return external.trustAnyCertificate() ? AnyCertificate.trustedBy(builder) : builder;
    }

    private static ExternalService declared(ExternalSettings external, OkHttpClient client) {
        RestClient rest = RestClient.builder()
                .requestFactory(new OkHttpRequestFactory(client))
                .requestInitializer(request -> request.getHeaders().set(RequestId.HEADER, RequestId.current()))
                .baseUrl(external.url())
                .build();
        return HttpServiceProxyFactory.builderFor(RestClientAdapter.create(rest))
                .build()
                .createClient(ExternalService.class);
    }

    @PreDestroy
    void close() {
        articles.evictAll();
        pooled.evictAll();
    }
}

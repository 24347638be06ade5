package dev.headroom.fanout.spring.http;

import java.util.function.Consumer;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.http.client.ClientHttpRequestFactory;

/**
 * Apache HttpClient 5 behind a gate: as many connections as the gate has permits. Its own default is 5 per route and 25 in
 * all, and who gets none waits for up to 3 minutes, unseen.
 */
final class ApacheClients {
    /** The defaults of {@link PoolingHttpClientConnectionManager}. */
    static final int PER_ROUTE = 5;

    static final int TOTAL = 25;

    private ApacheClients() {}

    /**
     * With the application's customisations, but for the size of the pool and the retries.
     *
     * @param settings with both timeouts
     */
    static ClientHttpRequestFactory build(
            HttpComponentsClientHttpRequestFactoryBuilder builder,
            HttpClientSettings settings,
            int connections,
            Consumer<PoolingHttpClientConnectionManager> built) {
        return tracked(
                        builder.withConnectionManagerCustomizer(
                                pool -> pool.setMaxConnPerRoute(connections).setMaxConnTotal(connections)),
                        built)
                .withHttpClientCustomizer(client -> client.setRetryStrategy(new ClosedConnectionRetry())
                        .addExecInterceptorBefore(
                                ChainElement.CONNECT.name(), "fanout-deadline", new DeadlineExec(settings)))
                .build(settings);
    }

    /**
     * Tells the pool of each client that the builder makes. Boot gives no way to it but this: the pool's builder is held
     * until the client's comes, which is given one that is built from it, in the place of its like.
     */
    @SuppressWarnings("ThreadLocalUsage") // One for each builder, of which there are few: they nest
    static HttpComponentsClientHttpRequestFactoryBuilder tracked(
            HttpComponentsClientHttpRequestFactoryBuilder builder, Consumer<PoolingHttpClientConnectionManager> built) {
        ThreadLocal<PoolingHttpClientConnectionManagerBuilder> last = new ThreadLocal<>();
        Consumer<HttpClientBuilder> use = client -> {
            PoolingHttpClientConnectionManagerBuilder pool = last.get();
            last.remove();
            if (pool != null) {
                PoolingHttpClientConnectionManager connections = pool.build();
                built.accept(connections);
                client.setConnectionManager(connections);
            }
        };
        return builder.withConnectionManagerCustomizer(last::set).withHttpClientCustomizer(use);
    }
}

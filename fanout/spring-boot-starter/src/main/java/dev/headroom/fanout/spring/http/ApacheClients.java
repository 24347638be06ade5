package dev.headroom.fanout.spring.http;

import java.util.function.Consumer;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
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
        return told(
                        builder.withConnectionManagerCustomizer(
                                pool -> pool.setMaxConnPerRoute(connections).setMaxConnTotal(connections)),
                        built)
                .withHttpClientCustomizer(client -> client.setRetryStrategy(new ClosedConnectionRetry())
                        .addExecInterceptorBefore(
                                ChainElement.CONNECT.name(), "fanout-deadline", new DeadlineExec(settings))
                        .addExecInterceptorBefore(
                                ChainElement.MAIN_TRANSPORT.name(), "fanout-deadline-at-sending", DeadlineExec::send))
                .build(settings);
    }

    /** Tells the pool that each client of the builder has by then. A customiser that comes later may give it another. */
    static HttpComponentsClientHttpRequestFactoryBuilder told(
            HttpComponentsClientHttpRequestFactoryBuilder builder, Consumer<PoolingHttpClientConnectionManager> built) {
        return builder.withHttpClientCustomizer(client -> {
            if (client.getConnManager() instanceof PoolingHttpClientConnectionManager pool) {
                built.accept(pool);
            }
        });
    }
}

package dev.headroom.fanout.spring.metrics;

import dev.headroom.fanout.spring.http.HttpPools;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.core5.pool.PoolStats;

/**
 * Connections of Apache HttpClient 5, under the names that Micrometer's own binder gave them (it is deprecated). Pools of one
 * name are taken together, without those that have no connection and nobody who wants one: Boot builds some that are never used.
 */
final class HttpPoolMeters implements MeterBinder {
    private static final String PREFIX = "httpcomponents.httpclient.pool.";

    private final HttpPools pools;

    HttpPoolMeters(HttpPools pools) {
        this.pools = pools;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        pools.onName(name -> {
            Tags tags = Tags.of("httpclient", name);
            gauge(registry, "total.max", "Connections that may be open", tags, sum(name, PoolStats::getMax));
            gauge(
                    registry,
                    "total.connections",
                    "Connections in use, or idle",
                    tags.and("state", "leased"),
                    sum(name, PoolStats::getLeased));
            gauge(
                    registry,
                    "total.connections",
                    "Connections in use, or idle",
                    tags.and("state", "available"),
                    sum(name, PoolStats::getAvailable));
            gauge(
                    registry,
                    "total.pending",
                    "Requests that wait for a connection",
                    tags,
                    sum(name, PoolStats::getPending));
            gauge(
                    registry,
                    "route.max.default",
                    "Connections to one host that may be open",
                    tags,
                    all -> all.named(name).stream()
                            .mapToInt(PoolingHttpClientConnectionManager::getDefaultMaxPerRoute)
                            .min()
                            .orElse(0));
        });
    }

    private void gauge(
            MeterRegistry registry, String meter, String description, Tags tags, ToDoubleFunction<HttpPools> value) {
        Gauge.builder(PREFIX + meter, pools, value)
                .description(description)
                .tags(tags)
                .register(registry);
    }

    private static ToDoubleFunction<HttpPools> sum(String name, ToIntFunction<PoolStats> value) {
        return pools -> pools.named(name).stream()
                .filter(pool -> !pool.getRoutes().isEmpty())
                .map(PoolingHttpClientConnectionManager::getTotalStats)
                .mapToInt(value)
                .sum();
    }
}

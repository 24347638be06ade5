package dev.headroom.fanout.spring.limits;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.Usage;
import dev.headroom.fanout.spring.http.HttpPools;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.core5.pool.PoolStats;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Connection pools of Apache HttpClient 5: those of the clients that Boot and the starter build, and those that are beans. */
final class HttpPoolLimits implements LimitSource {
    private final ObjectProvider<HttpPools> pools;
    private final ConfigurableListableBeanFactory beans;

    HttpPoolLimits(ObjectProvider<HttpPools> pools, ConfigurableListableBeanFactory beans) {
        this.pools = pools;
        this.beans = beans;
    }

    @Override
    public List<LimitReading> read() {
        Map<String, PoolingHttpClientConnectionManager> all = new LinkedHashMap<>();
        pools.ifAvailable(known -> known.forEach((name, pool) -> {
            if (name.equals("default") && pool.getRoutes().isEmpty()) {
                // Boot builds one for each group, also where the downstream's takes its place
                return;
            }
            String unique = name;
            for (int i = 2; all.containsKey(unique); i++) {
                unique = name + "-" + i;
            }
            all.put(unique, pool);
        }));
        MadeBeans.of(beans, PoolingHttpClientConnectionManager.class).forEach(all::putIfAbsent);
        Map<String, Usage> gates = new HashMap<>();
        MadeBeans.of(beans, Downstream.class).values().forEach(gate -> gates.put(gate.name(), gate.usage()));
        return all.entrySet().stream()
                .map(entry -> read(entry.getKey(), entry.getValue(), gates.get(entry.getKey())))
                .toList();
    }

    /** A route that makes others wait stands for the pool: it is full where the pool as a whole may not be. */
    private static LimitReading read(String name, PoolingHttpClientConnectionManager pool, @Nullable Usage gate) {
        PoolStats stats = pool.getTotalStats();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("maxPerRoute", pool.getDefaultMaxPerRoute());
        details.put("maxTotal", stats.getMax());
        details.put("idle", stats.getAvailable());
        int routes = 0;
        for (HttpRoute route : pool.getRoutes()) {
            routes++;
            PoolStats ofRoute = pool.getStats(route);
            if (ofRoute.getPending() > 0 && ofRoute.getLeased() >= ofRoute.getMax()) {
                details.put("route", route.getTargetHost().toHostString());
                return reading(name, ofRoute.getMax(), ofRoute, gate, details);
            }
        }
        int size = Math.min(stats.getMax(), Math.max(1, routes) * pool.getDefaultMaxPerRoute());
        return reading(name, size, stats, gate, details);
    }

    /** The pool does not count its uses; the gate before it does, and holds a permit for as long. */
    private static LimitReading reading(
            String name, int size, PoolStats stats, @Nullable Usage gate, Map<String, Object> details) {
        return new LimitReading(
                "http-pool." + name,
                Kind.CONNECTION_POOL,
                size,
                stats.getLeased(),
                stats.getPending(),
                gate == null ? null : gate.held(),
                gate == null ? null : gate.heldNanos(),
                null,
                details);
    }
}

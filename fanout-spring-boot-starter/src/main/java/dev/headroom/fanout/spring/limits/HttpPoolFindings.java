package dev.headroom.fanout.spring.limits;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.spring.FanoutProperties;
import dev.headroom.fanout.spring.FanoutProperties.DownstreamProperties;
import dev.headroom.fanout.spring.http.HttpPools;
import dev.headroom.fanout.spring.limits.Finding.Level;
import dev.headroom.fanout.spring.web.Admission;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * A pool of Apache HttpClient 5 with fewer connections per route than the gate before it has permits. Boot prefers that
 * client where it is on the class path; its default of 5 per route binds unseen, and who gets none waits for up to 3 minutes.
 */
final class HttpPoolFindings implements FindingSource {
    private final ConfigurableListableBeanFactory beans;
    private final FanoutProperties properties;

    HttpPoolFindings(ConfigurableListableBeanFactory beans, FanoutProperties properties) {
        this.beans = beans;
        this.properties = properties;
    }

    @Override
    public Stream<Finding> find() {
        Map<String, PoolingHttpClientConnectionManager> pools = new LinkedHashMap<>();
        MadeBeans.of(beans, HttpPools.class).values().forEach(known -> known.forEach(pools::putIfAbsent));
        pools.putAll(MadeBeans.of(beans, PoolingHttpClientConnectionManager.class));
        return pools.entrySet().stream().flatMap(pool -> find(pool.getKey(), pool.getValue()).stream());
    }

    private Optional<Finding> find(String name, PoolingHttpClientConnectionManager pool) {
        int perRoute = Math.min(pool.getDefaultMaxPerRoute(), pool.getMaxTotal());
        Optional<Downstream> own = downstreams()
                .filter(downstream -> downstream.name().equals(name))
                .findFirst();
        Optional<Integer> gate =
                own.map(downstream -> downstream.usage().limit()).or(this::widest);
        if (gate.isPresent()) {
            return perRoute >= gate.get()
                    ? Optional.empty()
                    : Optional.of(finding(
                            name,
                            perRoute,
                            "the gate before it lets " + gate.get() + " calls through",
                            own,
                            gate.get()));
        }
        OptionalInt requests = MadeBeans.of(beans, Admission.class).values().stream()
                .map(Admission::limit)
                .findFirst()
                .orElse(OptionalInt.of(0));
        return perRoute >= requests.orElse(Integer.MAX_VALUE)
                ? Optional.empty()
                : Optional.of(finding(
                        name,
                        perRoute,
                        (requests.isPresent() ? "up to " + requests.getAsInt() : "all")
                                + " requests in flight share them",
                        own,
                        50));
    }

    private static Finding finding(String name, int perRoute, String gate, Optional<Downstream> own, int wanted) {
        return new Finding(
                "http-pool",
                Level.WARN,
                "the connection pool '" + name + "' of Apache HttpClient 5 has " + perRoute
                        + " connections per route, but " + gate
                        + ": the rest waits for a connection, unseen, for up to 3 minutes",
                own.isPresent()
                        ? "fanout.downstreams." + name + ".connections=" + wanted
                        : "declare the service that is called, such as fanout.downstreams.<name>.limit=" + wanted
                                + ", or size the pool: a bean ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder>"
                                + " of builder.withConnectionManagerCustomizer(pool -> pool.setMaxConnPerRoute("
                                + wanted
                                + ").setMaxConnTotal(" + wanted + "))");
    }

    /** Of the gates that a client of no one's may stand behind; one whose pool is smaller on purpose counts as that. */
    private Optional<Integer> widest() {
        return downstreams()
                .map(downstream -> {
                    DownstreamProperties said = properties.downstreams().get(downstream.name());
                    return said == null ? downstream.usage().limit() : Math.min(said.poolSize(), said.limit());
                })
                .max(Comparator.naturalOrder());
    }

    private Stream<Downstream> downstreams() {
        return MadeBeans.of(beans, Downstream.class).values().stream();
    }
}

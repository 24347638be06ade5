package dev.headroom.fanout.spring.limits;

import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Connection pools of Apache HttpClient 5. They count no uses; the gate before one does, and holds a permit for as long.
 */
final class HttpPoolLimits implements LimitSource {
    private static final String POOL = "httpcomponents.httpclient.pool.";

    /** Gauge of the connections to one host. */
    static final String PER_ROUTE = POOL + "route.max.default";

    @Override
    public List<LimitReading> read(Meters meters) {
        return meters.tagged(POOL + "total.max", "httpclient").stream()
                .flatMap(name -> Stream.ofNullable(read(name, meters)))
                .toList();
    }

    private static @Nullable LimitReading read(String name, Meters meters) {
        Tags tags = Tags.of("httpclient", name);
        Tags gate = Tags.of("downstream", name);
        Integer max = meters.gauge(POOL + "total.max", tags);
        Integer leased = meters.gauge(POOL + "total.connections", tags.and("state", "leased"));
        Integer pending = meters.gauge(POOL + "total.pending", tags);
        if (max == null || max <= 0) {
            return null;
        }
        // Somebody waits where there is room in all: then the route is full, whose own places are not published
        boolean ofRoute = pending != null && pending > 0 && leased != null && leased < max;
        return new LimitReading(
                "http-pool." + name,
                Kind.CONNECTION_POOL,
                ofRoute ? leased : max,
                leased,
                pending,
                meters.count("fanout.calls.held", gate),
                meters.nanos("fanout.calls.held", gate),
                null);
    }
}

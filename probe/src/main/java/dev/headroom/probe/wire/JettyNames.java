package dev.headroom.probe.wire;

import dev.headroom.probe.look.PoolNames;
import java.util.HashMap;
import java.util.Map;

/** Jetty names a pool by a hash, {@code qtp1513945926}, which is another in each JVM: here by the order in which they are seen, so that runs compare. */
final class JettyNames {

    private static final String HASHED = "qtp\\d+";
    private static final String NAME = "jetty-qtp";

    private final Map<String, Integer> seen = new HashMap<>();

    PoolNames.Named of(PoolNames.Named pool) {
        if (!pool.name().matches(HASHED)) {
            return pool;
        }
        int order = seen.computeIfAbsent(pool.name(), none -> seen.size() + 1);
        return new PoolNames.Named(order == 1 ? NAME : NAME + "-" + order, pool.kind());
    }
}

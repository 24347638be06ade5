package dev.headroom.probe.wire;

import dev.headroom.core.libraries.Libraries;
import dev.headroom.core.libraries.Libraries.Section;
import dev.headroom.probe.look.PoolNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Some servers name a pool by a hash, {@code qtp1513945926}, which is another in each JVM: here by the order in which they are seen, so that runs compare. */
final class HashedNames {

    private static final List<Section> HASHED =
            Libraries.packed().with("hashed").toList();

    private final Map<String, Integer> seen = new HashMap<>();

    PoolNames.Named of(PoolNames.Named pool) {
        return HASHED.stream()
                .filter(section -> pool.name().matches(section.text("hashed")))
                .findFirst()
                .map(section -> numbered(pool, section.text("numbered")))
                .orElse(pool);
    }

    private PoolNames.Named numbered(PoolNames.Named pool, String name) {
        int order = seen.computeIfAbsent(pool.name(), none -> seen.size() + 1);
        return new PoolNames.Named(order == 1 ? name : name + "-" + order, pool.kind());
    }
}

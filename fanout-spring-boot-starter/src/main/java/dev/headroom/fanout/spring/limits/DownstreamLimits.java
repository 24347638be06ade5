package dev.headroom.fanout.spring.limits;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.Usage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** The gates of all downstreams that are beans. */
final class DownstreamLimits implements LimitSource {
    private final ConfigurableListableBeanFactory beans;

    DownstreamLimits(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public List<LimitReading> read() {
        return MadeBeans.of(beans, Downstream.class).values().stream()
                .map(DownstreamLimits::read)
                .toList();
    }

    private static LimitReading read(Downstream downstream) {
        Usage usage = downstream.usage();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("queue", usage.queue());
        details.put("abandoned", usage.abandoned());
        details.put("fallbacks", usage.fallbacks());
        downstream.timeout().ifPresent(timeout -> details.put("timeoutMillis", timeout.toMillis()));
        return new LimitReading(
                "downstream." + usage.downstream(),
                Kind.DOWNSTREAM,
                usage.limit(),
                usage.inFlight(),
                usage.waiting(),
                usage.held(),
                usage.heldNanos(),
                usage.rejected(),
                details);
    }
}

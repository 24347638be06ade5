package dev.headroom.fanout.spring.limits;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.Usage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;

/** The gates of all downstreams that are beans. */
final class DownstreamLimits implements LimitSource {
    private final ObjectProvider<Downstream> downstreams;

    DownstreamLimits(ObjectProvider<Downstream> downstreams) {
        this.downstreams = downstreams;
    }

    @Override
    public List<LimitReading> read() {
        return downstreams.stream().map(DownstreamLimits::read).toList();
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

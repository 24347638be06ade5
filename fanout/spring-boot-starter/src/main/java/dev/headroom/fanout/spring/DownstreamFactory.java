package dev.headroom.fanout.spring;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.Limit;
import dev.headroom.fanout.limit.Aimd;
import dev.headroom.fanout.limit.Gradient;
import dev.headroom.fanout.limit.Vegas;
import dev.headroom.fanout.spring.FanoutProperties.DownstreamProperties;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;

/** Makes downstreams from their properties. */
class DownstreamFactory {
    private final FanoutProperties properties;
    private final ObjectProvider<DownstreamCustomizer> customizers;

    DownstreamFactory(FanoutProperties properties, ObjectProvider<DownstreamCustomizer> customizers) {
        this.properties = properties;
        this.customizers = customizers;
    }

    Downstream create(String name) {
        DownstreamProperties wanted =
                Objects.requireNonNull(properties.downstreams().get(name));
        Downstream.Builder builder = Downstream.named(name)
                .limit(limit(wanted))
                .sheddable(wanted.sheddable())
                .perTenant(wanted.perTenant())
                .timeout(wanted.timeout());
        if (wanted.queue() != null) {
            builder.queue(wanted.queue());
        }
        customizers.orderedStream().forEach(customizer -> customizer.customize(name, builder));
        return builder.build();
    }

    /** An adaptive one begins half-way: both directions are to be found out. */
    private static Limit limit(DownstreamProperties wanted) {
        int floor = wanted.floor();
        int limit = wanted.limit();
        int initial = floor + (limit - floor) / 2;
        return switch (wanted.adaptive()) {
            case NONE -> Limit.fixed(limit);
            case AIMD -> new Aimd(floor, initial, limit);
            case VEGAS -> new Vegas(floor, initial, limit);
            case GRADIENT -> new Gradient(floor, initial, limit);
        };
    }
}

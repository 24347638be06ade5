package dev.headroom.fanout.spring;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.Limit;
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
        Downstream.Builder builder = Downstream.named(name).limit(limit(wanted)).timeout(wanted.timeout());
        if (wanted.queue() != null) {
            builder.queue(wanted.queue());
        }
        customizers.orderedStream().forEach(customizer -> customizer.customize(name, builder));
        return builder.build();
    }

    private static Limit limit(DownstreamProperties wanted) {
        return Limit.fixed(wanted.limit());
    }
}

package dev.headroom.fanout.spring;

import dev.headroom.fanout.spring.FanoutProperties.Adaptive;
import dev.headroom.fanout.spring.FanoutProperties.DownstreamProperties;
import java.time.Duration;

/** What the values must be, so that a wrong one ends the start with its name and what to write instead. */
final class PropertyRules {
    private PropertyRules() {}

    static FanoutProperties checked(FanoutProperties properties) {
        properties.downstreams().forEach((name, downstream) -> check("fanout.downstreams." + name, downstream));
        properties.downstreams().forEach((name, downstream) -> groups(name, downstream, properties));
        if (properties.request().limit() != null) {
            atLeast(1, "fanout.request.limit", properties.request().limit());
        }
        positive("fanout.request.timeout", properties.request().timeout());
        positive("fanout.request.retry-after", properties.request().retryAfter());
        positive("fanout.request.least-timeout", properties.request().leastTimeout());
        for (String network : properties.request().acceptDeadlineFrom()) {
            if (Network.parse(network).isEmpty()) {
                throw new InvalidPropertyException(
                        "fanout.request.accept-deadline-from",
                        network,
                        "must be an address or a network, such as 127.0.0.1, 10.0.0.0/8 or fd00::/8");
            }
        }
        return properties;
    }

    private static void check(String prefix, DownstreamProperties downstream) {
        atLeast(1, prefix + ".limit", downstream.limit());
        if (downstream.queue() != null) {
            atLeast(0, prefix + ".queue", downstream.queue());
        }
        share(prefix + ".sheddable", downstream.sheddable());
        share(prefix + ".per-tenant", downstream.perTenant());
        positive(prefix + ".timeout", downstream.timeout());
        if (downstream.connections() != null) {
            atLeast(1, prefix + ".connections", downstream.connections());
        }
        if (downstream.adaptive() != Adaptive.NONE) {
            atLeast(1, prefix + ".floor", downstream.floor());
            if (downstream.floor() > downstream.limit()) {
                throw new InvalidPropertyException(
                        prefix + ".floor",
                        downstream.floor(),
                        "must be at most the limit, which is " + downstream.limit());
            }
        }
    }

    /** Else it would be chance which of them a client passes. */
    private static void groups(String name, DownstreamProperties downstream, FanoutProperties all) {
        for (String group : downstream.groups()) {
            all.downstreams().forEach((other, its) -> {
                if (!other.equals(name) && its.serves(other, group)) {
                    throw new InvalidPropertyException(
                            "fanout.downstreams." + name + ".groups",
                            group,
                            "must be a group that calls no other downstream, and it calls '" + other + "'");
                }
            });
        }
    }

    private static void share(String property, double value) {
        if (!(value > 0 && value <= 1)) {
            throw new InvalidPropertyException(property, value, "must be above 0 and at most 1, such as 0.5");
        }
    }

    private static void atLeast(int least, String property, int value) {
        if (value < least) {
            throw new InvalidPropertyException(property, value, "must be at least " + least);
        }
    }

    private static void positive(String property, Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw new InvalidPropertyException(property, value, "must be longer than 0, such as 500ms or 2s");
        }
    }
}

package dev.headroom.fanout.spring.limits;

import dev.headroom.fanout.spring.FanoutProperties;
import dev.headroom.fanout.spring.limits.Finding.Level;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.service.registry.HttpServiceProxyRegistry;

/** Groups that a downstream names and that do not exist: nothing would be behind its gate. */
final class DownstreamFindings implements FindingSource {
    private final FanoutProperties properties;
    private final ObjectProvider<HttpServiceProxyRegistry> registry;

    DownstreamFindings(FanoutProperties properties, ObjectProvider<HttpServiceProxyRegistry> registry) {
        this.properties = properties;
        this.registry = registry;
    }

    @Override
    public Stream<Finding> find() {
        HttpServiceProxyRegistry known = registry.getIfAvailable();
        Set<String> groups = known == null ? Set.of() : known.getGroupNames();
        return properties.downstreams().entrySet().stream()
                .flatMap(downstream -> downstream.getValue().groups().stream()
                        .filter(group -> !groups.contains(group))
                        .map(group -> new Finding(
                                "unknown-group",
                                Level.WARN,
                                "downstream '" + downstream.getKey() + "' names the HTTP service group '" + group
                                        + "', which does not exist: no client of it is behind the gate",
                                "one of " + groups + " in fanout.downstreams." + downstream.getKey() + ".groups")));
    }
}

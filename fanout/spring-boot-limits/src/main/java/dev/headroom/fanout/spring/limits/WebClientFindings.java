package dev.headroom.fanout.spring.limits;

import dev.headroom.fanout.spring.FanoutProperties;
import dev.headroom.fanout.spring.limits.Finding.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.support.WebClientHttpServiceGroupConfigurer;

/** HTTP service groups that call a downstream by {@code WebClient}: it must not wait for a permit, so it passes no gate. */
final class WebClientFindings implements FindingSource, WebClientHttpServiceGroupConfigurer {
    private final FanoutProperties properties;
    private final Set<String> groups = new ConcurrentSkipListSet<>();

    WebClientFindings(FanoutProperties properties) {
        this.properties = properties;
    }

    @Override
    public void configureGroups(Groups<WebClient.Builder> all) {
        all.forEachGroup((group, builder, factory) -> groups.add(group.name()));
    }

    @Override
    public Stream<Finding> find() {
        return properties.downstreams().entrySet().stream()
                .flatMap(downstream -> groups.stream()
                        .filter(group -> downstream.getValue().serves(downstream.getKey(), group))
                        .map(group -> new Finding(
                                "web-client",
                                Level.WARN,
                                "the HTTP service group '" + group + "' calls downstream '" + downstream.getKey()
                                        + "' by WebClient, which passes no gate and has no deadline",
                                "clientType = REST_CLIENT in @ImportHttpServices, or no downstream for it")));
    }
}

package dev.headroom.fanout.spring.limits;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/** What is found in an application that is started for it. */
final class Found {

    /** By configuration and properties: several tests ask about the same application. */
    private static final Map<List<Object>, List<Finding>> SEEN = new ConcurrentHashMap<>();

    private Found() {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Plain {}

    static Finding find(String id, Class<?> configuration, String... properties) {
        return seen(configuration, properties).stream()
                .filter(finding -> finding.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    static List<String> ids(Class<?> configuration, String... properties) {
        return seen(configuration, properties).stream().map(Finding::id).toList();
    }

    private static List<Finding> seen(Class<?> configuration, String... properties) {
        List<Object> application = Stream.<Object>concat(Stream.of(configuration), Stream.of(properties))
                .toList();
        return SEEN.computeIfAbsent(application, unseen -> findings(configuration, properties));
    }

    /** Of an application that is started now. */
    static List<Finding> findings(Class<?> configuration, String... properties) {
        try (var app = App.web(configuration, properties)) {
            return app.getBean(StartUpReport.class).findings();
        }
    }
}

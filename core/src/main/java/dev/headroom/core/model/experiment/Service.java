package dev.headroom.core.model.experiment;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * A service that an experiment starts in processes of its own, or that {@linkplain Origin.Running runs already}. In settings, options, arguments, environment and commands {@code ${name.port}}
 * stands for the port of a service.
 *
 * @param address where it listens; empty for one that listens nowhere
 * @param processors {@code -XX:ActiveProcessorCount}; empty for those of the machine
 * @param settings given as {@code --key=value}, to a jar or main class only
 * @param jvm further JVM options
 * @param args further arguments, after the settings
 * @param env variables that are added to the environment
 * @param readyWithin it is given up when it is not ready after this time
 * @param jdk that it runs on: the folder of one, or a major version; empty for the one that Headroom runs on
 */
public record Service(
        String name,
        Origin origin,
        Optional<Address> address,
        OptionalInt processors,
        Map<String, String> settings,
        List<String> jvm,
        List<String> args,
        Map<String, String> env,
        Ready ready,
        Duration readyWithin,
        Optional<String> jdk) {

    /** A Spring Boot service starts in seconds; on a machine with other work, in tens of them. */
    public static final Duration READY_WITHIN = Duration.ofSeconds(120);

    public Service {
        settings = Map.copyOf(settings);
        jvm = List.copyOf(jvm);
        args = List.copyOf(args);
        env = Map.copyOf(env);
    }

    /**
     * Where a service listens.
     *
     * @param scheme {@code http} or {@code https}
     * @param host a name or address of the loopback interface; of any machine where the service runs already
     * @param port 0 for any free one
     */
    public record Address(String scheme, String host, int port) {

        public static final String LOCAL = "127.0.0.1";

        /** @param port the one that was chosen where this one is 0 */
        public URI at(int port) {
            return URI.create(scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port);
        }
    }

    public boolean runsAlready() {
        return origin instanceof Origin.Running;
    }

    /**
     * This service as a variant runs it: the variant's program and JDK in place of its own, settings and environment laid over, options and
     * arguments added.
     */
    public Service under(Variant variant) {
        return new Service(
                name,
                variant.origin().orElse(origin),
                address,
                processors,
                overlaid(settings, variant.settings()),
                joined(jvm, variant.jvm()),
                joined(args, variant.args()),
                overlaid(env, variant.env()),
                ready,
                readyWithin,
                variant.jdk().isPresent() ? variant.jdk() : jdk);
    }

    private static Map<String, String> overlaid(Map<String, String> below, Map<String, String> above) {
        Map<String, String> all = new HashMap<>(below);
        all.putAll(above);
        return all;
    }

    private static List<String> joined(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /** The same with some settings in place of its own. */
    public Service with(Map<String, String> others) {
        return new Service(
                name, origin, address, processors, overlaid(settings, others), jvm, args, env, ready, readyWithin, jdk);
    }
}

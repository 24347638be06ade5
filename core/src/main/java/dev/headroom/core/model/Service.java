package dev.headroom.core.model;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A service that an experiment starts in a JVM of its own.
 *
 * @param jar an executable jar, absolute
 * @param port that it listens on; 0 for any free one
 * @param processors {@code -XX:ActiveProcessorCount}; empty for those of the machine
 * @param settings given as {@code --key=value}; {@code ${name.port}} stands for the port of another service
 * @param jvm further JVM options
 * @param ready path that answers 2xx once the service is ready; empty to wait for the port only
 * @param jdk that it runs on: the folder of one, or a major version; empty for the one that Headroom runs on
 */
public record Service(
        String name,
        Path jar,
        int port,
        OptionalInt processors,
        Map<String, String> settings,
        List<String> jvm,
        String ready,
        Optional<String> jdk) {

    public Service {
        settings = Map.copyOf(settings);
        jvm = List.copyOf(jvm);
    }
}

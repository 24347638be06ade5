package dev.headroom.lab.service;

import dev.headroom.core.model.experiment.Ready;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How one service is started.
 *
 * @param address where it will listen, with its port; empty where it listens nowhere
 * @param command the whole command line
 * @param environment variables that are added to those of Headroom
 * @param log where its output goes
 * @param ready how it is seen to be ready
 * @param readyWithin it is given up after this time
 * @param jvm whether the process is the JVM itself; a command may be one, or start one, or do without
 */
public record Launch(
        String name,
        Optional<URI> address,
        List<String> command,
        Map<String, String> environment,
        Path log,
        Ready ready,
        Duration readyWithin,
        boolean jvm) {

    public Launch {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** Never 0. */
    public OptionalInt port() {
        return address.map(URI::getPort).map(OptionalInt::of).orElse(OptionalInt.empty());
    }

    /** Where the service runs and leaves files. */
    Path folder() {
        return Objects.requireNonNull(log.toAbsolutePath().getParent());
    }
}

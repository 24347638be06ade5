package dev.headroom.benchmarks.fanout.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One way to do the job, and how it is started.
 *
 * @param name in the results
 * @param jar of a JVM service, relative to the repository; none: the gateway
 * @param path of the request
 * @param settings of the service, without port and downstream
 */
record Subject(String name, Optional<String> jar, String path, List<String> settings) {
    private static final String SERVICE = "benchmarks/fanout/service/target/service.jar";
    private static final String WEBFLUX = "benchmarks/webflux/target/webflux.jar";

    /** The service on virtual threads; its path says by which means. */
    static Subject service(String name, String path, String... settings) {
        return new Subject(name, Optional.of(SERVICE), path, List.of(settings));
    }

    static Subject threads(String... settings) {
        return service("threads, no bound", "/threads", settings);
    }

    static Subject webflux(String name, String... settings) {
        return new Subject(name, Optional.of(WEBFLUX), "/compose", List.of(settings));
    }

    static Subject gateway(String timeout) {
        return new Subject("gateway in Go", Optional.empty(), "/compose", List.of(timeout));
    }

    List<String> command(Place place, int port, String downstream) {
        if (jar.isEmpty()) {
            return List.of(place.gateway().toString(), Integer.toString(port), downstream, settings.getFirst());
        }
        List<String> command = new ArrayList<>(List.of(
                Place.java(),
                "-Xmx4g",
                "-jar",
                place.root().resolve(jar.get()).toString(),
                "--server.port=" + port,
                "--people.url=" + downstream,
                "--logging.level.root=error"));
        command.addAll(settings);
        return command;
    }
}

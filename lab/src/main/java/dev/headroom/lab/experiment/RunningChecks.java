package dev.headroom.lab.experiment;

import dev.headroom.core.model.experiment.Service;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Mistakes in services that run already: nobody starts them, so nothing of their start can be said, nor changed by a variant. */
final class RunningChecks extends Checks {

    private static final List<String> OF_THE_START = List.of(
            "class-path", "jdk", "processors", "settings", "jvm", "args", "env", "ready-within", "scheme", "host");
    private static final List<String> OF_A_VARIANT =
            List.of("jar", "main", "class-path", "command", "jdk", "settings", "jvm", "args", "env");
    private static final int HTTP = 80;
    private static final int HTTPS = 443;
    private static final int LAST_PORT = 65_535;

    private RunningChecks(YamlDocument document) {
        super(document);
    }

    static List<Mistake> check(YamlDocument document) {
        RunningChecks checks = new RunningChecks(document);
        checks.services.forEach(checks::service);
        if (checks.at(YamlDocument.child("/services", checks.watched)).has("url")) {
            checks.variants.forEach(checks::variant);
        }
        return checks.mistakes;
    }

    /** Where such a service listens; empty for a URL that names no host. */
    static Optional<Service.Address> address(URI url) {
        if (url.getHost() == null || url.getPort() == 0 || url.getPort() > LAST_PORT) {
            return Optional.empty();
        }
        int usual = url.getScheme().equals("https") ? HTTPS : HTTP;
        return Optional.of(new Service.Address(
                url.getScheme(), url.getHost().replaceAll("[\\[\\]]", ""), url.getPort() < 0 ? usual : url.getPort()));
    }

    private void service(String name) {
        String service = YamlDocument.child("/services", name);
        JsonNode node = at(service);
        if (!node.has("url")) {
            if (node.has("pid")) {
                mistakeAtKey(
                        service + "/pid",
                        "`pid` for a service that Headroom starts",
                        "no `pid`, or the `url` of a service that runs already in place of its program");
            }
            return;
        }
        OF_THE_START.stream()
                .filter(node::has)
                .forEach(key -> mistakeAtKey(
                        service + "/" + key,
                        "`" + key + "` for a service that runs already",
                        "`url`, and `pid` or `port` by which its JVM is found: nobody starts it"));
        if (node.path("ready").has("log")) {
            mistakeAtKey(
                    service + "/ready/log",
                    "a text to wait for in the output of a service that runs already",
                    "a path that it answers, or no `ready`");
        }
        if (node.has("pid") && node.has("port")) {
            mistakeAtKey(service + "/port", "`port` beside `pid`", "one of them: each says which process is meant");
        }
        if (node.path("port").isIntegralNumber() && node.path("port").asInt() == 0) {
            mistakeAtKey(
                    service + "/port", "port 0 for a service that runs already", "the port on which its JVM listens");
        }
        url(service + "/url");
    }

    private void url(String pointer) {
        String written = document.text(pointer);
        try {
            if (!written.matches("https?://[^\\s/?#@]+/?")
                    || address(URI.create(written)).isPresent()) {
                return; // the schema tells of the first
            }
        } catch (IllegalArgumentException e) {
            // told below
        }
        mistakeAtKey(pointer, "`" + written + "`, which names no host and port", "a URL such as http://127.0.0.1:8080");
    }

    private void variant(String name) {
        String variant = YamlDocument.child("/variants", name);
        JsonNode node = at(variant);
        OF_A_VARIANT.stream()
                .filter(node::has)
                .forEach(key -> mistakeAtKey(
                        variant + "/" + key,
                        "`" + key + "` in a variant of `" + watched + "`, which runs already: nobody restarts it",
                        "variants that differ in their requests or their load; or `jar`, `main` or `command` in place of"
                                + " `url`, and Headroom starts it anew for each variant"));
    }
}

package dev.headroom.lab.experiment;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Mistakes in ports: given twice, missing where one is needed, mentioned where there is none, or unknown to the program that is to listen. */
final class PortChecks extends Checks {

    private PortChecks(YamlDocument document) {
        super(document);
    }

    static List<Mistake> check(YamlDocument document) {
        PortChecks checks = new PortChecks(document);
        checks.doubled();
        checks.services.forEach(checks::needed);
        checks.services.forEach(checks::told);
        checks.services.forEach(name -> checks.mentioned(YamlDocument.child("/services", name)));
        checks.variants.forEach(name -> checks.mentioned(YamlDocument.child("/variants", name)));
        return checks.mistakes;
    }

    private void doubled() {
        Map<Long, String> taken = new HashMap<>();
        for (String name : services) {
            String pointer = YamlDocument.child("/services", name) + "/port";
            JsonNode port = at(pointer);
            boolean others = at(YamlDocument.child("/services", name))
                    .has("url"); // two names of one service that runs already do no harm
            if (others || !port.isIntegralNumber() || port.asLong() == 0) {
                continue;
            }
            String other = taken.putIfAbsent(port.asLong(), name);
            if (other != null) {
                mistake(
                        pointer,
                        "port " + port.asLong() + ", which `" + other + "` has too",
                        "a port of its own for each service, or 0 for any free one");
            }
        }
    }

    private void needed(String name) {
        String service = YamlDocument.child("/services", name);
        JsonNode node = at(service);
        if (node.has("port") || node.has("url")) {
            return;
        }
        if (name.equals(watched)) {
            mistakeAtKey(
                    service,
                    "no `port` in `" + name + "`",
                    "`port`: a port from 1 to 65535, or 0 for any free one, since the service is watched and gets the load");
        } else if (node.path("ready").isString()) {
            mistake(
                    service + "/ready",
                    "a path to ask on a service without `port`",
                    "`port`, or `ready: { log: ... }`, or `ready: { command: ... }`");
        }
    }

    /** A free port has to reach the program: a jar or main class gets it as a setting, a command only where it is mentioned. */
    private void told(String name) {
        String service = YamlDocument.child("/services", name);
        JsonNode port = at(service).path("port");
        if (!port.isIntegralNumber() || port.asLong() != 0) {
            return;
        }
        boolean untold = name.equals(watched) && !variants.isEmpty()
                ? variants.stream()
                        .map(variant -> YamlDocument.child("/variants", variant))
                        .anyMatch(variant -> untold(
                                name, ProgramChecks.owner(document, service, variant), List.of(service, variant)))
                : untold(name, service, List.of(service));
        if (untold) {
            mistake(
                    service + "/port",
                    "port 0 for a command that is not told which",
                    "`${" + name
                            + ".port}` in its command, args, env or jvm, or the port on which it listens by itself");
        }
    }

    private boolean untold(String name, String program, List<String> owners) {
        return at(program).has("command")
                && Stream.concat(
                                scalars(program + "/command"),
                                owners.stream()
                                        .flatMap(owner -> Stream.of("/args", "/env", "/jvm")
                                                .flatMap(key -> scalars(owner + key))))
                        .noneMatch(pointer ->
                                Placeholders.ports(document.text(pointer)).contains(name));
    }

    private void mentioned(String owner) {
        Stream.of("/settings", "/jvm", "/args", "/env", "/command", "/ready/command")
                .flatMap(key -> scalars(owner + key))
                .forEach(this::mentionedIn);
    }

    private void mentionedIn(String pointer) {
        for (String name : Placeholders.ports(document.text(pointer))) {
            if (!services.contains(name)) {
                mistake(
                        pointer,
                        "`${" + name + ".port}`, and no service `" + name + "`",
                        "the port of " + Nearest.expected(name, services));
            } else if (Stream.of("port", "url").noneMatch(at(YamlDocument.child("/services", name))::has)) {
                mistake(
                        pointer,
                        "`${" + name + ".port}`, and `" + name + "` has no port",
                        "`port` in that service, 0 for any free one");
            }
        }
    }

    /** Pointers of a scalar, or of those in a list or mapping. */
    private Stream<String> scalars(String pointer) {
        JsonNode node = at(pointer);
        if (node.isContainer()) {
            return Stream.concat(document.elements(pointer).stream(), document.children(pointer).stream());
        }
        return node.isMissingNode() ? Stream.of() : Stream.of(pointer);
    }
}

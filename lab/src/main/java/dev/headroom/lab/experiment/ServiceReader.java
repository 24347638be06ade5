package dev.headroom.lab.experiment;

import dev.headroom.core.model.experiment.Origin;
import dev.headroom.core.model.experiment.Ready;
import dev.headroom.core.model.experiment.Service;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/** A service, and what a variant may put in the place of its program; checked before. */
final class ServiceReader {

    private final YamlDocument document;

    ServiceReader(YamlDocument document) {
        this.document = document;
    }

    Service service(String name) {
        String pointer = YamlDocument.child("/services", name);
        JsonNode node = document.at(pointer);
        return new Service(
                name,
                origin(pointer).orElseThrow(),
                address(node),
                ExperimentReader.number(node, "processors"),
                document.texts(pointer + "/settings"),
                document.list(pointer + "/jvm"),
                document.list(pointer + "/args"),
                document.texts(pointer + "/env"),
                ready(pointer + "/ready"),
                ExperimentReader.text(node, "ready-within").map(Units::duration).orElse(Service.READY_WITHIN),
                jdk(pointer));
    }

    /** Of a service, or of a variant that has one. */
    Optional<Origin> origin(String owner) {
        JsonNode node = document.at(owner);
        if (node.has("jar")) {
            return Optional.of(
                    new Origin.Jar(Path.of(document.absolute(node.path("jar").asString()))));
        }
        if (node.has("main")) {
            List<String> classPath = document.list(owner + "/class-path").stream()
                    .map(entry -> document.absolute(entry))
                    .toList();
            return Optional.of(new Origin.MainClass(node.path("main").asString(), classPath));
        }
        if (node.has("url")) {
            return Optional.of(new Origin.Running(
                    node.has("pid") ? OptionalLong.of(node.path("pid").asLong()) : OptionalLong.empty(),
                    ExperimentReader.number(node, "port")));
        }
        return node.has("command")
                ? Optional.of(new Origin.Command(document.command(owner + "/command")))
                : Optional.empty();
    }

    /** A version as it is written, a folder from where the file is. */
    Optional<String> jdk(String owner) {
        JsonNode jdk = document.at(owner).path("jdk");
        return jdk.isMissingNode()
                ? Optional.empty()
                : Optional.of(jdk.isIntegralNumber() ? jdk.asString() : document.absolute(jdk.asString()));
    }

    private static Optional<Service.Address> address(JsonNode node) {
        if (node.has("url")) {
            return RunningChecks.address(URI.create(node.path("url").asString()));
        }
        return node.has("port")
                ? Optional.of(new Service.Address(
                        node.path("scheme").asString("http"),
                        node.path("host").asString(Service.Address.LOCAL),
                        node.path("port").asInt()))
                : Optional.empty();
    }

    private Ready ready(String pointer) {
        JsonNode node = document.at(pointer);
        if (node.isString()) {
            return new Ready.Answer(node.asString());
        }
        if (node.has("command")) {
            return new Ready.Command(document.command(pointer + "/command"));
        }
        return node.has("log") ? new Ready.Log(node.path("log").asString()) : new Ready.Started();
    }
}

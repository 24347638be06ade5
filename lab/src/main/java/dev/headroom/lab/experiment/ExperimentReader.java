package dev.headroom.lab.experiment;

import dev.headroom.core.model.Experiment;
import dev.headroom.core.model.Physics;
import dev.headroom.core.model.Published;
import dev.headroom.core.model.RequestKind;
import dev.headroom.core.model.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import tools.jackson.databind.JsonNode;

/** From a tree that has passed every check to the records of the model. */
final class ExperimentReader {

    private final Path file;
    private final YamlDocument document;
    private final ServiceReader services;

    ExperimentReader(Path file, YamlDocument document) {
        this.file = file;
        this.document = document;
        this.services = new ServiceReader(file, document);
    }

    Experiment read() {
        JsonNode root = document.root();
        String name = root.path("name").asString();
        return new Experiment(
                name,
                root.path("title").asString(name),
                root.path("description").asString(""),
                file.toAbsolutePath().normalize(),
                root.path("services").propertyNames().stream()
                        .map(services::service)
                        .toList(),
                root.path("watch").asString(),
                LoadReader.load(root.path("load")),
                physics(root),
                root.path("variants").propertyNames().stream()
                        .map(this::variant)
                        .toList());
    }

    private Variant variant(String name) {
        String pointer = YamlDocument.child("/variants", name);
        JsonNode node = document.root().at(pointer);
        return new Variant(
                name,
                node.path("description").asString(""),
                requests(pointer, node),
                texts(pointer + "/settings"),
                list(node.path("jvm")),
                node.has("load") ? Optional.of(LoadReader.load(node.path("load"))) : Optional.empty(),
                published(node.path("published")),
                physics(node),
                before(node.path("before")),
                list(node.path("lifts")),
                services.origin(pointer),
                services.jdk(pointer),
                document.list(pointer + "/args"),
                texts(pointer + "/env"),
                ExpectReader.expectations(document.root().path("expect"))
                        .under(ExpectReader.expectations(node.path("expect"))));
    }

    /** Headers of the variant go with every one of several requests, unless it has its own. */
    private List<RequestKind> requests(String pointer, JsonNode node) {
        if (!node.has("requests")) {
            return List.of(kind("", pointer, node, Map.of()));
        }
        Map<String, String> common = texts(pointer + "/headers");
        return node.path("requests").propertyNames().stream()
                .map(name -> kind(
                        name,
                        YamlDocument.child(pointer + "/requests", name),
                        node.path("requests").path(name),
                        common))
                .toList();
    }

    private RequestKind kind(String name, String pointer, JsonNode node, Map<String, String> common) {
        String[] request = node.path("request").asString().split(" ", 2);
        Map<String, String> headers = new LinkedHashMap<>(common);
        headers.putAll(texts(pointer + "/headers"));
        return new RequestKind(
                name,
                node.path("weight").asInt(1),
                request[0],
                request[1],
                headers,
                node.path("body").asString(""));
    }

    private static List<Variant.Preparation> before(JsonNode node) {
        List<Variant.Preparation> all = new ArrayList<>();
        if (node.isObject()) {
            all.add(preparation(node));
        } else {
            node.forEach(one -> all.add(preparation(one)));
        }
        return all;
    }

    private static Variant.Preparation preparation(JsonNode node) {
        String[] request = node.path("request").asString().split(" ", 2);
        return new Variant.Preparation(
                request[0], request[1], node.path("count").asInt());
    }

    private static Optional<Physics> physics(JsonNode owner) {
        JsonNode node = owner.path("physics");
        if (node.isMissingNode()) {
            return Optional.empty();
        }
        return Optional.of(new Physics(
                text(node, "response-time").map(Units::duration),
                text(node, "throughput").map(Units::rate),
                node.path("because").asString()));
    }

    private static Published published(JsonNode node) {
        return new Published(
                text(node, "single").map(Units::duration),
                text(node, "mean").map(Units::duration),
                text(node, "p50").map(Units::duration),
                text(node, "p95").map(Units::duration),
                text(node, "p99").map(Units::duration),
                text(node, "max").map(Units::duration),
                text(node, "throughput").map(Units::rate),
                text(node, "errors")
                        .map(share -> OptionalDouble.of(Units.share(share)))
                        .orElse(OptionalDouble.empty()));
    }

    static Optional<String> text(JsonNode node, String key) {
        return node.has(key) ? Optional.of(node.path(key).asString()) : Optional.empty();
    }

    private static List<String> list(JsonNode node) {
        List<String> texts = new ArrayList<>();
        node.forEach(element -> texts.add(element.asString()));
        return texts;
    }

    private Map<String, String> texts(String pointer) {
        return document.texts(pointer);
    }
}

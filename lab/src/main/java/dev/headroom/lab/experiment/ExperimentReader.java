package dev.headroom.lab.experiment;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Physics;
import dev.headroom.core.model.experiment.Published;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.DataSource;
import dev.headroom.core.model.load.RequestKind;
import dev.headroom.core.model.load.Take;
import dev.headroom.core.model.load.Users;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** From a tree that has passed every check to the records of the model. */
final class ExperimentReader {

    /** Of a variant whose load is a script that sends its own. */
    private static final String ANY = "GET /";

    private final YamlDocument document;
    private final ServiceReader services;

    ExperimentReader(YamlDocument document) {
        this.document = document;
        this.services = new ServiceReader(document);
    }

    Experiment read() {
        JsonNode root = document.root();
        String name = root.path("name").asString();
        return new Experiment(
                name,
                root.path("title").asString(name),
                root.path("description").asString(""),
                document.file().toAbsolutePath().normalize(),
                root.path("services").propertyNames().stream()
                        .map(services::service)
                        .toList(),
                root.path("watch").asString(),
                LoadReader.load(document, "/load"),
                physics(root),
                root.path("variants").propertyNames().stream()
                        .map(this::variant)
                        .toList());
    }

    private Variant variant(String name) {
        String pointer = YamlDocument.child("/variants", name);
        JsonNode node = document.at(pointer);
        return new Variant(
                name,
                node.path("description").asString(""),
                requests(pointer, node),
                document.texts(pointer + "/settings"),
                list(node.path("jvm")),
                node.has("load") ? Optional.of(LoadReader.load(document, pointer + "/load")) : Optional.empty(),
                published(node.path("published")),
                physics(node),
                before(node.path("before")),
                list(node.path("lifts")),
                services.origin(pointer),
                services.jdk(pointer),
                document.list(pointer + "/args"),
                document.texts(pointer + "/env"),
                ExpectReader.expectations(document.root().path("expect"))
                        .under(ExpectReader.expectations(node.path("expect"))),
                users(pointer, node));
    }

    /** Headers of the variant go with every one of several requests, unless it has its own. */
    private List<RequestKind> requests(String pointer, JsonNode node) {
        if (!node.has("requests")) {
            return kinds("", pointer, node, Map.of());
        }
        Map<String, String> common = document.texts(pointer + "/headers");
        return node.path("requests").propertyNames().stream()
                .flatMap(name -> kinds(
                        name,
                        YamlDocument.child(pointer + "/requests", name),
                        node.path("requests").path(name),
                        common)
                        .stream())
                .toList();
    }

    /** A request, or the steps that stand in its place, with its weight and headers. */
    private List<RequestKind> kinds(String name, String pointer, JsonNode node, Map<String, String> common) {
        int weight = node.path("weight").asInt(1);
        return node.has("steps")
                ? steps(
                        pointer + "/steps",
                        name.isEmpty() ? "" : name + "/",
                        weight,
                        headers(common, pointer),
                        name.isEmpty() ? "steps" : name)
                : List.of(kind(name, weight, pointer, headers(common, pointer), ""));
    }

    private List<RequestKind> steps(
            String pointer, String prefix, int weight, Map<String, String> common, String sequence) {
        List<RequestKind> steps = new ArrayList<>();
        for (String step : document.elements(pointer)) {
            String name = prefix + document.at(step).path("name").asString("");
            steps.add(kind(name, weight, step, headers(common, step), sequence));
        }
        return steps;
    }

    private RequestKind kind(String name, int weight, String pointer, Map<String, String> headers, String sequence) {
        JsonNode node = document.at(pointer);
        String[] request = node.path("request").asString(ANY).split(" ", 2);
        return new RequestKind(
                name,
                weight,
                request[0],
                request[1],
                headers,
                node.path("body").asString(""),
                sequence,
                take(node),
                text(node, "body-file").map(path -> document.absolute(path)).orElse(""));
    }

    private Map<String, String> headers(Map<String, String> common, String pointer) {
        Map<String, String> headers = new LinkedHashMap<>(common);
        headers.putAll(document.texts(pointer + "/headers"));
        return headers;
    }

    private static List<Take> take(JsonNode node) {
        List<Take> takes = new ArrayList<>();
        JsonNode all = node.path("take");
        for (String name : all.propertyNames()) {
            JsonNode take = all.path(name);
            for (Take.From from : Take.From.values()) {
                text(take, from.name().toLowerCase(Locale.ROOT))
                        .ifPresent(what -> takes.add(new Take(name, from, what)));
            }
        }
        return takes;
    }

    private Users users(String pointer, JsonNode node) {
        return new Users(
                document.root().path("data").propertyNames().stream()
                        .map(this::source)
                        .toList(),
                steps(pointer + "/login", "", 1, Map.of(), "login"),
                node.path("cookies").asBoolean(false),
                node.path("sessions").asInt(Users.SESSIONS));
    }

    private DataSource source(String name) {
        JsonNode node = document.root().path("data").path(name);
        DataSource.Order order =
                node.path("order").asString("").equals("random") ? DataSource.Order.RANDOM : DataSource.Order.IN_TURN;
        if (node.has("csv")) {
            String csv = document.resolve(node.path("csv").asString()).toString();
            return new DataSource(name, csv, OptionalLong.empty(), OptionalLong.empty(), order);
        }
        Range range = Range.of(node.path("range").asString());
        return new DataSource(name, "", OptionalLong.of(range.first()), range.last(), order);
    }

    private static List<Variant.Preparation> before(JsonNode node) {
        return (node.isObject() ? Stream.of(node) : node.valueStream())
                .map(ExperimentReader::preparation)
                .toList();
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

    static OptionalInt number(JsonNode node, String key) {
        return node.has(key) ? OptionalInt.of(node.path(key).asInt()) : OptionalInt.empty();
    }

    private static List<String> list(JsonNode node) {
        return node.valueStream().map(JsonNode::asString).toList();
    }
}

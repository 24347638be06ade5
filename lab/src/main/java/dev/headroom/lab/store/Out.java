package dev.headroom.lab.store;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** How values become JSON. What is not there is {@code null}: a reader sees that the field exists. */
final class Out {

    static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    private Out() {}

    static ObjectNode object() {
        return JSON.objectNode();
    }

    /** JSON has no NaN and no infinity: {@code null}, not known. */
    static JsonNode number(double value) {
        return Double.isFinite(value) ? JSON.numberNode(value) : JSON.nullNode();
    }

    static JsonNode number(OptionalDouble value) {
        return value.isPresent() ? number(value.getAsDouble()) : JSON.nullNode();
    }

    static JsonNode number(OptionalInt value) {
        return value.isPresent() ? JSON.numberNode(value.getAsInt()) : JSON.nullNode();
    }

    static JsonNode whole(OptionalLong value) {
        return value.isPresent() ? JSON.numberNode(value.getAsLong()) : JSON.nullNode();
    }

    /** One division, so that 1.5 s is written 1.5 and not 1.4999999999999998. */
    static JsonNode seconds(Duration duration) {
        return JSON.numberNode(duration.toNanos() / NANOS_PER_SECOND);
    }

    static JsonNode millis(Duration duration) {
        return JSON.numberNode(duration.toNanos() / NANOS_PER_MILLI);
    }

    static JsonNode millis(Optional<Duration> duration) {
        return optional(duration, Out::millis);
    }

    static JsonNode text(Optional<String> text) {
        return optional(text, JSON::stringNode);
    }

    static <T> JsonNode optional(Optional<T> value, Function<T, ? extends JsonNode> write) {
        return value.<JsonNode>map(write).orElseGet(JSON::nullNode);
    }

    static <T> ArrayNode list(Collection<T> values, Function<T, ? extends JsonNode> write) {
        ArrayNode array = JSON.arrayNode();
        values.forEach(value -> array.add(write.apply(value)));
        return array;
    }

    static ArrayNode texts(Collection<String> texts) {
        return list(texts, JSON::stringNode);
    }

    /** Sorted by key, so that the same run gives the same file. */
    static <K, V> ObjectNode map(Map<K, V> map, Function<K, String> key, Function<V, ? extends JsonNode> value) {
        ObjectNode object = object();
        Map<String, JsonNode> sorted = new TreeMap<>();
        map.forEach((k, v) -> sorted.put(key.apply(k), value.apply(v)));
        sorted.forEach(object::set);
        return object;
    }

    static ObjectNode texts(Map<String, String> map) {
        return map(map, Function.identity(), JSON::stringNode);
    }
}

package dev.headroom.lab.store;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** A JSON object that is read field by field; a field that is not as it should be is named by its path. */
final class In {

    private final JsonNode node;
    private final String path;

    In(JsonNode node, String path) throws BadRunFileException {
        this.node = node;
        this.path = path;
        if (!node.isObject()) {
            throw new BadRunFileException("expected an object at `" + path + "`, found " + node);
        }
    }

    boolean isNull(String key) {
        return node.path(key).isNull() || node.path(key).isMissingNode();
    }

    In object(String key) throws BadRunFileException {
        return new In(node.path(key), at(key));
    }

    <T> Optional<T> optional(String key, Read<T> read) throws BadRunFileException {
        return isNull(key) ? Optional.empty() : Optional.of(read.from(object(key)));
    }

    <T> List<T> list(String key, Read<T> read) throws BadRunFileException {
        List<T> values = new ArrayList<>();
        for (JsonNode element : array(key)) {
            values.add(read.from(new In(element, at(key) + "[" + values.size() + "]")));
        }
        return values;
    }

    /** A record whose components have the names in the file. */
    <T> T record(Class<T> type, String key) throws BadRunFileException {
        return recordOf(type, object(key).node, at(key));
    }

    <T> List<T> records(Class<T> type, String key) throws BadRunFileException {
        List<T> values = new ArrayList<>();
        for (JsonNode element : array(key)) {
            values.add(recordOf(type, element, at(key) + "[" + values.size() + "]"));
        }
        return values;
    }

    private static <T> T recordOf(Class<T> type, JsonNode json, String where) throws BadRunFileException {
        try {
            return RecordJson.read(json, type);
        } catch (JacksonException e) {
            throw new BadRunFileException(
                    "expected a " + type.getSimpleName() + " at `" + where + "`: " + e.getOriginalMessage(), e);
        }
    }

    String text(String key) throws BadRunFileException {
        if (!node.path(key).isString()) {
            throw bad(key, "a string");
        }
        return node.path(key).asString();
    }

    Optional<String> optionalText(String key) throws BadRunFileException {
        return isNull(key) ? Optional.empty() : Optional.of(text(key));
    }

    /** {@code null} is a number that is not known. */
    double number(String key) throws BadRunFileException {
        JsonNode value = node.path(key);
        if (value.isNull()) {
            return Double.NaN;
        }
        if (!value.isNumber()) {
            throw bad(key, "a number");
        }
        return value.asDouble();
    }

    OptionalDouble optionalNumber(String key) throws BadRunFileException {
        return isNull(key) ? OptionalDouble.empty() : OptionalDouble.of(number(key));
    }

    long whole(String key) throws BadRunFileException {
        if (!node.path(key).isIntegralNumber()) {
            throw bad(key, "a whole number");
        }
        return node.path(key).asLong();
    }

    int integer(String key) throws BadRunFileException {
        return Math.toIntExact(whole(key));
    }

    OptionalInt optionalInteger(String key) throws BadRunFileException {
        return isNull(key) ? OptionalInt.empty() : OptionalInt.of(integer(key));
    }

    boolean flag(String key) throws BadRunFileException {
        if (!node.path(key).isBoolean()) {
            throw bad(key, "true or false");
        }
        return node.path(key).asBoolean();
    }

    Duration seconds(String key) throws BadRunFileException {
        return Times.ofSeconds(finite(key));
    }

    Duration millis(String key) throws BadRunFileException {
        return Times.ofMillis(finite(key));
    }

    Optional<Duration> optionalMillis(String key) throws BadRunFileException {
        return isNull(key) ? Optional.empty() : Optional.of(millis(key));
    }

    Rate rate(String key) throws BadRunFileException {
        return Rate.perSecond(finite(key));
    }

    Instant instant(String key) throws BadRunFileException {
        try {
            return Instant.parse(text(key));
        } catch (DateTimeException e) {
            throw new BadRunFileException("expected an instant at `" + at(key) + "`, found " + node.path(key), e);
        }
    }

    <E extends Enum<E>> E constant(Class<E> type, String key) throws BadRunFileException {
        return constantOf(type, text(key), at(key));
    }

    List<String> texts(String key) throws BadRunFileException {
        List<String> texts = new ArrayList<>();
        array(key).forEach(element -> texts.add(element.asString()));
        return texts;
    }

    List<Long> wholes(String key) throws BadRunFileException {
        List<Long> values = new ArrayList<>();
        array(key).forEach(element -> values.add(element.asLong()));
        return values;
    }

    Map<String, String> textMap(String key) throws BadRunFileException {
        Map<String, String> map = new LinkedHashMap<>();
        object(key)
                .node
                .properties()
                .forEach(entry -> map.put(entry.getKey(), entry.getValue().asString()));
        return map;
    }

    Map<String, Double> numberMap(String key) throws BadRunFileException {
        Map<String, Double> map = new LinkedHashMap<>();
        object(key)
                .node
                .properties()
                .forEach(entry -> map.put(entry.getKey(), entry.getValue().asDouble()));
        return map;
    }

    /** Pairs of numbers. */
    List<double[]> pairs(String key) throws BadRunFileException {
        List<double[]> pairs = new ArrayList<>();
        for (JsonNode pair : array(key)) {
            pairs.add(new double[] {pair.path(0).asDouble(), pair.path(1).asDouble()});
        }
        return pairs;
    }

    static <E extends Enum<E>> E constantOf(Class<E> type, String id, String where) throws BadRunFileException {
        return Ids.constant(type, id)
                .orElseThrow(() -> new BadRunFileException(
                        "expected one of the " + type.getSimpleName() + "s at `" + where + "`, found " + id));
    }

    private double finite(String key) throws BadRunFileException {
        double value = number(key);
        if (!Double.isFinite(value)) {
            throw bad(key, "a number");
        }
        return value;
    }

    private JsonNode array(String key) throws BadRunFileException {
        if (!node.path(key).isArray()) {
            throw bad(key, "a list");
        }
        return node.path(key);
    }

    private BadRunFileException bad(String key, String expected) {
        JsonNode value = node.path(key);
        return new BadRunFileException(
                "expected " + expected + " at `" + at(key) + "`, found " + (value.isMissingNode() ? "nothing" : value));
    }

    private String at(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    /** Reads one record out of its object. */
    @FunctionalInterface
    interface Read<T> {
        T from(In in) throws BadRunFileException;
    }
}

package dev.headroom.lab.store;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.result.Baseline;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.text.Ids;
import dev.headroom.lab.running.Way;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The schema of {@code run.json}, made of the records: names as Jackson writes them, types by their components, descriptions from their documentation. Where
 * {@link RunLayout} puts a part elsewhere in the file than it stands in the records, so does this.
 */
final class RunSchema {

    private static final String REFERENCE = "#/$defs/";

    private final ObjectNode defs = object();
    private final Map<Class<?>, String> names = new HashMap<>();
    private final Documentation documentation = new Documentation();

    private RunSchema() {}

    static ObjectNode make() {
        return new RunSchema().schema();
    }

    private ObjectNode schema() {
        ObjectNode run = record(Run.class);
        ObjectNode workload = record(Workload.class);
        ObjectNode room = type(type(Inspection.Room.class));
        layout(run, workload, room);
        ObjectNode root = object();
        root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        root.put("$id", RunLayout.SCHEMA.replaceFirst("headroom/run/", "urn:headroom:run:"));
        root.put("title", "Headroom run");
        root.setAll(run);
        root.put("additionalProperties", true);
        root.set("$defs", reached(run));
        return root;
    }

    /** As {@link RunLayout} writes it. */
    private void layout(ObjectNode run, ObjectNode workload, ObjectNode room) {
        ObjectNode top = properties(run);
        def(Station.class).putIfAbsent("holdingTime", number("S, s: by the clock, else by completions"));
        defs.set("observationOfOneUser", defs.get(name(Observation.class)).deepCopy());
        def(Baseline.class).set("observation", nullable(reference("observationOfOneUser")));
        for (RunLayout.Lifted part : RunLayout.LIFTED) {
            ObjectNode from = part.from().equals("result") ? def(LoadResult.class) : def(Observation.class);
            ObjectNode lifted = (ObjectNode) from.remove(part.key());
            top.set(part.key(), part.list() ? lifted : nullable(lifted));
        }
        ObjectNode diagnosis = def(Diagnosis.class);
        ObjectNode evidence = object().put("type", "object");
        ObjectNode measured = evidence.putObject("properties");
        for (String term : RunLayout.MEASURED) {
            measured.set(term, diagnosis.get(term));
            diagnosis.set(term, number(text(diagnosis.get(term), "description")));
        }
        diagnosis.set("evidence", closed(evidence).put("description", "the same with errors and sources"));
        ObjectNode remedy = def(Diagnosis.Remedy.class);
        diagnosis.set("remedy", nullable((ObjectNode) remedy.remove("action")));
        diagnosis.set("remedyDetails", nullable(reference(name(Diagnosis.Remedy.class))));
        top.set("places", def(Diagnosis.Account.class).remove("places"));
        ObjectNode definition = def(Variant.class);
        top.set("variant", nullable((ObjectNode) definition.remove("name")));
        for (String part : RunLayout.REQUEST) {
            definition.set(part, def(Request.class).get(part));
        }
        definition.set("published", nullable((ObjectNode) definition.get("published")));
        top.set("definition", reference(name(Variant.class)).put("description", "the variant as the file has it"));
        properties(workload).remove(RunLayout.GENERATORS);
        top.set("workload", closed(workload));
        top.set(
                "since",
                number("s for which what binds had been full at the end of the window; of a running JVM alone"));
        top.set(
                "room",
                object().put("type", "array")
                        .put(
                                "description",
                                "limits that have some left, nearest to theirs first; of a running JVM alone")
                        .set("items", room));
        top.set("target", target());
        ObjectNode ordered = object();
        ordered.putObject("schema").put("const", RunLayout.SCHEMA);
        List<String> order = new ArrayList<>(RunLayout.FIRST);
        order.addAll(RunLayout.LONG);
        order.forEach(key -> ordered.set(key, nullable((ObjectNode) top.remove(key))));
        if (!top.isEmpty()) {
            throw new IllegalStateException("RunLayout does not say where these stand: " + top.propertyNames());
        }
        run.set("properties", ordered);
        defs.properties().forEach(def -> {
            if (def.getValue().has("properties")) {
                closed((ObjectNode) def.getValue());
            }
        });
        closed(run);
    }

    private static ObjectNode target() {
        ObjectNode target = object().put("type", "object");
        ObjectNode properties = target.putObject("properties");
        properties.putObject("service").put("type", "string").put("description", "what it runs, as its user knows it");
        properties.putObject("pid").put("type", "integer");
        properties.putObject("version").put("type", "string");
        properties.putObject("vendor").put("type", "string");
        ArrayNode ways = properties
                .putObject("way")
                .put("description", "by which it was watched")
                .putArray("enum");
        Arrays.stream(Way.values()).map(Way::id).forEach(ways::add);
        return closed(target)
                .put(
                        "description",
                        "the running JVM that was watched under somebody else's load; null where the load was ours");
    }

    /** No other properties, and all of them. */
    private static ObjectNode closed(ObjectNode of) {
        ArrayNode required = of.putArray("required");
        properties(of).propertyNames().forEach(required::add);
        return of.put("additionalProperties", false);
    }

    /** Those that are referred to, by their names. */
    private ObjectNode reached(ObjectNode from) {
        Set<String> reached = new TreeSet<>();
        Deque<JsonNode> left = new ArrayDeque<>(List.of(from));
        while (!left.isEmpty()) {
            for (String reference : left.pop().findValuesAsString("$ref")) {
                String name = reference.substring(REFERENCE.length());
                if (reached.add(name)) {
                    left.push(defs.get(name));
                }
            }
        }
        ObjectNode found = object();
        reached.forEach(name -> found.set(name, defs.get(name)));
        return found;
    }

    private ObjectNode record(Class<?> type) {
        Map<String, JavaType> found = new LinkedHashMap<>();
        RecordJson.MAPPER.acceptJsonFormatVisitor(type, new JsonFormatVisitorWrapper.Base() {
            @Override
            public JsonObjectFormatVisitor expectObjectFormat(JavaType of) {
                return new JsonObjectFormatVisitor.Base(getContext()) {
                    @Override
                    public void property(BeanProperty property) {
                        found.put(property.getName(), property.getType());
                    }

                    @Override
                    public void optionalProperty(BeanProperty property) {
                        found.put(property.getName(), property.getType());
                    }
                };
            }
        });
        ObjectNode made = object().put("type", "object");
        documentation.of(type).ifPresent(text -> made.put("description", text));
        ObjectNode properties = made.putObject("properties");
        found.forEach((name, of) -> {
            ObjectNode schema = type(of);
            documentation.of(type, name).ifPresent(text -> schema.put("description", text));
            properties.set(name, schema);
        });
        return made;
    }

    private ObjectNode type(JavaType type) {
        Class<?> raw = type.getRawClass();
        if (raw == Optional.class) {
            return nullable(type(type.getContentType()));
        }
        if (raw == OptionalDouble.class || raw == double.class || raw == Double.class) {
            return number("");
        }
        if (raw == Duration.class || raw == Rate.class) {
            return number("");
        }
        if (raw == OptionalInt.class || raw == OptionalLong.class) {
            return nullable(object().put("type", "integer"));
        }
        if (raw == int.class || raw == long.class || raw == Integer.class || raw == Long.class) {
            return object().put("type", "integer");
        }
        if (raw == boolean.class || raw == Boolean.class) {
            return object().put("type", "boolean");
        }
        if (raw == String.class || raw == Path.class || raw == URI.class) {
            return object().put("type", "string");
        }
        if (raw == Instant.class) {
            return object().put("type", "string").put("format", "date-time");
        }
        if (raw.isEnum()) {
            ObjectNode words = object();
            ArrayNode all = words.putArray("enum");
            Arrays.stream(raw.getEnumConstants())
                    .map(one -> Ids.of((Enum<?>) one))
                    .forEach(all::add);
            return words;
        }
        if (type.isCollectionLikeType()) {
            return object().put("type", "array").set("items", type(type.getContentType()));
        }
        if (type.isMapLikeType()) {
            ObjectNode map = object().put("type", "object");
            if (type.getKeyType().isEnumType()) {
                map.set("propertyNames", type(type.getKeyType()));
            }
            return map.set("additionalProperties", type(type.getContentType()));
        }
        if (raw.isInterface() && raw.isSealed()) {
            return reference(sealed(raw));
        }
        if (raw == Latency.Point.class) {
            return object().put("type", "array")
                    .put("description", "quantile and milliseconds")
                    .set("items", number(""));
        }
        RecordComponent[] components = raw.getRecordComponents();
        if (components == null) {
            throw new IllegalStateException("what is a " + raw + " in the file?");
        }
        return components.length == 1 && !writesMore(raw)
                ? type(RecordJson.MAPPER.constructType(components[0].getGenericType()))
                : reference(name(raw));
    }

    /** A record of one component stands in the file as that. */
    private static boolean writesMore(Class<?> raw) {
        return Pinned.NAMES.containsKey(raw);
    }

    /** {@code {"requests": 1000}}, but a load with its {@code model}. */
    private String sealed(Class<?> type) {
        String known = names.get(type);
        if (known != null) {
            return known;
        }
        String name = add(type);
        ObjectNode one = (ObjectNode) defs.get(name);
        ArrayNode either = one.putArray("oneOf");
        for (Class<?> of : type.getPermittedSubclasses()) {
            if (type == Load.class) {
                ObjectNode load = record(of);
                ObjectNode properties = object();
                properties.putObject("model").put("const", Ids.of(of));
                properties.setAll(properties(load));
                either.add(closed(load.set("properties", properties)));
            } else {
                ObjectNode wrapper = object().put("type", "object");
                wrapper.putObject("properties").set(Ids.of(of), type(type(of)));
                either.add(closed(wrapper));
            }
        }
        return name;
    }

    private String name(Class<?> type) {
        String known = names.get(type);
        if (known != null) {
            return known;
        }
        String name = add(type);
        defs.set(name, record(type));
        return name;
    }

    private String add(Class<?> type) {
        String simple = Character.toLowerCase(type.getSimpleName().charAt(0))
                + type.getSimpleName().substring(1);
        Class<?> outer = type.getEnclosingClass();
        String name = outer != null && names.containsValue(simple)
                ? Character.toLowerCase(outer.getSimpleName().charAt(0))
                        + outer.getSimpleName().substring(1)
                        + type.getSimpleName()
                : simple;
        names.put(type, name);
        defs.set(name, object());
        return name;
    }

    private ObjectNode def(Class<?> type) {
        return properties((ObjectNode) defs.get(name(type)));
    }

    private static JavaType type(Class<?> type) {
        return RecordJson.MAPPER.constructType(type);
    }

    private static ObjectNode properties(ObjectNode of) {
        return (ObjectNode) of.get("properties");
    }

    private static ObjectNode number(String description) {
        ObjectNode number = object();
        number.putArray("type").add("number").add("null");
        return description.isEmpty() ? number : number.put("description", description);
    }

    private static String text(JsonNode of, String key) {
        return of.path(key).asString("");
    }

    private static ObjectNode reference(String name) {
        return object().put("$ref", REFERENCE + name);
    }

    private static ObjectNode nullable(ObjectNode type) {
        JsonNode plain = type.get("type");
        if (plain != null && plain.isArray()) {
            return type;
        }
        if (plain != null) {
            ArrayNode either =
                    JsonNodeFactory.instance.arrayNode().add(plain.asString()).add("null");
            return type.set("type", either);
        }
        if (type.get("enum") instanceof ArrayNode words) {
            words.addNull();
            return type;
        }
        if (type.has("oneOf")) {
            return type;
        }
        ObjectNode made = object();
        Optional.ofNullable((JsonNode) type.remove("description")).ifPresent(text -> made.set("description", text));
        made.putArray("oneOf").addObject().put("type", "null");
        ((ArrayNode) made.get("oneOf")).add(type);
        return made;
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}

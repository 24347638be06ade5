package dev.headroom.lab.store;

import dev.headroom.core.model.experiment.Expectations;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.result.Run;
import dev.headroom.core.model.load.Users;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A run as {@code run.json}, version 3; {@code docs/run-json.md} says what each field means. The fields are those of the records
 * ({@link RecordJson}); here is only what stands elsewhere in the file than in them, so that what matters stands at the top.
 */
final class RunLayout {

    static final String SCHEMA = "headroom/run/3";

    /** Whose proofs were of another sort: it is read without them. */
    private static final String EARLIER = "headroom/run/2";

    private static final String UNPROVED =
            "Recorded by an earlier version of Headroom: what it moved is left out, and what it called proved is supported at most.";

    /** Long lists, last in the file. */
    static final List<String> LONG = List.of("series", "threads");

    /** In this order; what is not named here comes after them. */
    private static final List<String> FIRST = List.of(
            "schema",
            "experiment",
            "variant",
            "startedAt",
            "quick",
            "repetition",
            "overrides",
            "expectations",
            "failure",
            "leftOut",
            "load",
            "singleRequest",
            "baseline",
            "kinds",
            "result",
            "diagnosis",
            "places",
            "prediction",
            "published",
            "physics",
            "pools",
            "resources",
            "probe",
            "generator",
            "observation",
            "cpuSeconds",
            "cpuPerAnswer",
            "settings",
            "commandLine",
            "definition",
            "environment");

    /** What of a record stands beside it, at the top of the file. */
    private record Lifted(String from, String key, boolean list) {}

    private static final List<Lifted> LIFTED = List.of(
            new Lifted("result", "series", true),
            new Lifted("result", "generator", false),
            new Lifted("observation", "pools", true),
            new Lifted("observation", "resources", true),
            new Lifted("observation", "probe", false),
            new Lifted("observation", "threads", true));

    /** Response times in a second of the series. */
    private static final List<String> TIMES = List.of("mean", "p50", "p95", "max");

    /** Plain numbers in the diagnosis; their errors and sources stand in its {@code evidence}. */
    private static final List<String> MEASURED = List.of("visits", "holdingTime", "ceiling", "throughput");

    /** Of the first request; files of earlier builds have no more where it is the only one. */
    private static final List<String> REQUEST = List.of("method", "path", "headers", "body");

    private RunLayout() {}

    static ObjectNode write(Run run) {
        ObjectNode json = RecordJson.write(run);
        json.at("/observation/pools").forEach(RunLayout::addHoldingTime);
        json.at("/baseline/observation/pools").forEach(RunLayout::addHoldingTime);
        for (Lifted part : LIFTED) {
            JsonNode otherwise = part.list() ? json.arrayNode() : json.nullNode();
            json.set(
                    part.key(), json.get(part.from()) instanceof ObjectNode from ? from.remove(part.key()) : otherwise);
        }
        json.path("series").forEach(RunLayout::nullWhereNoneSucceeded);
        json.putArray("places");
        if (json.get("diagnosis") instanceof ObjectNode diagnosis) {
            writeDiagnosis(diagnosis, json);
        }
        ObjectNode definition = (ObjectNode) json.get("variant");
        json.set("variant", definition.remove("name"));
        json.set("definition", definition);
        JsonNode request = definition.path("requests").path(0);
        REQUEST.forEach(part -> definition.set(part, request.get(part)));
        nullWhereEmpty(definition);
        nullWhereEmpty(json);
        return inOrder(json.put("schema", SCHEMA));
    }

    static Run read(JsonNode file) throws BadRunFileException {
        if (!(file instanceof ObjectNode json)) {
            throw new BadRunFileException("expected an object, found " + file.getNodeType());
        }
        String schema = json.path("schema").asString("");
        if (schema.equals(EARLIER)) {
            withoutMoves(json);
        } else if (!schema.equals(SCHEMA)) {
            throw new BadRunFileException("expected schema `" + SCHEMA + "`, found `"
                    + json.path("schema").asString("nothing") + "`: it was written by another version of Headroom");
        }
        if (json.get("diagnosis") instanceof ObjectNode diagnosis) {
            readDiagnosis(diagnosis, json);
        }
        json.path("series").forEach(RunLayout::zeroWhereNull);
        for (Lifted part : LIFTED) {
            if (json.get(part.from()) instanceof ObjectNode to) {
                to.set(part.key(), json.get(part.key()));
            }
        }
        if (json.get("definition") instanceof ObjectNode definition) {
            readDefinition(definition);
            json.set("variant", definition.set("name", json.get("variant")));
        }
        json.at("/observation/levers").forEach(RunLayout::setterWhereNotTold);
        json.at("/baseline/observation/levers").forEach(RunLayout::setterWhereNotTold);
        readLoad(json.path("load"));
        readLoad(json.at("/variant/load"));
        try {
            return RecordJson.read(json, Run.class);
        } catch (JacksonException e) {
            throw new BadRunFileException("`" + path(e) + "`: " + e.getOriginalMessage(), e);
        }
    }

    private static void withoutMoves(ObjectNode json) {
        if (json.get("diagnosis") instanceof ObjectNode diagnosis) {
            boolean proved = diagnosis.path("standing").asString("").equals("proved");
            if (proved) {
                diagnosis.put("standing", "supported");
            }
            if (proved || !diagnosis.path("moves").isEmpty()) {
                diagnosis.withArray("notes").add(UNPROVED);
            }
            diagnosis.putArray("moves");
        }
    }

    /** A second in which nothing succeeded has no response time. */
    private static void nullWhereNoneSucceeded(JsonNode second) {
        if (second.path("succeeded").asLong() == 0) {
            TIMES.forEach(((ObjectNode) second)::putNull);
        }
    }

    /** Older files know no other means. */
    private static void setterWhereNotTold(JsonNode lever) {
        ((ObjectNode) lever).putIfAbsent("means", JsonNodeFactory.instance.stringNode("set"));
    }

    private static void zeroWhereNull(JsonNode second) {
        TIMES.stream().filter(time -> second.path(time).isNull()).forEach(time -> ((ObjectNode) second).put(time, 0));
    }

    static void addHoldingTime(JsonNode pool) {
        JsonNode clock = pool.get("holdingByClock");
        ((ObjectNode) pool).set("holdingTime", value(clock.isNull() ? pool.get("holdingByCompletions") : clock));
    }

    static void writeDiagnosis(ObjectNode diagnosis, ObjectNode json) {
        json.set("places", ((ObjectNode) diagnosis.get("account")).remove("places"));
        ObjectNode evidence = diagnosis.putObject("evidence");
        for (String term : MEASURED) {
            evidence.set(term, diagnosis.get(term));
            diagnosis.set(term, value(diagnosis.get(term)));
        }
        JsonNode remedy = diagnosis.get("remedy");
        diagnosis.set("remedyDetails", remedy);
        diagnosis.set("remedy", remedy instanceof ObjectNode details ? details.remove("action") : remedy);
    }

    private static void readDiagnosis(ObjectNode diagnosis, ObjectNode json) {
        if (diagnosis.get("account") instanceof ObjectNode account) {
            account.set("places", json.get("places"));
        }
        MEASURED.forEach(term -> diagnosis.set(
                term, diagnosis.path("evidence").path(term).asOptional().orElse(null)));
        if (diagnosis.get("remedyDetails") instanceof ObjectNode details) {
            diagnosis.set("remedy", details.set("action", diagnosis.get("remedy")));
        }
    }

    /** Files of earlier builds know only evenly spaced arrivals and users who think equally long. */
    private static void readLoad(JsonNode json) {
        if (json instanceof ObjectNode load && !load.has("seed")) {
            load.put("arrivals", "even").put("seed", Load.DEFAULT_SEED);
            load.putObject("think").set("fixed", load.get("thinkTime"));
        }
    }

    /** Earlier builds wrote one request only, and knew no program but a jar. */
    private static void readDefinition(ObjectNode definition) {
        if (definition.path("requests").isEmpty()) {
            ObjectNode only = definition.putArray("requests").addObject().put("weight", 1);
            REQUEST.forEach(part -> only.set(part, definition.get(part)));
        }
        if (!definition.has("expected")) {
            definition.set("expected", RecordJson.write(Expectations.NONE)); // in files of earlier builds
        }
        if (!definition.has("users")) {
            definition.set("users", RecordJson.write(Users.NONE));
        }
        if (definition.path("published").isNull()) {
            definition.putObject("published");
        }
        if (definition.path("jar").isString()) {
            definition.putObject("origin").set("jar", definition.get("jar"));
        }
    }

    /** Figures were published or not. */
    private static void nullWhereEmpty(ObjectNode of) {
        if (of.path("published").valueStream().allMatch(JsonNode::isNull)) {
            of.putNull("published");
        }
    }

    private static JsonNode value(JsonNode measure) {
        return measure.isNull() ? measure : measure.get("value");
    }

    private static ObjectNode inOrder(ObjectNode json) {
        ObjectNode ordered = JsonNodeFactory.instance.objectNode();
        FIRST.forEach(key -> ordered.set(key, json.remove(key)));
        ObjectNode last = JsonNodeFactory.instance.objectNode();
        LONG.forEach(key -> last.set(key, json.remove(key)));
        return ordered.setAll(json).setAll(last);
    }

    /** Where in the file: {@code diagnosis.moves[0].outcome}. */
    private static String path(JacksonException e) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference step : e.getPath()) {
            path.append(step.getIndex() >= 0 ? "[" + step.getIndex() + "]" : "." + step.getPropertyName());
        }
        String found = path.isEmpty() ? "" : path.substring(1);
        for (Lifted part : LIFTED) {
            found = found.startsWith(part.from() + "." + part.key())
                    ? found.substring(part.from().length() + 1)
                    : found;
        }
        return found.startsWith("variant.") ? "definition" + found.substring("variant".length()) : found;
    }
}

package dev.headroom.lab.store;

import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.model.result.Run;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A run as {@code run.json}, version 4; {@code docs/run-json.md} says what each field means. The fields are those of the records
 * ({@link RecordJson}); here is only what stands elsewhere in the file than in them, so that what matters stands at the top.
 */
final class RunLayout {

    static final String SCHEMA = "headroom/run/4";

    /** Long lists, last in the file. */
    static final List<String> LONG = List.of("series", "threads");

    /** In this order; what is not named here comes after them. */
    static final List<String> FIRST = List.of(
            "experiment",
            "variant",
            "target",
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
            "workload",
            "result",
            "diagnosis",
            "since",
            "room",
            "places",
            "prediction",
            "published",
            "physics",
            "stations",
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
    record Lifted(String from, String key, boolean list) {}

    static final List<Lifted> LIFTED = List.of(
            new Lifted("result", "series", true),
            new Lifted("result", "generator", false),
            new Lifted("observation", "stations", true),
            new Lifted("observation", "probe", false),
            new Lifted("observation", "threads", true));

    /** Response times in a second of the series. */
    private static final List<String> TIMES = List.of("mean", "p50", "p95", "max");

    /** Plain numbers in the diagnosis; their errors and sources stand in its {@code evidence}. */
    static final List<String> MEASURED = List.of("visits", "holdingTime", "ceiling", "throughput");

    /** Of the first request, for the eye. */
    static final List<String> REQUEST = List.of("method", "path", "headers", "body");

    /** Of a workload, what only a load generator counts. */
    static final List<String> GENERATORS = List.of("arrivals", "settled", "failures", "generator", "failed", "elapsed");

    private RunLayout() {}

    static ObjectNode write(Run run) {
        ObjectNode json = RecordJson.write(run);
        json.at("/baseline/observation/stations").forEach(RunLayout::addHoldingTime);
        lift(json);
        ObjectNode definition = (ObjectNode) json.get("variant");
        json.set("variant", definition.remove("name"));
        json.set("definition", definition);
        JsonNode request = definition.path("requests").path(0);
        REQUEST.forEach(part -> definition.set(part, request.get(part)));
        nullWhereEmpty(definition);
        nullWhereEmpty(json);
        return inOrder(json);
    }

    /**
     * A run of somebody else's load has no variant; what it has beyond those is what was watched, and how.
     *
     * @param way by which it was watched, as the command line has it
     */
    static ObjectNode write(Inspection inspection, String way) {
        ObjectNode all = RecordJson.write(inspection);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.putObject("target")
                .put("service", inspection.service())
                .put("pid", inspection.seen().jvm().pid())
                .put("version", inspection.seen().jvm().version())
                .put("vendor", inspection.seen().jvm().vendor())
                .put("way", way);
        for (String part : List.of("startedAt", "since", "room")) {
            json.set(part, all.get(part));
        }
        json.set("workload", ((ObjectNode) all.get("workload")).remove(GENERATORS));
        json.set("diagnosis", all.get("found"));
        json.set("observation", all.get("seen"));
        lift(json);
        return inOrder(json);
    }

    private static void lift(ObjectNode json) {
        json.at("/observation/stations").forEach(RunLayout::addHoldingTime);
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
    }

    static Run read(JsonNode file) throws BadRunFileException {
        if (!(file instanceof ObjectNode json)) {
            throw new BadRunFileException("expected an object, found " + file.getNodeType());
        }
        String schema = json.path("schema").asString("nothing");
        if (!schema.equals(SCHEMA)) {
            throw new BadRunFileException("expected schema `" + SCHEMA + "`, found `" + schema
                    + "`: it was written by another version of Headroom; run the experiment again with this one");
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
        if (!json.path("target").isNull() && json.has("target")) {
            throw new BadRunFileException(
                    "it is of a running JVM, which `headroom diagnose` watched: only runs of variants can be"
                            + " read again");
        }
        if (json.get("definition") instanceof ObjectNode definition) {
            if (definition.path("published").isNull()) {
                definition.putObject("published");
            }
            json.set("variant", definition.set("name", json.get("variant")));
        }
        try {
            return RecordJson.read(json, Run.class);
        } catch (JacksonException e) {
            throw new BadRunFileException("`" + path(e) + "`: " + e.getOriginalMessage(), e);
        }
    }

    /** A second in which nothing succeeded has no response time. */
    private static void nullWhereNoneSucceeded(JsonNode second) {
        if (second.path("succeeded").asLong() == 0) {
            TIMES.forEach(((ObjectNode) second)::putNull);
        }
    }

    private static void zeroWhereNull(JsonNode second) {
        TIMES.stream().filter(time -> second.path(time).isNull()).forEach(time -> ((ObjectNode) second).put(time, 0));
    }

    private static void addHoldingTime(JsonNode station) {
        JsonNode clock = station.get("holdingByClock");
        ((ObjectNode) station).set("holdingTime", value(clock.isNull() ? station.get("holdingByCompletions") : clock));
    }

    private static void writeDiagnosis(ObjectNode diagnosis, ObjectNode json) {
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
        ObjectNode ordered = JsonNodeFactory.instance.objectNode().put("schema", SCHEMA);
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

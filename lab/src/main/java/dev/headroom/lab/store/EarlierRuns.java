package dev.headroom.lab.store;

import dev.headroom.core.model.experiment.Expectations;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Users;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What earlier builds wrote, brought to the version that is read now: version 3 had pools and other bounded resources apart, version 2 proofs of
 * another sort, and some files lack what was added to their version later.
 */
final class EarlierRuns {

    private static final String VERSION = "headroom/run/";

    /** Of files that can be brought up to date, the latest first. */
    static final List<String> SCHEMAS = List.of(VERSION + 3, VERSION + 2);

    private static final String UNPROVED =
            "Recorded by an earlier version of Headroom: what it moved is left out, and what it called proved is supported at most.";

    private EarlierRuns() {}

    /** @throws BadRunFileException where something that has to be moved is not what any version had there */
    static void update(ObjectNode json) throws BadRunFileException {
        if (json.path("schema").asString("").equals(VERSION + 2)) {
            withoutMoves(json);
        }
        stations(json, "");
        if (json.get("observation") instanceof ObjectNode observation) {
            setterWhereNotTold(observation, "observation.");
        }
        if (json.at("/baseline/observation") instanceof ObjectNode alone) {
            stations(alone, "baseline.observation.");
            setterWhereNotTold(alone, "baseline.observation.");
        }
        if (json.get("definition") instanceof ObjectNode definition) {
            definition(definition);
            load(definition.path("load"));
        }
        load(json.path("load"));
    }

    /** @param place of {@code of} in the file, for the reader */
    private static List<ObjectNode> objects(ObjectNode of, String name, String place) throws BadRunFileException {
        JsonNode found = list(of, name, place);
        List<ObjectNode> objects = new ArrayList<>();
        for (JsonNode one : found) {
            if (!(one instanceof ObjectNode object)) {
                throw new BadRunFileException("`" + place + name + "[" + objects.size()
                        + "]`: expected an object, found " + one.getNodeType());
            }
            objects.add(object);
        }
        return objects;
    }

    /** Empty where there is none. */
    private static JsonNode list(ObjectNode of, String name, String place) throws BadRunFileException {
        JsonNode found = of.path(name);
        if (!found.isArray() && !found.isMissingNode() && !found.isNull()) {
            throw new BadRunFileException("`" + place + name + "`: expected a list, found " + found.getNodeType());
        }
        return found;
    }

    /** Pools first, as they stand now. */
    private static void stations(ObjectNode of, String place) throws BadRunFileException {
        ArrayNode stations = JsonNodeFactory.instance.arrayNode();
        for (ObjectNode pool : objects(of, "pools", place)) {
            ObjectNode station = pool.deepCopy();
            station.set("id", station.get("name"));
            rename(station, "sites", "holders");
            station.putArray("waiters");
            if (station.path("queue").asDouble(0) < 0) {
                station.putNull("queue"); // could not be seen
            }
            stations.add(station);
        }
        for (ObjectNode resource : objects(of, "resources", place)) {
            ObjectNode station = resource.deepCopy();
            rename(station, "capacity", "maximum");
            rename(station, "inUse", "active");
            rename(station, "waiting", "queue");
            rename(station, "taken", "completed");
            rename(station, "held", "holdingByCompletions");
            rename(station, "holdersWait", "waits");
            stations.add(station.put("workers", 0));
        }
        of.set("stations", stations);
        of.remove(List.of("pools", "resources"));
    }

    private static void rename(ObjectNode of, String from, String to) {
        of.set(to, of.remove(from));
    }

    private static void withoutMoves(ObjectNode json) throws BadRunFileException {
        if (json.get("diagnosis") instanceof ObjectNode diagnosis) {
            boolean proved = diagnosis.path("standing").asString("").equals("proved");
            if (proved) {
                diagnosis.put("standing", "supported");
            }
            if (proved || !diagnosis.path("moves").isEmpty()) {
                list(diagnosis, "notes", "diagnosis.");
                diagnosis.withArray("notes").add(UNPROVED);
            }
            diagnosis.putArray("moves");
        }
    }

    private static void setterWhereNotTold(ObjectNode observation, String place) throws BadRunFileException {
        for (ObjectNode lever : objects(observation, "levers", place)) {
            lever.putIfAbsent("means", JsonNodeFactory.instance.stringNode("set"));
        }
    }

    /** Only evenly spaced arrivals and users who think equally long were known. */
    private static void load(JsonNode json) {
        if (json instanceof ObjectNode load && !load.has("seed")) {
            load.put("arrivals", "even").put("seed", Load.DEFAULT_SEED);
            load.putObject("think").set("fixed", load.get("thinkTime"));
        }
    }

    /** One request only was written, and no program known but a jar. */
    private static void definition(ObjectNode definition) {
        if (definition.path("requests").isEmpty()) {
            ObjectNode only = definition.putArray("requests").addObject().put("weight", 1);
            RunLayout.REQUEST.forEach(part -> only.set(part, definition.get(part)));
        }
        if (!definition.has("expected")) {
            definition.set("expected", RecordJson.write(Expectations.NONE));
        }
        if (!definition.has("users")) {
            definition.set("users", RecordJson.write(Users.NONE));
        }
        if (definition.path("jar").isString()) {
            definition.putObject("origin").set("jar", definition.get("jar"));
        }
    }
}

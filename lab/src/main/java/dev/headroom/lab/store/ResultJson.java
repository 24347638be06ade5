package dev.headroom.lab.store;

import dev.headroom.core.model.ErrorKind;
import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.LoadResult.Generator;
import dev.headroom.core.model.LoadResult.Second;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code result}, {@code series} and {@code generator} in {@code run.json}: what the load generator saw. */
final class ResultJson {

    private ResultJson() {}

    static ObjectNode write(LoadResult result) {
        ObjectNode json = Out.object().put("startedAt", result.startedAt().toString());
        json.set("elapsed", Out.seconds(result.elapsed()));
        json.put("requests", result.requests()).put("succeeded", result.succeeded());
        json.put("unfinished", result.unfinished());
        json.set("errors", Out.map(result.errors(), Ids::of, Out.JSON::numberNode));
        json.set("statuses", Out.map(result.statuses(), String::valueOf, Out.JSON::numberNode));
        json.put("throughput", result.throughput().perSecond());
        json.set("latency", LatencyJson.write(result.latency()));
        json.set("serviceLatency", LatencyJson.write(result.serviceLatency()));
        json.set("kinds", Out.list(result.kinds(), ResultJson::kind));
        return json;
    }

    private static ObjectNode kind(LoadResult.Kind kind) {
        ObjectNode json = Out.object()
                .put("name", kind.name())
                .put("requests", kind.requests())
                .put("succeeded", kind.succeeded());
        json.set("errors", Out.map(kind.errors(), Ids::of, Out.JSON::numberNode));
        json.set("latency", LatencyJson.write(kind.latency()));
        json.set("perSecond", Out.list(kind.perSecond(), Out.JSON::numberNode));
        return json;
    }

    private static LoadResult.Kind kind(In in) throws BadRunFileException {
        return new LoadResult.Kind(
                in.text("name"),
                in.whole("requests"),
                in.whole("succeeded"),
                errors(in),
                LatencyJson.read(in.object("latency")),
                in.wholes("perSecond"));
    }

    private static Map<ErrorKind, Long> errors(In in) throws BadRunFileException {
        Map<ErrorKind, Long> errors = new EnumMap<>(ErrorKind.class);
        for (Map.Entry<String, Double> entry : in.numberMap("errors").entrySet()) {
            errors.put(
                    In.constantOf(ErrorKind.class, entry.getKey(), "result.errors"),
                    entry.getValue().longValue());
        }
        return errors;
    }

    /** The series and the generator stand beside the result, at the top of the file. */
    static LoadResult read(In result, In root) throws BadRunFileException {
        Map<Integer, Long> statuses = new HashMap<>();
        for (Map.Entry<String, Double> entry : result.numberMap("statuses").entrySet()) {
            statuses.put(status(entry.getKey()), entry.getValue().longValue());
        }
        return new LoadResult(
                result.instant("startedAt"),
                result.seconds("elapsed"),
                result.whole("requests"),
                result.whole("succeeded"),
                errors(result),
                statuses,
                result.rate("throughput"),
                LatencyJson.read(result.object("latency")),
                LatencyJson.read(result.object("serviceLatency")),
                root.list("series", ResultJson::second),
                generator(root.object("generator")),
                result.isNull("kinds") ? List.of() : result.list("kinds", ResultJson::kind));
    }

    static ArrayNode series(List<Second> seconds) {
        return Out.list(seconds, second -> {
            ObjectNode json = Out.object()
                    .put("second", second.second())
                    .put("started", second.started())
                    .put("succeeded", second.succeeded())
                    .put("failed", second.failed())
                    .put("inFlight", second.inFlight());
            json.set("mean", Out.number(second.meanMillis()));
            json.set("p50", Out.number(second.p50Millis()));
            json.set("p95", Out.number(second.p95Millis()));
            json.set("max", Out.number(second.maxMillis()));
            return json;
        });
    }

    private static Second second(In in) throws BadRunFileException {
        return new Second(
                in.integer("second"),
                in.whole("started"),
                in.whole("succeeded"),
                in.whole("failed"),
                in.whole("inFlight"),
                in.number("mean"),
                in.number("p50"),
                in.number("p95"),
                in.number("max"));
    }

    static ObjectNode generator(Generator generator) {
        ObjectNode json = Out.object().put("engine", generator.engine());
        json.set("cpu", Out.seconds(generator.cpu()));
        json.set("lag", Out.millis(generator.lagMean()));
        json.set("lagP99", Out.millis(generator.lagP99()));
        json.set("lagMax", Out.millis(generator.lagMax()));
        return json.put("connections", generator.connections()).put("binding", generator.binding());
    }

    private static Generator generator(In in) throws BadRunFileException {
        return new Generator(
                in.text("engine"),
                in.seconds("cpu"),
                in.millis("lag"),
                in.millis("lagP99"),
                in.millis("lagMax"),
                in.whole("connections"),
                in.flag("binding"));
    }

    private static int status(String text) throws BadRunFileException {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new BadRunFileException("expected an HTTP status in `result.statuses`, found " + text, e);
        }
    }
}

package dev.headroom.lab.store;

import dev.headroom.core.model.KindOfRequest;
import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Prediction;
import dev.headroom.core.model.Run;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A run as {@code run.json}, version 2; {@code docs/run-json.md} says what each field means. Names are written out
 * by hand here and in the classes beside, or are those of records and pinned by the schema: a record may be renamed, a file format may not.
 */
final class RunJson {

    static final String SCHEMA = "headroom/run/2";

    private RunJson() {}

    static ObjectNode write(Run run) {
        ObjectNode json = Out.object()
                .put("schema", SCHEMA)
                .put("experiment", run.experiment())
                .put("variant", run.variant().name())
                .put("startedAt", run.startedAt().toString())
                .put("quick", run.quick());
        json.set("failure", Out.text(run.failure()));
        json.set("load", LoadJson.write(run.load()));
        json.set("singleRequest", Out.millis(run.singleRequest()));
        json.set("baseline", Out.optional(run.baseline(), BaselineJson::write));
        json.set("kinds", Out.list(run.kinds(), RecordJson::write));
        json.set("result", Out.optional(run.result(), ResultJson::write));
        json.set("diagnosis", Out.optional(run.diagnosis(), DiagnosisJson::write));
        json.set(
                DiagnosisJson.PLACES,
                Out.list(
                        run.diagnosis()
                                .map(diagnosis -> diagnosis.account().places())
                                .orElse(List.of()),
                        RecordJson::write));
        json.set("prediction", Out.optional(run.prediction(), RunJson::prediction));
        json.set("published", VariantJson.published(run.published()));
        json.set("physics", Out.optional(run.physics(), VariantJson::physics));
        json.set("pools", Out.list(run.observation().map(Observation::pools).orElse(List.of()), PoolJson::write));
        json.set(
                "resources",
                Out.list(run.observation().map(Observation::resources).orElse(List.of()), RecordJson::write));
        json.set("probe", Out.optional(run.observation().map(Observation::probe), ObservationJson::probe));
        json.set("generator", Out.optional(run.result().map(LoadResult::generator), ResultJson::generator));
        json.set("observation", Out.optional(run.observation(), ObservationJson::write));
        json.set("cpuSeconds", Out.map(run.cpuSecondsByProcess(), Function.identity(), Out::number));
        json.set("cpuPerAnswer", Out.millis(run.cpuPerAnswer()));
        json.set("settings", Out.texts(run.settings()));
        json.set("commandLine", Out.texts(run.commandLine()));
        json.set("definition", VariantJson.write(run.variant()));
        json.set("environment", environment(run.environment()));
        json.set(
                "series", ResultJson.series(run.result().map(LoadResult::series).orElse(List.of())));
        json.set(
                "threads",
                ThreadsJson.write(run.observation().map(Observation::series).orElse(List.of())));
        return json;
    }

    static Run read(JsonNode json) throws BadRunFileException {
        In in = new In(json, "");
        String schema = in.text("schema");
        if (!schema.equals(SCHEMA)) {
            throw new BadRunFileException("expected schema `" + SCHEMA + "`, found `" + schema
                    + "`: it was written by another version of Headroom");
        }
        return new Run(
                in.text("experiment"),
                VariantJson.read(in.text("variant"), in.object("definition")),
                in.instant("startedAt"),
                in.flag("quick"),
                LoadJson.read(in.object("load")),
                in.optionalMillis("singleRequest"),
                in.optional("result", result -> ResultJson.read(result, in)),
                in.optional("observation", observation -> ObservationJson.read(observation, in)),
                in.optional("diagnosis", diagnosis -> DiagnosisJson.read(diagnosis, in)),
                in.optional("prediction", RunJson::prediction),
                in.optional("physics", VariantJson::physics),
                in.textMap("settings"),
                in.texts("commandLine"),
                in.numberMap("cpuSeconds"),
                environment(in.object("environment")),
                in.optionalText("failure"),
                in.optional("baseline", BaselineJson::read),
                in.isNull("kinds") ? List.of() : in.records(KindOfRequest.class, "kinds"));
    }

    private static ObjectNode prediction(Prediction prediction) {
        ObjectNode json = Out.object().put("throughput", prediction.throughput().perSecond());
        json.set("mean", Out.millis(prediction.mean()));
        json.set("p50", Out.millis(prediction.p50()));
        json.set("p95", Out.millis(prediction.p95()));
        json.set("p99", Out.millis(prediction.p99()));
        json.set("max", Out.millis(prediction.max()));
        return json.put("failed", prediction.failed()).put("basis", prediction.basis());
    }

    private static Prediction prediction(In in) throws BadRunFileException {
        return new Prediction(
                in.rate("throughput"),
                in.millis("mean"),
                in.millis("p50"),
                in.millis("p95"),
                in.millis("p99"),
                in.millis("max"),
                in.whole("failed"),
                in.text("basis"));
    }

    private static ObjectNode environment(Run.Environment environment) {
        return Out.object()
                .put("headroom", environment.headroom())
                .put("os", environment.os())
                .put("processor", environment.processor())
                .put("cores", environment.cores())
                .put("memoryBytes", environment.memoryBytes())
                .put("java", environment.java())
                .put("repeat", environment.repeat());
    }

    private static Run.Environment environment(In in) throws BadRunFileException {
        return new Run.Environment(
                in.text("headroom"),
                in.text("os"),
                in.text("processor"),
                in.integer("cores"),
                in.whole("memoryBytes"),
                in.text("java"),
                in.text("repeat"));
    }
}

package dev.headroom.lab.store;

import dev.headroom.core.model.Physics;
import dev.headroom.core.model.Published;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.RequestKind;
import dev.headroom.core.model.Variant;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code definition} in {@code run.json}: the variant as the experiment file has it, its name apart. */
final class VariantJson {

    private VariantJson() {}

    static ObjectNode write(Variant variant) {
        RequestKind first = variant.requests().getFirst();
        ObjectNode json = Out.object()
                .put("description", variant.description())
                .put("method", first.method())
                .put("path", first.path());
        json.set("headers", Out.texts(first.headers()));
        json.put("body", first.body());
        json.set("requests", Out.list(variant.mixed() ? variant.requests() : List.of(), RecordJson::write));
        json.set("settings", Out.texts(variant.settings()));
        json.set("jvm", Out.texts(variant.jvm()));
        json.set("load", Out.optional(variant.load(), LoadJson::write));
        json.set("published", published(variant.published()));
        json.set("physics", Out.optional(variant.physics(), VariantJson::physics));
        json.set("before", Out.list(variant.before(), VariantJson::preparation));
        json.set("lifts", Out.texts(variant.lifts()));
        json.set("jar", Out.text(variant.jar().map(Path::toString)));
        json.set("jdk", Out.text(variant.jdk()));
        return json;
    }

    static Variant read(String name, In in) throws BadRunFileException {
        return new Variant(
                name,
                in.text("description"),
                requests(in),
                in.textMap("settings"),
                in.texts("jvm"),
                in.optional("load", LoadJson::read),
                in.optional("published", VariantJson::published).orElse(Published.NONE),
                in.optional("physics", VariantJson::physics),
                in.list("before", VariantJson::preparation),
                in.texts("lifts"),
                in.optionalText("jar").map(Path::of),
                in.optionalText("jdk"));
    }

    /** Files of earlier builds know one request only. */
    private static List<RequestKind> requests(In in) throws BadRunFileException {
        List<RequestKind> several = in.isNull("requests") ? List.of() : in.records(RequestKind.class, "requests");
        return several.isEmpty()
                ? List.of(RequestKind.only(in.text("method"), in.text("path"), in.textMap("headers"), in.text("body")))
                : several;
    }

    private static ObjectNode preparation(Variant.Preparation preparation) {
        return Out.object()
                .put("method", preparation.method())
                .put("path", preparation.path())
                .put("count", preparation.count());
    }

    private static Variant.Preparation preparation(In in) throws BadRunFileException {
        return new Variant.Preparation(in.text("method"), in.text("path"), in.integer("count"));
    }

    /** Times in ms, throughput per second, errors as a share from 0 to 1; {@code null} where nothing was published. */
    static JsonNode published(Published published) {
        if (published.isEmpty()) {
            return Out.JSON.nullNode();
        }
        ObjectNode json = Out.object();
        json.set("single", Out.millis(published.single()));
        json.set("mean", Out.millis(published.mean()));
        json.set("p50", Out.millis(published.p50()));
        json.set("p95", Out.millis(published.p95()));
        json.set("p99", Out.millis(published.p99()));
        json.set("max", Out.millis(published.max()));
        json.set("throughput", rate(published.throughput()));
        json.set("errorShare", Out.number(published.errorShare()));
        return json;
    }

    private static Published published(In in) throws BadRunFileException {
        return new Published(
                in.optionalMillis("single"),
                in.optionalMillis("mean"),
                in.optionalMillis("p50"),
                in.optionalMillis("p95"),
                in.optionalMillis("p99"),
                in.optionalMillis("max"),
                optionalRate(in, "throughput"),
                in.optionalNumber("errorShare"));
    }

    static ObjectNode physics(Physics physics) {
        ObjectNode json = Out.object();
        json.set("responseTime", Out.millis(physics.responseTime()));
        json.set("throughput", rate(physics.throughput()));
        return json.put("because", physics.because());
    }

    static Physics physics(In in) throws BadRunFileException {
        return new Physics(in.optionalMillis("responseTime"), optionalRate(in, "throughput"), in.text("because"));
    }

    private static JsonNode rate(Optional<Rate> rate) {
        return Out.optional(rate, value -> Out.number(value.perSecond()));
    }

    private static Optional<Rate> optionalRate(In in, String key) throws BadRunFileException {
        return in.isNull(key) ? Optional.empty() : Optional.of(in.rate(key));
    }
}

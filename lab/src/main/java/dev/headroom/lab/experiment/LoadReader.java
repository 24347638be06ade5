package dev.headroom.lab.experiment;

import static dev.headroom.lab.experiment.ExperimentReader.number;
import static dev.headroom.lab.experiment.ExperimentReader.text;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.load.Abort;
import dev.headroom.core.model.load.Arrivals;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Program;
import dev.headroom.core.model.load.Stage;
import dev.headroom.core.model.load.ThinkTime;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.load.UserStage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The {@code load} of an experiment or variant, checked before. */
final class LoadReader {

    private LoadReader() {}

    static Load load(YamlDocument document, String pointer) {
        JsonNode node = document.at(pointer);
        Duration timeout = text(node, "timeout").map(Units::duration).orElse(Transport.DEFAULT.timeout());
        Transport transport = new Transport(
                timeout,
                timeout,
                node.path("new-connection-per-request").asBoolean(false),
                node.path("trust-any-certificate").asBoolean(false),
                text(node, "connect-timeout").map(Units::duration),
                text(node, "trusted").map(path -> Path.of(document.absolute(path))),
                node.path("http2").asBoolean(false),
                k6(document, node));
        Optional<Load.WarmUp> warmUp = warmUp(node.path("warm-up"));
        long seed = node.path("seed").asLong(Load.DEFAULT_SEED);
        Optional<Abort> abort = abort(node.path("abort"));
        JsonNode open = node.path("open");
        if (!open.isMissingNode()) {
            return open(open, seed, transport, warmUp).aborted(abort);
        }
        Optional<Program> program = program(document, pointer);
        if (program.isPresent()) {
            return new Load.Tool(
                    program.get(),
                    String.valueOf(document.file().toAbsolutePath().getParent()),
                    number(node, "users"),
                    text(node, "for").map(Units::duration),
                    transport,
                    warmUp,
                    abort);
        }
        return closed(node.path("closed"), seed, transport, warmUp).aborted(abort);
    }

    /** Which k6 sends a load of ours. */
    private static Optional<String> k6(YamlDocument document, JsonNode node) {
        return node.path("engine").asString("").equals(Transport.K6)
                ? Optional.of(text(node, "k6-program")
                        .map(program -> document.absolute(program))
                        .orElse(Transport.K6))
                : Optional.empty();
    }

    private static Load.Closed closed(JsonNode closed, long seed, Transport transport, Optional<Load.WarmUp> warmUp) {
        List<UserStage> stages =
                closed.path("stages").valueStream().map(LoadReader::userStage).toList();
        Load.Closed load = new Load.Closed(
                closed.path("users").asInt(),
                text(closed, "ramp-up").map(Units::duration).orElse(Duration.ZERO),
                think(closed.path("think")),
                stages.isEmpty() ? until(closed) : new Until.Elapsed(Duration.ZERO),
                seed,
                transport,
                warmUp);
        return stages.isEmpty() ? load : load.staged(stages);
    }

    private static UserStage userStage(JsonNode node) {
        return node.has("users")
                ? UserStage.constant(node.path("users").asInt(), duration(node, "for"))
                : new UserStage(node.path("from").asInt(), node.path("to").asInt(), duration(node, "for"));
    }

    private static Optional<Abort> abort(JsonNode node) {
        return node.isMissingNode()
                ? Optional.empty()
                : Optional.of(new Abort(Units.share(node.path("errors").asString()), duration(node, "within")));
    }

    /** The script of a load tool; empty where the load is ours. */
    static Optional<Program> program(YamlDocument document, String load) {
        JsonNode node = document.at(load);
        if (node.has("jmeter")) {
            return Optional.of(new Program.Jmeter(
                    document.absolute(node.path("jmeter").asString()),
                    text(node, "jmeter-home").map(home -> document.absolute(home))));
        }
        if (node.has("gatling")) {
            return Optional.of(new Program.Gatling(
                    node.path("gatling").path("simulation").asString(),
                    ClassPath.of(document.list(load + "/gatling/class-path").stream()
                            .map(entry -> document.absolute(entry))
                            .toList())));
        }
        if (node.has("k6")) {
            return Optional.of(new Program.K6(
                    document.absolute(node.path("k6").asString()),
                    text(node, "k6-program").map(program -> document.absolute(program))));
        }
        return node.has("command")
                ? Optional.of(new Program.Command(document.command(load + "/command")))
                : Optional.empty();
    }

    private static Load.Open open(JsonNode open, long seed, Transport transport, Optional<Load.WarmUp> warmUp) {
        List<Stage> stages =
                open.path("stages").valueStream().map(LoadReader::stage).toList();
        boolean staged = !stages.isEmpty();
        Load.Open load = new Load.Open(
                        staged ? Rate.perSecond(0) : rate(open, "rate"),
                        staged ? Duration.ZERO : duration(open, "for"),
                        transport,
                        warmUp)
                .arriving(
                        Arrivals.valueOf(open.path("arrivals").asString("even").toUpperCase(Locale.ROOT)), seed)
                .connected(number(open, "connections"));
        return staged ? load.staged(stages) : load;
    }

    private static Stage stage(JsonNode node) {
        return node.has("rate")
                ? Stage.constant(rate(node, "rate"), duration(node, "for"))
                : new Stage(rate(node, "from"), rate(node, "to"), duration(node, "for"));
    }

    private static ThinkTime think(JsonNode node) {
        if (node.has("exponential")) {
            return new ThinkTime.Exponential(duration(node, "exponential"));
        }
        if (node.has("uniform")) {
            JsonNode both = node.path("uniform");
            return new ThinkTime.Uniform(
                    Units.duration(both.path(0).asString()),
                    Units.duration(both.path(1).asString()));
        }
        if (node.has("log-normal")) {
            JsonNode shape = node.path("log-normal");
            return new ThinkTime.LogNormal(duration(shape, "median"), duration(shape, "p95"));
        }
        return node.isMissingNode() ? ThinkTime.NONE : new ThinkTime.Fixed(Units.duration(node.asString()));
    }

    private static Rate rate(JsonNode node, String key) {
        return Units.rate(node.path(key).asString());
    }

    private static Duration duration(JsonNode node, String key) {
        return Units.duration(node.path(key).asString());
    }

    private static Until until(JsonNode closed) {
        if (closed.has("iterations")) {
            return new Until.Iterations(closed.path("iterations").asInt());
        }
        if (closed.has("requests")) {
            return new Until.Requests(closed.path("requests").asLong());
        }
        return new Until.Elapsed(Units.duration(closed.path("for").asString()));
    }

    private static Optional<Load.WarmUp> warmUp(JsonNode node) {
        if (node.isMissingNode()) {
            return Optional.empty();
        }
        return Optional.of(new Load.WarmUp(
                node.path("users").asInt(), Units.duration(node.path("for").asString())));
    }
}

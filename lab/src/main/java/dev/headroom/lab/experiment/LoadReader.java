package dev.headroom.lab.experiment;

import static dev.headroom.lab.experiment.ExperimentReader.text;

import dev.headroom.core.model.Load;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The {@code load} of an experiment or variant, checked before. */
final class LoadReader {

    private LoadReader() {}

    static Load load(JsonNode node) {
        Duration timeout = text(node, "timeout").map(Units::duration).orElse(Load.Transport.DEFAULT.timeout());
        Load.Transport transport = new Load.Transport(
                timeout,
                timeout,
                node.path("new-connection-per-request").asBoolean(false),
                node.path("trust-any-certificate").asBoolean(false),
                text(node, "connect-timeout").map(Units::duration));
        Optional<Load.WarmUp> warmUp = warmUp(node.path("warm-up"));
        JsonNode open = node.path("open");
        if (!open.isMissingNode()) {
            return new Load.Open(
                    Units.rate(open.path("rate").asString()),
                    Units.duration(open.path("for").asString()),
                    transport,
                    warmUp);
        }
        JsonNode closed = node.path("closed");
        return new Load.Closed(
                closed.path("users").asInt(),
                text(closed, "ramp-up").map(Units::duration).orElse(Duration.ZERO),
                text(closed, "think").map(Units::duration).orElse(Duration.ZERO),
                until(closed),
                transport,
                warmUp);
    }

    private static Load.Until until(JsonNode closed) {
        if (closed.has("iterations")) {
            return new Load.Until.Iterations(closed.path("iterations").asInt());
        }
        if (closed.has("requests")) {
            return new Load.Until.Requests(closed.path("requests").asLong());
        }
        return new Load.Until.Elapsed(Units.duration(closed.path("for").asString()));
    }

    private static Optional<Load.WarmUp> warmUp(JsonNode node) {
        if (node.isMissingNode()) {
            return Optional.empty();
        }
        return Optional.of(new Load.WarmUp(
                node.path("users").asInt(), Units.duration(node.path("for").asString())));
    }
}

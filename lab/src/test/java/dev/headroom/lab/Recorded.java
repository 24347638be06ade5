package dev.headroom.lab;

import dev.headroom.core.diagnosis.Case;
import dev.headroom.core.diagnosis.Doctor;
import dev.headroom.core.evidence.Measurement;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.result.Counted;
import dev.headroom.core.model.result.Run;
import dev.headroom.lab.store.RunFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Runs of real services as they were recorded. */
public final class Recorded {

    private Recorded() {}

    static Run run(String name) {
        try {
            return RunFile.read(
                    Path.of(Objects.requireNonNull(Recorded.class.getResource("/recorded/" + name + ".json"))
                            .toURI()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    public static Observation observation(String name) {
        return run(name).observation().orElseThrow();
    }

    /** A full common pool behind Tomcat's, and with what can be moved of its pools. */
    public static Case commonPool(String... movable) {
        Run run = run("users-common-pool");
        return about(measured(run, with(run.observation().orElseThrow(), Arrays.asList(movable))));
    }

    private static Case about(Measurement measured) {
        return Case.of(measured, Doctor.diagnose(measured));
    }

    /** An open load that is carried. */
    public static Case nothingBinds() {
        Run run = run("users-sequential");
        return about(measured(run, run.observation().orElseThrow()));
    }

    /** What is said now of a run that was recorded. */
    static Diagnosis diagnosed(Run run) {
        return Doctor.diagnose(measured(run, run.observation().orElseThrow()));
    }

    /** What is said now of a JVM that was watched under somebody else's load. */
    static Diagnosis inspected(Path file) throws IOException {
        JsonMapper mapper = JsonMapper.shared();
        ObjectNode json = (ObjectNode) mapper.readTree(file.toFile());
        JsonNode counted = json.path("workload");
        JsonNode throughput = counted.path("throughput");
        Measure rate = new Measure(
                throughput.path("value").asDouble(Double.NaN),
                throughput.path("error").asDouble(Double.NaN),
                throughput.path("source").asString(""));
        Counted requests = new Counted(
                rate,
                counted.path("inFlight").asDouble(Double.NaN),
                counted.path("growth").asDouble(0),
                counted.path("departures").valueStream().map(JsonNode::asDouble).toList(),
                OptionalDouble.empty(),
                OptionalDouble.empty());
        return Doctor.inspect(
                        "",
                        asRun(json, mapper).observation().orElseThrow(),
                        rate.source().isEmpty() ? Optional.empty() : Optional.of(requests))
                .found();
    }

    /** Nobody but this reads such a file again: it is made one of a run, whose load is never asked for. */
    private static Run asRun(ObjectNode json, JsonMapper mapper) throws IOException {
        JsonNode run = mapper.readTree(Recorded.class.getResourceAsStream("/recorded/jdk-25/hikari-limit.json"));
        json.properties().stream()
                .filter(field -> field.getValue().isNull() && run.has(field.getKey()))
                .toList()
                .forEach(field -> json.set(field.getKey(), run.get(field.getKey())));
        json.putNull("target").putNull("diagnosis").put("variant", "watched");
        Path made = Files.createTempFile("inspection", ".json");
        try {
            return RunFile.read(Files.writeString(made, mapper.writeValueAsString(json)));
        } finally {
            Files.delete(made);
        }
    }

    private static Measurement measured(Run run, Observation seen) {
        return Measurement.of(
                run.load(),
                run.result().orElseThrow(),
                seen,
                run.baseline(),
                run.cpuSecondsByProcess(),
                run.experiment(),
                Optional.empty());
    }

    private static Observation with(Observation seen, List<String> movable) {
        List<Adjustable> levers = seen.pools().stream()
                .filter(pool -> movable.contains(pool.name()))
                .map(pool -> new Adjustable(pool.name(), size(pool), true, "set"))
                .toList();
        return new Observation(
                seen.window(),
                seen.stations(),
                seen.calls(),
                seen.processor(),
                seen.series(),
                seen.jvm(),
                seen.probe(),
                seen.network(),
                seen.hangs(),
                seen.memory(),
                levers,
                seen.host(),
                seen.notes(),
                seen.rounds());
    }

    private static int size(Station pool) {
        return pool.maximum().orElse((int) Math.rint(pool.workers()));
    }
}

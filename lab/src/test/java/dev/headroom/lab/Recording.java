package dev.headroom.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes recordings of the runs of trials, for {@link Replay}: {@code trial-hikari/TIME/limit/run.json} becomes {@code hikari-limit.json}. What a
 * diagnosis is not made of is left out, and with it most of the file.
 */
final class Recording {

    private static final List<String> MADE_OF_IT = List.of("diagnosis", "prediction", "physics");
    private static final List<String> NOT_ASKED = List.of("places", "threads");

    private static final String TEMPORARY = "java.io.tmpdir=";
    private static final String TRIAL = "trial-";

    private Recording() {}

    /** @param arguments where trials left their runs, and where recordings go */
    public static void main(String[] arguments) throws IOException {
        Path to = Files.createDirectories(Path.of(arguments[1]));
        try (Stream<Path> trials = Files.list(Path.of(arguments[0]))) {
            for (Path trial : trials.filter(Files::isDirectory).toList()) {
                record(trial, to);
            }
        }
    }

    private static void record(Path trial, Path to) throws IOException {
        String name = trial.getFileName().toString().replaceFirst("^" + TRIAL, "");
        JsonMapper json = JsonMapper.shared();
        try (Stream<Path> runs = Files.walk(trial)) {
            for (Path run : runs.filter(file -> file.endsWith("run.json")).toList()) {
                ObjectNode read = (ObjectNode) json.readTree(run.toFile());
                MADE_OF_IT.forEach(read::putNull);
                NOT_ASKED.forEach(read::putArray);
                read.putArray("commandLine").add("java");
                ((ObjectNode) read.get("environment")).put("repeat", "./headroom trials " + name);
                String variant =
                        Objects.requireNonNull(run.getParent()).getFileName().toString();
                String text = json.writeValueAsString(read).replaceAll(TEMPORARY + "[^\"]*", TEMPORARY + "tmp");
                Files.writeString(to.resolve(name + "-" + variant + ".json"), text + "\n");
            }
        }
    }
}

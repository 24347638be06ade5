package dev.headroom.lab;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.lab.experiment.ExperimentFile;
import dev.headroom.lab.running.Way;
import dev.headroom.lab.service.TestJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Experiments with two real JVMs as services, a simple generator and a probe that sees nothing. */
abstract class RealServices {

    @TempDir
    Path folder;

    final List<LabEvent> events = new ArrayList<>();
    final Lab lab = new Lab(new SimpleEngine(), new BlindWatching(), "test");
    Path out;
    Path diary;

    @BeforeEach
    void pack() throws IOException {
        TestJar.in(folder);
        out = folder.resolve("results");
        diary = folder.resolve("diary");
    }

    RunOptions options() {
        return Options.withoutProof(new RunOptions(List.of(), true, out, Way.AGENT, ""));
    }

    Experiment experiment(String duration, String variants) throws Exception {
        return experiment(duration, variants, 0);
    }

    Experiment experiment(String duration, String variants, int port) throws Exception {
        return experiment(duration, variants, port, 0);
    }

    /** @param pause milliseconds that a request takes */
    Experiment experiment(String duration, String variants, int port, int pause) throws Exception {
        Path file = folder.resolve("experiment.yaml");
        Files.writeString(file, """
                name: lab
                services:
                  first: { jar: service.jar, port: 0, ready: /ready, settings: { name: first, diary: "%1$s" } }
                  second: { jar: service.jar, port: %2$d, settings: { name: second, diary: "%1$s", pause: %4$d } }
                watch: second
                load: { open: { rate: 1/s, for: %3$s } }
                variants:
                """.formatted(diary, port, duration, pause) + variants);
        return ExperimentFile.read(file);
    }

    /** One service, started by a command line of its own. */
    Experiment command(String command, String env, String more, String load) throws Exception {
        Path file = folder.resolve("experiment.yaml");
        Files.writeString(file, """
                name: lab
                services:
                  second:
                    { command: %s, port: 0, ready: /ready, jdk: "%s", env: { %s }%s }
                watch: second
                load: { open: { rate: 50/s, for: 2s }%s }
                variants:
                  plain: { request: GET /a, before: { request: GET /hang, count: 1 } }
                """.formatted(command, System.getProperty("java.home"), env, more, load));
        return ExperimentFile.read(file);
    }

    /** Headroom in a JVM of its own. */
    List<String> headroom(Path file, String... more) {
        return Stream.concat(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                LabChild.class.getName(),
                                file.toString(),
                                out.toString()),
                        Stream.of(more))
                .toList();
    }

    Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectError(folder.resolve("error").toFile())
                .start();
    }
}

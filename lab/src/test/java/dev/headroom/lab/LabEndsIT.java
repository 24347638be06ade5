package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Experiment;
import dev.headroom.lab.service.Processes;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** However Headroom ends: no service is left behind, and no half result. */
class LabEndsIT extends RealServices {

    @Test
    void anInterruptEndsTheServicesAndKeepsFinishedRuns() throws Exception {
        Experiment experiment = experiment("60s", """
                  quick: { request: GET /a, load: { open: { rate: 1/s, for: 300ms } } }
                  endless: { request: GET /a }
                """);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread runner = Thread.ofPlatform().start(() -> {
            try {
                lab.run(experiment, options(), event -> {
                    if (event instanceof LabEvent.Progress progress
                            && progress.variant().name().equals("endless")) {
                        Thread.currentThread().interrupt();
                    }
                });
            } catch (Exception e) {
                thrown.set(e);
            }
        });

        runner.join(TimeUnit.SECONDS.toMillis(60));

        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        assertThat(out.resolve("lab/latest/quick/run.json")).exists();
        assertThat(out.resolve("lab/latest/endless/run.json")).doesNotExist();
        assertThat(Files.readAllLines(diary)).containsExactly("second", "first", "second", "first");
    }

    @Test
    void ctrlCStopsTheServicesInReverseOrderAndLeavesNoHalfResult() throws Exception {
        Path file = experiment("60s", "  plain: { request: GET /a }\n").file();
        Process headroom = startHeadroom(file);
        List<ProcessHandle> services;
        try (BufferedReader output = headroom.inputReader()) {
            assertThat(output.readLine()).isEqualTo("under load");
            services = headroom.descendants().toList();
            assertThat(services).hasSizeGreaterThanOrEqualTo(2);

            assertThat(new ProcessBuilder("kill", "-INT", Long.toString(headroom.pid()))
                            .start()
                            .waitFor())
                    .isZero();
            assertThat(headroom.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            headroom.destroyForcibly();
        }
        assertThat(headroom.exitValue()).isEqualTo(130);
        assertThat(services).noneMatch(ProcessHandle::isAlive);
        assertThat(Files.readAllLines(diary)).containsExactly("second", "first");
        try (Stream<Path> left = Files.walk(out)) {
            assertThat(left.filter(Files::isRegularFile))
                    .allMatch(path -> path.toString().endsWith(".log") || path.endsWith("experiment.json"));
        }
    }

    @Test
    void servicesEndWhenHeadroomIsKilledBySigkill() throws Exception {
        Path file = experiment("60s", "  plain: { request: GET /a }\n").file();
        assertThat(endedAfterHeadroomWasKilled(file))
                .as("both, and perhaps a command that Headroom was just asking something")
                .isGreaterThanOrEqualTo(2);
        assertThat(Files.readString(out.resolve("lab/latest/plain/second.log"))).contains("Headroom is gone");
    }

    /** How many processes Headroom had started when it was killed; returns when all of them have ended. */
    private int endedAfterHeadroomWasKilled(Path file) throws Exception {
        Process headroom = startHeadroom(file, "leashed");
        List<ProcessHandle> services;
        try (BufferedReader output = headroom.inputReader()) {
            assertThat(output.readLine()).isEqualTo("under load");
            services = headroom.descendants().toList();
        } finally {
            headroom.destroyForcibly();
        }
        for (ProcessHandle service : services) {
            service.onExit().get(20, TimeUnit.SECONDS);
        }
        return services.size();
    }

    @Test
    void theJvmOfAStartScriptEndsToo() throws Exception {
        Path file = experiment("60s", "  plain: { request: GET /a }\n").file();
        String script = "java -jar '${basedir}/service.jar' --server.port=${second.port} --name=second & wait";
        Files.writeString(
                file,
                Files.readString(file)
                        .lines()
                        .map(line -> line.startsWith("  second:")
                                ? "  second: { command: [sh, -c, \"" + script + "\"], port: 0, jdk: \""
                                        + System.getProperty("java.home") + "\" }"
                                : line)
                        .collect(Collectors.joining("\n")));
        assertThat(endedAfterHeadroomWasKilled(file)).isGreaterThanOrEqualTo(3);
    }

    @Test
    void helpersThatAreNoJvmAndWhatTheyHaveStartedEndOnCtrlC() throws Exception {
        Path file = experiment("60s", "  plain: { request: GET /a }\n").file();
        Files.writeString(
                file,
                Files.readString(file)
                        .replace(
                                "services:\n",
                                "services:\n  helper: { command: [sh, -c, \"sleep 109 & sleep 110\"] }\n"));
        Process headroom = startHeadroom(file);
        List<ProcessHandle> services;
        try (BufferedReader output = headroom.inputReader()) {
            assertThat(output.readLine()).isEqualTo("under load");
            services = headroom.descendants().toList();
            assertThat(services).hasSizeGreaterThanOrEqualTo(2 + 2);

            assertThat(new ProcessBuilder("kill", "-TERM", Long.toString(headroom.pid()))
                            .start()
                            .waitFor())
                    .isZero();
            assertThat(headroom.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            headroom.destroyForcibly();
        }
        assertThat(services).noneMatch(Processes::runs);
    }

    private Process startHeadroom(Path file, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                LabChild.class.getName(),
                file.toString(),
                out.toString()));
        command.addAll(List.of(more));
        return new ProcessBuilder(command)
                .redirectError(folder.resolve("error").toFile())
                .start();
    }
}

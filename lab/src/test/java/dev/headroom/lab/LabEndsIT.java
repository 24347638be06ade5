package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.lab.service.Processes;
import dev.headroom.lab.service.Signals;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** However Headroom ends: no service is left behind, and no half result. */
class LabEndsIT extends RealServices {

    @Test
    @Tag("nightly")
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

        runner.join(TimeUnit.MINUTES.toMillis(5));

        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        assertThat(out.resolve("lab/latest/quick/run.json")).exists();
        assertThat(out.resolve("lab/latest/endless/run.json")).doesNotExist();
        assertThat(Files.readAllLines(diary)).containsExactly("second", "first", "second", "first");
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "HUP, 129"})
    void ctrlCAndAClosedTerminalStopTheServicesInReverseOrderAndLeaveNoHalfResult(String signal, int exitCode)
            throws Exception {
        Path file = experiment("60s", "  plain: { request: GET /a }\n").file();
        List<ProcessHandle> services = servicesOf(start(Signals.heard(headroom(file))), signal, exitCode);

        assertThat(services).hasSizeGreaterThanOrEqualTo(2).noneMatch(Processes::runs);
        assertThat(Files.readAllLines(diary)).containsExactly("second", "first");
        try (Stream<Path> left = Files.walk(out)) {
            assertThat(left.filter(Files::isRegularFile))
                    .allMatch(path -> path.toString().endsWith(".log")
                            || path.endsWith("experiment.json")
                            || path.endsWith("made-of.json"));
        }
    }

    /** What Headroom had started when it was under load, and was sent the signal; returns when it has ended, with that code. */
    private static List<ProcessHandle> servicesOf(Process headroom, String signal, int exitCode) throws Exception {
        try (BufferedReader output = headroom.inputReader()) {
            assertThat(output.readLine()).isEqualTo("under load");
            List<ProcessHandle> services = headroom.descendants().toList();
            Signals.send(signal, headroom);
            assertThat(headroom.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(headroom.exitValue()).isEqualTo(exitCode);
            return services;
        } finally {
            headroom.destroyForcibly();
        }
    }

    @Tag("nightly")
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
        Process headroom = start(headroom(file, "leashed"));
        List<ProcessHandle> services;
        try (BufferedReader output = headroom.inputReader()) {
            assertThat(output.readLine()).isEqualTo("under load");
            services = headroom.descendants().toList();
        } finally {
            headroom.destroyForcibly();
        }
        Processes.awaitEnd(services);
        return services.size();
    }

    @Test
    @Tag("nightly")
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

    /** A job that a script starts with {@code &} has SIGINT ignored; {@code kill} sends SIGTERM. */
    @Test
    @Tag("nightly")
    void helpersThatAreNoJvmAndWhatTheyHaveStartedEndOnSigtermThoughInterruptsAreIgnored() throws Exception {
        Path file = experiment("60s", "  plain: { request: GET /a }\n").file();
        Files.writeString(
                file,
                Files.readString(file)
                        .replace(
                                "services:\n",
                                "services:\n  helper: { command: [sh, -c, \"sleep 109 & sleep 110\"] }\n"));
        List<ProcessHandle> services = servicesOf(start(Signals.deafToInterrupts(headroom(file))), "TERM", 143);

        assertThat(services).hasSizeGreaterThanOrEqualTo(2 + 2).noneMatch(Processes::runs);
        assertThat(Files.readAllLines(diary)).containsExactly("second", "first");
    }
}

package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.Experiment;
import dev.headroom.core.model.ExperimentResult;
import dev.headroom.core.model.Run;
import dev.headroom.lab.experiment.ExperimentFile;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.service.TestJar;
import dev.headroom.lab.store.RunFile;
import dev.headroom.lab.watch.ProbeWatching;
import dev.headroom.load.EmbeddedEngine;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real JVMs as services, a simple generator, a probe that sees nothing. */
class LabIT {

    @TempDir
    Path folder;

    private final List<LabEvent> events = new ArrayList<>();
    private final Lab lab = new Lab(new SimpleEngine(), new BlindWatching(), "test");
    private Path out;
    private Path diary;

    @BeforeEach
    void pack() throws IOException {
        TestJar.in(folder);
        out = folder.resolve("results");
        diary = folder.resolve("diary");
    }

    @Test
    void everyVariantRunsInFreshJvmsAndIsStored() throws Exception {
        Experiment experiment = experiment("500ms", """
                  plain: { request: GET /a }
                  other: { request: GET /b, settings: { pool: 8 } }
                """);

        ExperimentResult result = lab.run(experiment, options(), events::add);

        assertThat(result.completed()).isTrue();
        assertThat(result.runs()).hasSize(2).allSatisfy(run -> {
            assertThat(run.result().orElseThrow().succeeded()).isPositive();
            assertThat(run.diagnosis()).isPresent();
            assertThat(run.cpuSecondsByProcess()).containsOnlyKeys("first", "second", "headroom");
            if (Files.isReadable(Path.of("/proc/self/status"))) {
                assertThat(run.memoryBytes().orElseThrow()).isGreaterThan(10L << 20);
            }
            assertThat(run.commandLine()).contains("-Dleash=held", "-Dwatched=true", "-jar");
        });
        assertThat(result.runs())
                .extracting(run -> run.observation().orElseThrow().jvm().pid())
                .doesNotHaveDuplicates();
        assertThat(result.runs().get(1).settings()).containsEntry("pool", "8");
        for (Run run : result.runs()) {
            Path stored = out.resolve("lab/latest").resolve(run.variant().name());
            assertThat(RunFile.read(stored.resolve("run.json"))).isEqualTo(run);
            assertThat(Files.readString(stored.resolve("second.log"))).contains("hello from second");
        }
        assertThat(Files.readAllLines(diary)).containsExactly("second", "first", "second", "first");
        assertThat(events.stream()
                        .map(event -> event.getClass().getSimpleName())
                        .distinct())
                .containsExactly(
                        "ExperimentStarting",
                        "VariantStarting",
                        "ServiceStarting",
                        "ServiceReady",
                        "Prepared",
                        "Progress",
                        "VariantFinished");
    }

    @Test
    void requestsThatComeBeforeTheLoadAreSentToTheWatchedServiceAndNotAwaited() throws Exception {
        Experiment experiment =
                experiment("500ms", "  hung: { request: GET /a, before: { request: GET /hang, count: 3 } }\n");

        Run run = lab.run(experiment, options(), events::add).runs().getFirst();

        assertThat(run.failure()).isEmpty();
        assertThat(run.result().orElseThrow().succeeded()).isPositive();
        assertThat(events).contains(new LabEvent.Prepared(3));
        Path stored = out.resolve("lab/latest/hung");
        assertThat(Files.readAllLines(stored.resolve("second.log")))
                .filteredOn("told to hang"::equals)
                .hasSize(3);
        assertThat(RunFile.read(stored.resolve("run.json"))).isEqualTo(run);
    }

    @Test
    void aServiceThatDiesInMidRunEndsThatRunAloneAndWhatWasSeenIsKept() throws Exception {
        Experiment experiment = experiment("30s", """
                  fatal: { request: GET /die }
                  plain: { request: GET /a, load: { open: { rate: 1/s, for: 500ms } } }
                """);

        ExperimentResult result = lab.run(experiment, options(), events::add);

        assertThat(result.completed()).isFalse();
        Run fatal = result.runs().getFirst();
        assertThat(fatal.failure().orElseThrow())
                .startsWith("service second died under load with exit code 7.")
                .contains("told to die");
        assertThat(fatal.result().orElseThrow().failed()).isPositive();
        assertThat(fatal.observation()).isPresent();
        assertThat(fatal.diagnosis()).isEmpty();
        assertThat(RunFile.read(out.resolve("lab/latest/fatal/run.json"))).isEqualTo(fatal);
        assertThat(result.runs().get(1).failure()).isEmpty();
    }

    @Test
    void aServiceThatDiesEarlyFailsTheRunWithItsReason() throws Exception {
        Experiment experiment = experiment("500ms", "  dead: { request: GET /a, settings: { die: 3 } }\n");

        Run run = lab.run(experiment, options(), events::add).runs().getFirst();

        assertThat(run.failure().orElseThrow())
                .startsWith("service second died before it was ready with exit code 3.")
                .contains("cannot go on: no database");
        assertThat(Files.readAllLines(diary)).contains("first");
    }

    @Test
    void completedVariantsAreNotRunAgainWhenResumed() throws Exception {
        Experiment experiment = experiment("300ms", """
                  good: { request: GET /a }
                  bad: { request: GET /die }
                """);
        lab.run(experiment, options(), events::add);
        events.clear();

        ExperimentResult resumed = lab.run(experiment, options().resuming(out.resolve("lab/latest")), events::add);

        assertThat(resumed.runs()).extracting(run -> run.variant().name()).containsExactly("good", "bad");
        assertThat(events)
                .filteredOn(LabEvent.VariantSkipped.class::isInstance)
                .singleElement()
                .extracting(event ->
                        ((LabEvent.VariantSkipped) event).run().variant().name())
                .isEqualTo("good");
        assertThat(events)
                .filteredOn(LabEvent.VariantStarting.class::isInstance)
                .singleElement()
                .extracting(
                        event -> ((LabEvent.VariantStarting) event).variant().name())
                .isEqualTo("bad");
        try (Stream<Path> executions = Files.list(out.resolve("lab"))) {
            assertThat(executions.filter(path -> !Files.isSymbolicLink(path))).hasSize(1);
        }
    }

    @Test
    void aPortThatIsTakenIsAMistakeInTheFileAndNothingIsStarted() throws Exception {
        try (ServerSocket mine = new ServerSocket(0)) {
            Experiment experiment = experiment("1s", "  plain: { request: GET /a }\n", mine.getLocalPort());

            assertThatThrownBy(() -> lab.run(experiment, options(), events::add))
                    .isInstanceOf(InvalidExperimentException.class)
                    .hasMessageStartingWith(experiment.file() + ":4:31: found port " + mine.getLocalPort()
                            + " held by process " + ProcessHandle.current().pid())
                    .hasMessageEndingWith("expected a free port: end that process or change the port");
        }
        assertThat(events).isEmpty();
        assertThat(out).doesNotExist();
    }

    @Test
    void resultsThatCannotBeStoredEndTheExperimentWithTheirPath() throws Exception {
        Files.createFile(out);
        Experiment experiment = experiment("1s", "  plain: { request: GET /a }\n");

        assertThatThrownBy(() -> lab.run(experiment, options(), events::add))
                .isInstanceOf(LabException.class)
                .hasMessageContaining(out.toString())
                .hasMessageContaining("run again");
    }

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
            assertThat(services).hasSize(2);

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
                    .allMatch(path -> path.toString().endsWith(".log"));
        }
    }

    @Test
    void servicesEndWhenHeadroomIsKilledBySigkill() throws Exception {
        Path file = experiment("60s", "  plain: { request: GET /a }\n").file();
        Process headroom = startHeadroom(file, "leashed");
        List<ProcessHandle> services;
        try (BufferedReader output = headroom.inputReader()) {
            assertThat(output.readLine()).isEqualTo("under load");
            services = headroom.descendants().toList();
            assertThat(services).hasSize(2);
        } finally {
            headroom.destroyForcibly();
        }

        for (ProcessHandle service : services) {
            service.onExit().get(20, TimeUnit.SECONDS);
        }
        assertThat(Files.readString(out.resolve("lab/latest/plain/second.log"))).contains("Headroom is gone");
    }

    @ParameterizedTest
    @EnumSource(ProbeMode.class)
    void theRealGeneratorAndProbeLookAtARealService(ProbeMode mode) throws Exception {
        Experiment experiment =
                experiment("2s", "  plain: { request: GET /a, load: { open: { rate: 50/s, for: 2s } } }\n");
        RunOptions options = new RunOptions(List.of(), false, out, mode);

        Run run = new Lab(new EmbeddedEngine(), new ProbeWatching(), "test")
                .run(experiment, options, events::add)
                .runs()
                .getFirst();

        assertThat(run.failure()).isEmpty();
        assertThat(run.result().orElseThrow().succeeded()).isEqualTo(100);
        assertThat(run.observation().orElseThrow().probe().mode())
                .isEqualTo(mode.name().toLowerCase(Locale.ROOT));
        assertThat(run.observation().orElseThrow().series()).isNotEmpty();
        assertThat(run.diagnosis().orElseThrow().bindingLimit()).isEmpty();
        assertThat(RunFile.read(out.resolve("lab/latest/plain/run.json"))).isEqualTo(run);
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

    private RunOptions options() {
        return new RunOptions(List.of(), false, out, ProbeMode.AGENT, Optional.empty());
    }

    private Experiment experiment(String duration, String variants) throws Exception {
        return experiment(duration, variants, 0);
    }

    private Experiment experiment(String duration, String variants, int port) throws Exception {
        Path file = folder.resolve("experiment.yaml");
        Files.writeString(file, """
                name: lab
                services:
                  first: { jar: service.jar, port: 0, ready: /ready, settings: { name: first, diary: "%1$s" } }
                  second: { jar: service.jar, port: %2$d, settings: { name: second, diary: "%1$s" } }
                watch: second
                load: { open: { rate: 1/s, for: %3$s } }
                variants:
                """.formatted(diary, port, duration) + variants);
        return ExperimentFile.read(file);
    }
}

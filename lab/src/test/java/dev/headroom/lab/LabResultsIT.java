package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Origin;
import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.lab.service.Ports;
import dev.headroom.lab.store.RunFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What whole experiments leave on the disk, and what they keep to themselves. */
@Tag("nightly")
class LabResultsIT extends RealServices {

    private static final String SECRET = "hunter2-42";

    @Test
    void aSecretSettingReachesTheServiceAndNeitherTheCommandLineNorTheResults() throws Exception {
        int port = Ports.free();
        Experiment experiment = experiment(
                "500ms", "  plain: { request: GET /a, settings: { db.password: \"" + SECRET + " \\\\\" } }\n", port);
        Set<String> commands = new HashSet<>();
        List<String> told = new ArrayList<>();

        Run run = lab.run(experiment, options(), event -> {
                    if (event instanceof LabEvent.Progress && told.isEmpty()) {
                        told.add(get(port));
                        ProcessHandle.current().descendants().forEach(child -> commands.add(commandLine(child)));
                    }
                })
                .runs()
                .getFirst();

        assertThat(run.failure()).isEmpty();
        assertThat(told).singleElement().asString().contains("db.password=" + SECRET + " \\");
        assertThat(commands).isNotEmpty().noneMatch(command -> command.contains(SECRET));
        assertThat(run.settings()).containsEntry("db.password", "***");
        assertThat(run.commandLine()).contains("--db.password=***");
        try (Stream<Path> files = Files.walk(out.toRealPath())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file)).as(file.toString()).doesNotContain(SECRET);
            }
        }
    }

    @Test
    void whatIsBuiltMeanwhileIsNotWhatRuns() throws Exception {
        Experiment experiment = experiment("300ms", """
                  one: { request: GET /a }
                  two: { request: GET /a }
                """);
        Path jar = ((Origin.Jar) experiment.watched().origin()).file();

        ExperimentResult result = lab.run(experiment, options(), event -> {
            if (event instanceof LabEvent.VariantFinished) {
                write(jar, "half a jar");
            }
        });

        assertThat(result.completed()).isTrue();
        assertThat(result.runs().get(1).commandLine()).contains(jar.toString());
        assertThat(out.resolve("lab/latest/.jars")).doesNotExist();
    }

    @Test
    void aVariantThatIsAnotherNowRunsAgainWhenResumed() throws Exception {
        String same = "  same: { request: GET /a }\n";
        lab.run(experiment("300ms", same + "  other: { request: GET /a }\n"), options(), events::add);
        events.clear();

        Experiment changed = experiment("300ms", same + "  other: { request: GET /a, settings: { pool: 8 } }\n");
        lab.run(changed, Options.resuming(options(), out.resolve("lab/latest")), events::add);

        assertThat(events)
                .filteredOn(LabEvent.VariantChanged.class::isInstance)
                .containsExactly(new LabEvent.VariantChanged(changed.variants().get(1), List.of("settings")));
        assertThat(events).filteredOn(LabEvent.VariantSkipped.class::isInstance).hasSize(1);
        assertThat(events)
                .filteredOn(LabEvent.VariantStarting.class::isInstance)
                .hasSize(1);
    }

    @Test
    void runsOfOtherServicesAreNotKeptHoweverOftenItIsBrokenOff() throws Exception {
        String variants = "  one: { request: GET /a }\n  two: { request: GET /a }\n";
        lab.run(experiment("300ms", variants), options(), events::add);
        Experiment changed = experiment("300ms", variants, 0, 1);
        RunOptions resuming = Options.resuming(options(), out.resolve("lab/latest"));

        Throwable brokenOff = catchThrowable(() -> lab.run(changed, resuming, event -> {
            if (event instanceof LabEvent.VariantStarting) {
                Thread.currentThread().interrupt();
            }
        }));
        assertThat(brokenOff).isInstanceOf(InterruptedException.class);
        assertThat(out.resolve("lab/latest/one@before/run.json")).exists();
        events.clear();
        lab.run(changed, resuming, events::add);
        assertThat(out.resolve("lab/latest/one/run.json")).exists();
        assertThat(out.resolve("lab/latest/one@before")).doesNotExist();

        assertThat(events)
                .contains(new LabEvent.VariantChanged(changed.variants().get(1), List.of("services")));
        assertThat(events).filteredOn(LabEvent.VariantSkipped.class::isInstance).isEmpty();
    }

    @Test
    void aFileThatCannotBeReadIsToldBeforeAnythingRuns() throws Exception {
        Experiment experiment = experiment("300ms", "  one: { request: GET /a }\n  two: { request: GET /a }\n");
        lab.run(experiment, options(), events::add);
        Files.delete(out.resolve("lab/latest/one/run.json"));
        Files.writeString(out.resolve("lab/latest/two/run.json"), "{");
        events.clear();

        RunOptions resuming = Options.resuming(options(), out.resolve("lab/latest"));
        assertThatThrownBy(() -> lab.run(experiment, resuming, events::add))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("cannot resume: ")
                .hasMessageContaining("two/run.json: not JSON")
                .hasMessageEndingWith("Delete that file, or move it away, and resume again");
        assertThat(events).noneMatch(LabEvent.VariantStarting.class::isInstance);
    }

    @Test
    void whatWasBuiltAnewRunsAgainWhenResumed() throws Exception {
        Experiment experiment = experiment("300ms", "  one: { request: GET /a }\n");
        lab.run(experiment, options(), events::add);
        Path jar = ((Origin.Jar) experiment.watched().origin()).file();
        Files.write(jar, "a comment at its end".getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);
        events.clear();

        lab.run(experiment, Options.resuming(options(), out.resolve("lab/latest")), events::add);

        assertThat(events)
                .filteredOn(LabEvent.VariantChanged.class::isInstance)
                .containsExactly(
                        new LabEvent.VariantChanged(experiment.variants().getFirst(), List.of("service.jar")));
    }

    @Test
    void aVariantWhoseJdkIsNotHereIsLeftOutAndStoredAsSuchAndTheOthersRun() throws Exception {
        Experiment experiment = experiment("300ms", """
                  next: { request: GET /a, jdk: 99 }
                  here: { request: GET /a }
                """);

        ExperimentResult result = lab.run(experiment, options(), events::add);

        assertThat(result.completed()).isTrue();
        assertThat(result.answered()).isTrue();
        Run next = result.runs().getFirst();
        assertThat(next.leftOut()).hasValueSatisfying(why -> assertThat(why).contains("is to run on JDK 99"));
        assertThat(result.runs().get(1).answered()).isTrue();
        assertThat(events).contains(new LabEvent.VariantLeftOut(next));
        assertThat(RunFile.read(out.resolve("lab/latest/next/run.json"))).isEqualTo(next);

        events.clear();
        lab.run(experiment, Options.resuming(options(), out.resolve("lab/latest")), events::add);
        assertThat(events)
                .as("it may be installed by then")
                .filteredOn(LabEvent.VariantLeftOut.class::isInstance)
                .hasSize(1);
    }

    @Test
    void whatCannotBeStoredIsStillTold() throws Exception {
        Experiment experiment = experiment("300ms", "  plain: { request: GET /a }\n");

        LabException failure = catchThrowableOfType(
                LabException.class,
                () -> lab.run(experiment, options(), event -> {
                    if (event instanceof LabEvent.Progress) {
                        // stands where run.json shall go
                        directories(out.resolve("lab/latest/plain/run.json/in-the-way"));
                    }
                }));

        assertThat(failure).hasMessageContaining("cannot store results");
        assertThat(failure.measured().orElseThrow().runs())
                .singleElement()
                .satisfies(run ->
                        assertThat(run.result().orElseThrow().succeeded()).isPositive());
    }

    private static String get(int port) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/settings"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String commandLine(ProcessHandle child) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(child.pid()), "cmdline"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void directories(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.headroom.core.model.Expectations;
import dev.headroom.core.model.Experiment;
import dev.headroom.core.model.ExperimentResult;
import dev.headroom.core.model.KindOfRequest;
import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.Run;
import dev.headroom.lab.experiment.ExperimentFile;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.store.RunFile;
import dev.headroom.lab.watch.AttachingProbes;
import dev.headroom.load.EmbeddedEngine;
import dev.headroom.load.LoadProgress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole experiments, with real JVMs as services. */
class LabIT extends RealServices {

    @Test
    void everyVariantRunsInFreshJvmsAndIsStored() throws Exception {
        Experiment experiment = experiment("500ms", """
                  plain: { request: GET /a }
                  other: { request: GET /b, settings: { pool: 8 } }
                """);

        ExperimentResult result = lab.run(experiment, options(), events::add);

        assertThat(result.completed()).isTrue();
        assertThat(result.answered()).isTrue();
        assertThat(result.runs()).hasSize(2).allSatisfy(run -> {
            assertThat(run.result().orElseThrow().succeeded()).isPositive();
            assertThat(run.diagnosis()).isPresent();
            assertThat(run.baseline().orElseThrow().response().value()).isPositive();
            assertThat(run.cpuSecondsByProcess()).containsOnlyKeys("first", "second", "headroom");
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
                        "BaselineStarting",
                        "VariantFinished");
    }

    @Test
    void stepsWithValuesAreKindsOfTheirOwn() throws Exception {
        Files.writeString(folder.resolve("ids.csv"), "id\none\ntwo\n");
        Experiment experiment = experiment("500ms", """
                  buying:
                    login:
                      - { name: login, request: "POST /login/${ids.id}", take: { since: { header: Date } } }
                    steps:
                      - { name: cart, request: "GET /cart/${since}", take: { length: { header: Content-Length } } }
                      - { name: order, request: "GET /order/${length}/${ids.id}" }
                    load: { closed: { users: 2, for: 500ms } }
                data:
                  ids: { csv: ids.csv }
                """);

        Run run = new Lab(new EmbeddedEngine(), new BlindWatching(), "test")
                .run(experiment, options(), events::add)
                .runs()
                .getFirst();

        assertThat(run.failure()).isEmpty();
        assertThat(run.result().orElseThrow().errors()).isEmpty();
        assertThat(run.result().orElseThrow().kinds())
                .extracting(LoadResult.Kind::name)
                .containsExactly("cart", "order");
        assertThat(run.kinds()).extracting(KindOfRequest::name).containsExactly("cart", "order");
        assertThat(run.kinds()).allMatch(kind -> kind.alone().isPresent());
        assertThat(RunFile.read(out.resolve("lab/latest/buying/run.json"))).isEqualTo(run);
    }

    @Test
    void whereUsersCannotLogInTheRunSaysWhy() throws Exception {
        Experiment experiment = experiment("500ms", """
                  denied:
                    login: [{ name: login, request: POST /unknown }]
                    request: GET /a
                """);

        Run run = new Lab(new EmbeddedEngine(), new BlindWatching(), "test")
                .run(experiment, options(), events::add)
                .runs()
                .getFirst();

        assertThat(run.failure().orElseThrow())
                .isEqualTo("login failed, after 0 of 2 users: POST /unknown: status 404");
    }

    @Test
    void aRunInWhichNothingIsAnsweredWellIsCompletedAndNotAnswered() throws Exception {
        ExperimentResult result =
                lab.run(experiment("500ms", "  missing: { request: GET /unknown }\n"), options(), events::add);

        assertThat(result.completed()).isTrue();
        assertThat(result.answered()).isFalse();
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
        Path poison = folder.resolve("poison");
        Experiment experiment = experiment("30s", """
                  fatal: { request: GET /a, settings: { poison: "%s" } }
                  plain: { request: GET /a, load: { open: { rate: 1/s, for: 500ms } } }
                """.formatted(poison));

        ExperimentResult result = lab.run(experiment, options(), event -> {
            if (event instanceof LabEvent.Progress progress && progress.load().phase() == LoadProgress.Phase.LOAD) {
                appear(poison);
            }
        });

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

    private static void appear(Path file) {
        try {
            Files.writeString(file, "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aServiceThatDiesInItsWarmUpFailsTheRunWithItsReason() throws Exception {
        Run run = lab.run(experiment("30s", "  fatal: { request: GET /die }\n"), options(), events::add)
                .runs()
                .getFirst();

        assertThat(run.failure().orElseThrow()).startsWith("service second died under load with exit code 7.");
        assertThat(run.result()).isEmpty();
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
    void variantsThatAreRepeatedTakeTurnsAndAreResumedOneByOne() throws Exception {
        Experiment experiment = experiment("300ms", """
                  a: { request: GET /a }
                  b: { request: GET /b }
                """);
        ExperimentResult result = lab.run(experiment, options().times(2), events::add);

        assertThat(result.runs())
                .extracting(run -> run.variant().name() + " " + run.repetition())
                .containsExactly("a 1", "b 1", "a 2", "b 2");
        Path latest = out.resolve("lab/latest");
        assertThat(RunFile.read(latest.resolve("a@2/run.json")))
                .isEqualTo(result.runs().get(2));
        Files.delete(latest.resolve("a@2/run.json"));
        events.clear();

        ExperimentResult resumed = lab.run(experiment, options().times(2).resuming(latest), events::add);

        assertThat(resumed.runs())
                .extracting(run -> run.variant().name() + " " + run.repetition())
                .containsExactly("a 1", "b 1", "a 2", "b 2");
        assertThat(events).filteredOn(LabEvent.VariantSkipped.class::isInstance).hasSize(3);
        assertThat(events)
                .filteredOn(LabEvent.VariantFinished.class::isInstance)
                .hasSize(1);
    }

    @Test
    void runsOfOtherOverridesAreNotResumed() throws Exception {
        Experiment experiment = experiment("300ms", "  a: { request: GET /a }\n");
        lab.run(experiment, options().overriding(List.of("rate 2/s")), events::add);
        events.clear();

        ExperimentResult resumed = lab.run(experiment, options().resuming(out.resolve("lab/latest")), events::add);

        assertThat(events).filteredOn(LabEvent.VariantSkipped.class::isInstance).isEmpty();
        assertThat(resumed.runs().getFirst().overrides()).isEmpty();
    }

    @Test
    void whatIsExpectedIsHeldAgainstTheRunAndStored() throws Exception {
        Experiment experiment = experiment("1s", """
                  fine: { request: GET /a, expect: { errors: at most 1%, throughput: above 1/s } }
                  bad: { request: GET /unknown, expect: { errors: at most 1%, p95: <5s } }
                """);

        ExperimentResult result = lab.run(experiment, options(), events::add);

        assertThat(result.met()).isFalse();
        assertThat(result.runs().get(0).expectations()).hasSize(2).allMatch(Expectations.Outcome::met);
        assertThat(result.runs().get(1).expectations())
                .extracting(Expectations.Outcome::measured, Expectations.Outcome::met)
                .containsExactly(tuple("nothing was answered", false), tuple("100 %", false));
        assertThat(RunFile.read(out.resolve("lab/latest/bad/run.json")))
                .isEqualTo(result.runs().get(1));
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

    @ParameterizedTest
    @EnumSource(ProbeMode.class)
    void theRealGeneratorAndProbeLookAtARealService(ProbeMode mode) throws Exception {
        Experiment experiment =
                experiment("2s", "  plain: { request: GET /a, load: { open: { rate: 50/s, for: 2s } } }\n");
        RunOptions options = new RunOptions(List.of(), true, out, mode);

        Run run = new Lab(new EmbeddedEngine(), new AttachingProbes(), "test")
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

    @ParameterizedTest
    @ValueSource(strings = {"java -version", "unset JAVA_TOOL_OPTIONS"})
    void aStartScriptIsWatchedInTheJvmThatItStarts(String first) throws Exception {
        Path script = folder.resolve("start.sh");
        Files.writeString(script, """
                #!/bin/sh
                %s
                java -jar "$1" --server.port="$PORT" --name=second &
                wait
                """.formatted(first));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Experiment experiment = command("[./start.sh, '${basedir}/service.jar']", "PORT: '${second.port}'", "", "");
        RunOptions options = new RunOptions(List.of(), true, out, ProbeMode.AGENT);

        Run run = new Lab(new EmbeddedEngine(), new AttachingProbes(), "test")
                .run(experiment, options, events::add)
                .runs()
                .getFirst();

        assertThat(run.failure()).isEmpty();
        assertThat(run.result().orElseThrow().succeeded()).isEqualTo(100);
        assertThat(run.commandLine()).containsExactly(script.toString(), folder + "/service.jar");
        assertThat(run.observation().orElseThrow().jvm().version())
                .isEqualTo(Runtime.version().toString().replaceFirst("[+-].*", ""));
        assertThat(run.observation().orElseThrow().series()).isNotEmpty();
        assertThat(run.cpuSecondsByProcess().get("second")).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"trust-any-certificate: true", "trusted: service.pem"})
    void aServiceWithACertificateOfItsOwnIsAskedOverHttps(String trust) throws Exception {
        keytool("-genkeypair -keyalg EC -dname CN=second -ext SAN=dns:localhost -storetype PKCS12");
        keytool("-exportcert -rfc -file " + folder.resolve("service.pem"));
        Experiment experiment = command(
                "[java, -jar, '${basedir}/service.jar', '--server.port=${second.port}', '--keys=${basedir}/keys.p12', --password=changeit]",
                "A: b",
                ", scheme: https, host: localhost",
                ", " + trust);

        Run run = new Lab(new EmbeddedEngine(), new BlindWatching(), "test")
                .run(experiment, options(), events::add)
                .runs()
                .getFirst();

        assertThat(run.failure()).isEmpty();
        assertThat(run.result().orElseThrow().succeeded()).isEqualTo(100);
        assertThat(events).contains(new LabEvent.Prepared(1));
    }

    private void keytool(String options) throws Exception {
        String tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        String line = tool + " " + options + " -storepass changeit -keystore " + folder.resolve("keys.p12");
        assertThat(new ProcessBuilder(line.split(" ")).inheritIO().start().waitFor())
                .isZero();
    }

    private Experiment command(String command, String env, String more, String load) throws Exception {
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
}

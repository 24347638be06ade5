package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.headroom.core.model.experiment.Expectations;
import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.store.RunFile;
import dev.headroom.load.recording.LoadProgress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

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
    @Tag("nightly")
    void aRunInWhichNothingIsAnsweredWellIsCompletedAndNotAnswered() throws Exception {
        ExperimentResult result =
                lab.run(experiment("500ms", "  missing: { request: GET /unknown }\n"), options(), events::add);

        assertThat(result.completed()).isTrue();
        assertThat(result.answered()).isFalse();
    }

    @Test
    @Tag("nightly")
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

    @Tag("nightly")
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
    @Tag("nightly")
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
}

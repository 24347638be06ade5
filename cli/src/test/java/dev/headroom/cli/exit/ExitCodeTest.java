package dev.headroom.cli.exit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.cli.Main;
import dev.headroom.cli.commands.DiagnoseCommand;
import dev.headroom.cli.commands.WatchCommand;
import dev.headroom.cli.live.RunningTarget;
import dev.headroom.cli.live.WatchLoop;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.DiagnosisBuilder;
import dev.headroom.core.model.experiment.Expectations.Outcome;
import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.core.testing.Plain;
import dev.headroom.lab.running.Way;
import dev.headroom.probe.ProbeException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExitCodeTest {

    private static final Outcome MET = new Outcome("p95", "< 1 s", "any", true);
    private static final Outcome NOT_MET = new Outcome("errors", "< 1 %", "any", false);

    @Test
    void aRunThatIsAsExpectedEndsWithZeroAndOneThatIsNotWithThree() {
        Run run = run(100, Verdict.LOAD_IS_THE_LIMIT, "");

        assertThat(code(run)).isEqualTo(ExitCode.DONE);
        assertThat(code(run.withExpectations(List.of(MET)))).isEqualTo(ExitCode.DONE);
        assertThat(code(run.withExpectations(List.of(MET, NOT_MET)))).isEqualTo(ExitCode.NOT_AS_EXPECTED);
    }

    @Test
    void aRunOfWhichNoFiguresCameEndsWithOneThoughNothingWasExpected() {
        assertThat(code(run(0, Verdict.ALL_REQUESTS_FAIL, ""))).isEqualTo(ExitCode.FAILED);
        assertThat(code(run(150, Verdict.ALL_REQUESTS_FAIL, ""))).isEqualTo(ExitCode.FAILED);
        assertThat(code(run(100, Verdict.GENERATOR_IS_THE_LIMIT, ""))).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void aRunThatBrokeOffIsToldBeforeAnExpectationThatIsNotMet() {
        Run broken = run(100, Verdict.LOAD_IS_THE_LIMIT, "it died");

        assertThat(code(broken.withExpectations(List.of(NOT_MET)))).isEqualTo(ExitCode.FAILED);
        assertThat(ExitCode.worst(Stream.of(ExitCode.NOT_AS_EXPECTED, ExitCode.FAILED, ExitCode.DONE)))
                .isEqualTo(ExitCode.FAILED);
        assertThat(ExitCode.worst(Stream.of(ExitCode.DONE, ExitCode.NOT_AS_EXPECTED)))
                .isEqualTo(ExitCode.NOT_AS_EXPECTED);
        assertThat(ExitCode.worst(Stream.of())).isEqualTo(ExitCode.DONE);
    }

    @ParameterizedTest
    @CsvSource({
        "LOAD_IS_THE_LIMIT, DONE",
        "LIMIT, UNKNOWN",
        "NOT_STATIONARY, UNKNOWN",
        "ALL_REQUESTS_FAIL, UNKNOWN",
        "UNKNOWN, UNKNOWN"
    })
    void whatIsNotKnownOfARunningJvmIsNeitherBadInputNorAFailure(Verdict verdict, ExitCode code) {
        DiagnosisBuilder found = Diagnosis.builder(verdict, Measure.exact(10, "test"));
        assertThat(DiagnoseCommand.exitCode(found.standing(Standing.SUPPORTED).build()))
                .isEqualTo(code);
        assertThat(DiagnoseCommand.exitCode(found.standing(Standing.SUSPECTED).build()))
                .isEqualTo(ExitCode.UNKNOWN);
    }

    @Test
    void aJvmThatCannotBeSeenIsNotOneThatIsNotThere() {
        assertThat(code(new ProbeException("/proc cannot be read"))).isEqualTo(ExitCode.FAILED.code());
        assertThatThrownBy(() -> RunningTarget.find("no-such-service-anywhere", Way.DUMP))
                .satisfies(failure -> assertThat(code(failure)).isEqualTo(ExitCode.BAD_INPUT.code()));
    }

    private static int code(Throwable failure) {
        return FailureHandler.tell(failure, new PrintWriter(new StringWriter()));
    }

    @Test
    void ctrlCEndsTheViewAsItEndsEveryCommandAndQIsNoFailure() {
        assertThat(WatchCommand.exitCode(WatchLoop.Face.CTRL_C)).isEqualTo(130);
        assertThat(WatchCommand.exitCode('q')).isZero();
    }

    @Test
    void theDocumentationHasTheTableOfAllCommands() throws IOException {
        StringBuilder table = new StringBuilder("| exit code | meaning | of |\n| --- | --- | --- |\n");
        ExitCode.words(ExitCode.values())
                .forEach((code, words) -> table.append("| %s | %s | %s |%n".formatted(code, words, commands(code))));

        assertThat(Path.of("..", "docs", "commands.md")).content().contains(table);
    }

    private static String commands(String code) {
        Set<String> all = Main.commandLine().getSubcommands().keySet();
        List<String> its = all.stream()
                .filter(name -> Stream.of(ExitCode.of(name)).anyMatch(one -> code.equals("" + one.code())))
                .toList();
        return its.isEmpty() || its.size() == all.size() ? "every command" : String.join(", ", its);
    }

    @Test
    void theHelpOfEachCommandNamesItsCodes() {
        Main.commandLine().getSubcommands().forEach((name, command) -> {
            String help = command.getUsageMessage().replaceAll("\\s+", " ");
            assertThat(ExitCode.of(name))
                    .as(name)
                    .isNotEmpty()
                    .allSatisfy(code -> assertThat(help)
                            .contains(" %d %s"
                                    .formatted(code.code(), ExitCode.words(code).get("" + code.code()))));
        });
        assertThat(ExitCode.of("diagnose")).contains(ExitCode.BINDS, ExitCode.UNKNOWN);
        assertThat(ExitCode.of("run")).contains(ExitCode.NOT_AS_EXPECTED).doesNotContain(ExitCode.BINDS);
    }

    @Test
    void aFaultOfHeadroomItselfIsNotAFailureOfWhatWasAsked() {
        StringWriter said = new StringWriter();
        assertThat(FailureHandler.tell(new IllegalStateException("oops"), new PrintWriter(said)))
                .isEqualTo(70);
        assertThat(said.toString()).contains("a fault of Headroom itself", "oops", "HEADROOM_DEBUG=1");
        assertThat(said.toString().lines()).hasSize(1);
    }

    private static ExitCode code(Run run) {
        Experiment experiment = new Experiment(
                "users", "", "", Path.of(""), List.of(), "", Plain.LOAD, Optional.empty(), List.of(run.variant()));
        return ExitCode.of(new ExperimentResult(experiment, Instant.EPOCH, Duration.ofSeconds(1), List.of(run)));
    }

    private static Run run(long succeeded, Verdict verdict, String failure) {
        LoadResult result = new LoadResult(
                Instant.EPOCH,
                Duration.ofSeconds(1),
                100,
                succeeded,
                succeeded == 100 ? Map.of() : Map.of(ErrorKind.REFUSED, 100 - succeeded),
                Map.of(),
                Rate.perSecond(succeeded),
                Latency.NONE,
                Latency.NONE,
                List.of(),
                new LoadResult.Generator("", Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, 1, false),
                List.of(),
                Map.of(),
                List.of(),
                Optional.empty());
        Diagnosis diagnosis =
                Diagnosis.builder(verdict, Measure.exact(succeeded, "test")).build();
        return Plain.run(
                "a", Optional.of(result), diagnosis, Optional.of(failure).filter(why -> !why.isEmpty()));
    }
}

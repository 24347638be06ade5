package dev.headroom.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cli.exit.ExitCode;
import dev.headroom.cli.exit.FailureHandler;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What is told before a trial is run. */
class TrialsCommandTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path home;

    private final StringWriter err = new StringWriter();

    @BeforeEach
    void built() throws IOException {
        Path trials = Files.createDirectories(home.resolve("trials"));
        Files.copy(Path.of("..", "trials", "trials.yaml"), trials.resolve("trials.yaml"));
        Files.createFile(Files.createDirectories(trials.resolve("target")).resolve("trials.jar"));
    }

    private int trials(String... arguments) {
        return new CommandLine(new TrialsCommand(home))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler(new FailureHandler())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --repeat 0                     | --repeat wants 1 or more, not 0
            --repeat -1                    | --repeat wants 1 or more, not -1
            --generated 0                  | --generated wants 1 or more, not 0
            --generated -3                 | --generated wants 1 or more, not -3
            --generated 2 --jobs 0         | --jobs wants 1 or more, not 0
            --generated 2 --check -1       | --check wants 0 or more, not -1
            --generated 2 --ties 10        | --ties wants a share from 0 to 1, not 10.0
            helidon --generated 5          | in place of the trials: leave out helidon
            --generated 5 --full --twins   | in place of the trials: leave out --twins, --full
            --generated 5 --by dump        | in place of the trials: leave out --by
            --seed 3                       | only drawn services have --seed: add --generated N
            helidon --quick --live agent   | only drawn services have --quick, --live: add --generated N
            --jobs 2                       | only drawn services have --jobs: add --generated N
            """)
    void whatWouldRunNothingOrBeIgnoredIsBadInput(String line, String told) {
        assertThat(trials(line.split(" "))).as(err.toString()).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(err.toString()).contains(told);
    }

    @Test
    void aTrialThatRunsOnNoneOfTheJdksIsNotDone() {
        assertThat(trials("helidon", "--jdk", "17")).isEqualTo(ExitCode.FAILED.code());
        assertThat(err.toString()).contains("no trial was run");
    }

    @ParameterizedTest
    @CsvSource({"--json", "--markdown"})
    void aFileThatCannotBeWrittenIsToldBeforeTheFirstTrial(String option) throws IOException {
        Path file = Files.createFile(home.resolve("file"));
        Path rows = file.resolve("rows");

        assertThat(trials("helidon", "--out", home.resolve("results").toString(), option, rows.toString()))
                .isEqualTo(ExitCode.FAILED.code());
        assertThat(err.toString()).contains("cannot write " + rows);
        assertThat(home.resolve("results")).doesNotExist();
    }

    @Test
    void aFileOfDrawnServicesThatCannotBeWrittenIsToldBeforeTheFirst() throws IOException {
        Path file = Files.createFile(home.resolve("file"));
        String out = home.resolve("results").toString();

        for (String option : new String[] {"--json", "--markdown", "--sweeps"}) {
            String rows = file.resolve(option).toString();
            assertThat(trials("--generated", "1", "--out", out, option, rows)).isEqualTo(ExitCode.FAILED.code());
            assertThat(err.toString()).contains("cannot write " + rows);
        }
        assertThat(home.resolve("results")).doesNotExist();
    }
}

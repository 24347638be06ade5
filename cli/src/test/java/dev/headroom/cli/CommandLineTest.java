package dev.headroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CommandLineTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private static final Path RECORDED = Path.of("..", "lab", "src", "test", "resources", "recorded");

    private record Answer(int exitCode, String out, String err) {}

    private static Answer headroom(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine commandLine =
                Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return new Answer(commandLine.execute(arguments), out.toString(), err.toString());
    }

    @Test
    void anUnknownExperimentIsBadInputAndTheBundledOnesAreNamed() {
        Answer answer = headroom("run", "no-such-case");
        assertThat(answer.exitCode()).isEqualTo(2);
        assertThat(answer.err()).contains("no experiment 'no-such-case'", "bundled case", "YAML file");
    }

    @Test
    void aMistakeInAFileIsToldWithItsLine() throws IOException {
        Path file = Files.writeString(folder.resolve("bad.yaml"), """
                name: bad
                services:
                  one: { jarr: x.jar, port: 0 }
                watch: one
                load: { open: { rate: 20, for: 60s } }
                variants:
                  a: { request: GET / }
                """);
        Answer answer = headroom("run", file.toString());
        assertThat(answer.exitCode()).isEqualTo(2);
        assertThat(answer.err()).contains("bad.yaml:3:", "jarr", "bad.yaml:5:", "20");
    }

    @Test
    void anUnknownOptionIsBadInput() {
        assertThat(headroom("run", "users", "--fast").exitCode()).isEqualTo(2);
    }

    @Test
    void oneVariantOfAllCasesIsBadInput() {
        Answer answer = headroom("run", "all", "--variant", "lifted");
        assertThat(answer.exitCode()).isEqualTo(2);
        assertThat(answer.err()).contains("--variant and --resume go with one case");
    }

    @Test
    void aReportOfAFolderWithoutRunsIsBadInput() {
        assertThat(headroom("report", folder.toString())).satisfies(answer -> {
            assertThat(answer.exitCode()).isEqualTo(2);
            assertThat(answer.err()).contains("run.json");
        });
        assertThat(headroom("report", folder.resolve("nothing").toString()).exitCode())
                .isEqualTo(2);
    }

    @Test
    void reportsOfEarlierRunsAreMadeAgainWithAPageThatLeadsToThem() throws IOException {
        for (String variant : new String[] {"common-pool", "lifted"}) {
            Path run = Files.createDirectories(folder.resolve("users").resolve(variant));
            Files.copy(RECORDED.resolve("users-" + variant + ".json"), run.resolve("run.json"));
        }
        Answer answer = headroom(
                "report",
                folder.resolve("users").toString(),
                "--index",
                folder.resolve("all").toString());
        assertThat(answer.err()).isEmpty();
        assertThat(answer.exitCode()).isZero();
        assertThat(folder.resolve("users/report.md")).content().contains("1 **common-pool**", "2 **lifted**");
        assertThat(folder.resolve("all/index.html")).content().contains("href=\"../users/report.html\"");
    }

    @Test
    void everyCommandHasHelp() {
        for (String command : Main.commandLine().getSubcommands().keySet()) {
            Answer answer = command.equals("help") ? headroom("help") : headroom(command, "--help");
            assertThat(answer.exitCode()).as(command).isZero();
            assertThat(answer.out()).as(command).contains("Usage:");
        }
    }

    @Test
    void theCompletionScriptKnowsTheOptionsOfRun() {
        Answer answer = headroom("generate-completion");
        assertThat(answer.exitCode()).isZero();
        assertThat(answer.out()).contains("--variant", "--quick", "--no-prove", "--out");
    }

    @Test
    void theVersionNamesHeadroomAndJava() {
        assertThat(headroom("--version").out()).contains("headroom ", "Java ");
    }
}

package dev.headroom.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.headroom.cli.commands.BundledCases;
import dev.headroom.cli.commands.ListCommand;
import dev.headroom.cli.exit.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

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
    void validateTellsEveryMistakeOfEveryFileAndStartsNothing() throws IOException {
        Path good = experiment("good", "20/s");
        Path bad = experiment("bad", "20");

        Answer fine = headroom("validate", good.toString());
        assertThat(fine.exitCode()).isZero();
        assertThat(fine.out()).contains(good + ": no mistake, 1 variant");
        Answer mistakes = headroom(
                "validate",
                bad.toString(),
                good.toString(),
                folder.resolve("none.yaml").toString());
        assertThat(mistakes.exitCode()).isEqualTo(2);
        assertThat(mistakes.err())
                .contains(
                        "bad.yaml:4:23: found `20`",
                        "no experiment file " + folder.resolve("none.yaml") + "; in " + folder
                                + " there is: bad.yaml, good.yaml");
        assertThat(mistakes.out()).contains(good + ": no mistake");
    }

    @Test
    void validateWarnsOfSecretsThatStandOnTheCommandLineOfAProgram() throws IOException {
        Path file = Files.writeString(folder.resolve("open.yaml"), """
                name: open
                services:
                  db: { command: [sh, -c, "sleep 1", --db.password=hunter2], args: [--api-key, abc] }
                  other: { command: java -jar x.jar --password=hunter2 }
                  one: { command: "sh -c 'serve --token=xyz'", port: 8080 }
                watch: one
                load: { open: { rate: 1/s, for: 1s } }
                variants:
                  a: { request: GET /, args: [--secret=s] }
                  b: { request: GET /, args: [--secret=s] }
                """);

        Answer answer = headroom("validate", file.toString());

        assertThat(answer.exitCode()).isZero();
        assertThat(answer.err().lines())
                .containsExactly(
                        file
                                + ":3:38: found `--db.password=***` on a command line, which every user of this machine can"
                                + " read; expected a secret in `env`, or in a file that the program reads",
                        file + ":3:80: found `***` on a command line, which every user of this machine can read;"
                                + " expected a secret in `env`, or in a file that the program reads",
                        file
                                + ":5:19: found `serve --token=***` on a command line, which every user of this machine can"
                                + " read; expected a secret in `env`, or in a file that the program reads",
                        file
                                + ":9:31: found `--secret=***` on a command line, which every user of this machine can read;"
                                + " expected a secret in `env`, or in a file that the program reads");
    }

    @Test
    void validateWarnsOfSecretsThatStandOnTheCommandLineOfALoadTool() throws IOException {
        Path file = Files.writeString(folder.resolve("load.yaml"), """
                name: load
                services: { one: { command: sh, port: 8080 } }
                watch: one
                load: { command: [ab, -H, "Authorization: Bearer t0ken"] }
                variants:
                  a: { request: GET / }
                  b: { request: GET /, load: { command: "java -jar ab.jar --token=xyz" } }
                """);

        assertThat(headroom("validate", file.toString()).err().lines())
                .hasSize(2)
                .anySatisfy(
                        warning -> assertThat(warning).contains(":4:27: found `Authorization: ***` on a command line"))
                .anySatisfy(warning -> assertThat(warning).contains(":7:", "--token=***", "on a command line"));
    }

    @Test
    void aSecretInAFileIsInNoMistakeOrWarningOfIt() throws IOException {
        String form = "gh" + "p_0a1b2c3d4e5f6g7h8i9jAkBlCmDnEoFpGqHr";
        Path bad = experiment("bad", form);
        Path open = Files.writeString(folder.resolve("open.yaml"), """
                name: open
                services: { one: { command: "sh -c 'serve --token=xyz %s'", port: 8080 } }
                watch: one
                load: { open: { rate: 1/s, for: 1s } }
                variants:
                  a: { request: GET / }
                """.formatted(form));

        assertThat(List.of(
                        headroom("validate", bad.toString()),
                        headroom("run", bad.toString()),
                        headroom("validate", open.toString()),
                        headroom("run", open.toString(), "--users", "5")))
                .allSatisfy(answer ->
                        assertThat(answer.err()).contains("found `", "***").doesNotContain(form));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --users 5                    | --users is for closed loads, and that of `a` is open: use --rate
            --rate 20                    | --rate wants a rate above zero per second, such as 50/s or 0.5/s, not `20`
            --rate 0/s                   | --rate wants a rate above zero per second
            --for 30                     | --for wants a time above zero with its unit ms, s or m, such as 30s, not `30`
            --for 30s --quick            | --quick and --for both say how long the load lasts: leave one out
            --set pool                   | --set wants KEY=VALUE, or SERVICE:KEY=VALUE, and found `pool`
            --set two:pool=8             | no service `two`; there is one
            --probe jmx                  | --probe is now --by: say --by jmx
            --resume /no/such            | no folder /no/such to resume
            --repeat 0                   | --repeat wants at least 1, not 0
            --prove=fast                 | `fast`: expected thorough, or no value
            --prove thorough --no-prove  | --prove and --no-prove contradict each other
            """)
    void optionsThatDoNotFitTheExperimentAreBadInput(String options, String message) throws IOException {
        Answer answer = headroom(("run " + experiment("shop", "20/s") + " " + options).split(" "));

        assertThat(answer.exitCode()).isEqualTo(2);
        assertThat(answer.err()).contains(message);
    }

    @Test
    void aFolderInWhichNothingCanBeStoredIsNamedWithWhatIsWrong() throws IOException {
        Path taken = Files.writeString(folder.resolve("taken"), "");

        Answer answer = headroom("run", experiment("shop", "20/s").toString(), "--out", taken.toString());

        assertThat(answer.exitCode()).isEqualTo(1);
        assertThat(answer.err())
                .contains("cannot store results in " + taken + ": ", "choose another folder by --out")
                .containsAnyOf("not a directory", "Not a directory");
    }

    private Path experiment(String name, String rate) throws IOException {
        Files.writeString(folder.resolve("service.jar"), "");
        return Files.writeString(folder.resolve(name + ".yaml"), """
                name: %s
                services: { one: { jar: service.jar, port: 0 } }
                watch: one
                load: { open: { rate: %s, for: 1s } }
                variants:
                  a: { request: GET / }
                """.formatted(name, rate));
    }

    @Test
    void anUnknownOptionIsBadInput() {
        assertThat(headroom("run", "users", "--fast").exitCode()).isEqualTo(2);
    }

    @Test
    void whatFollowsProveIsTheProcessUnlessItSaysHowThoroughly() {
        for (String prove : List.of("--prove", "--prove thorough")) {
            Answer answer = headroom(("diagnose " + prove + " no-such-service-anywhere").split(" "));

            assertThat(answer.exitCode()).isEqualTo(2);
            assertThat(answer.err()).contains("no-such-service-anywhere").doesNotContain("expected thorough");
        }
    }

    @Test
    void whatChangesAJvmIsToldWhich() {
        Answer answer = headroom("diagnose", "--agent", "--prove", "--yes");

        assertThat(answer.exitCode()).isEqualTo(2);
        assertThat(answer.err()).contains("--prove wants to be told which JVM");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--to 8", "--keep", "--for 5s", "--yes"})
    void whatSaysHowToMoveSaysNothingWithoutWhatToMove(String options) {
        Answer answer = headroom(("lift no-such-service-anywhere " + options).split(" "));

        assertThat(answer.exitCode()).isEqualTo(2);
        assertThat(answer.err()).contains("go with --pool").doesNotContain("no-such-service-anywhere");
    }

    @Test
    void aTimeForAMoveThatIsKeptIsBadInputAndWhichToDropIsSaid() {
        Answer answer = headroom(
                "lift", "no-such-service-anywhere", "--pool", "orders", "--to", "8", "--for", "10m", "--keep", "--yes");

        assertThat(answer.exitCode()).isEqualTo(2);
        assertThat(answer.err()).contains("drop --keep", "or --for").doesNotContain("no-such-service-anywhere");
    }

    @Test
    void aCaseThatCannotBeReadIsListedAndIsBadInput() throws IOException {
        Path good = experiment("good", "20/s");
        for (String name : List.of("fine", "broken")) {
            Path file = Files.createDirectories(folder.resolve("cases").resolve(name))
                    .resolve("experiment.yaml");
            Files.writeString(file, name.equals("fine") ? Files.readString(good) : "name: broken\n");
        }
        Files.copy(folder.resolve("service.jar"), folder.resolve("cases/fine/service.jar"));
        StringWriter out = new StringWriter();

        int code = new CommandLine(new ListCommand(new BundledCases(folder)))
                .setOut(new PrintWriter(out))
                .execute();

        assertThat(code).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(out.toString()).contains("cannot be read", "variants: a");
    }

    @Test
    void whereNoCaseIsItIsSaidWhereTheyAre() {
        StringWriter err = new StringWriter();

        int code = new CommandLine(new ListCommand(new BundledCases(folder)))
                .setErr(new PrintWriter(err))
                .execute();

        assertThat(code).isZero();
        assertThat(err.toString()).contains(folder.resolve("cases").toString(), "stay with the repository");
    }

    @Test
    void oneVariantOfAllCasesIsBadInput() {
        Answer answer = headroom("run", "all", "--variant", "lifted");
        assertThat(answer.exitCode()).isEqualTo(2);
        assertThat(answer.err()).contains("go with one case, not with `all`");
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
                folder.resolve("all").toString(),
                "--junit",
                folder.resolve("tests/headroom.xml").toString());
        assertThat(answer.err()).isEmpty();
        assertThat(answer.exitCode()).isZero();
        assertThat(folder.resolve("users/report.md")).content().contains("1 **common-pool**", "2 **lifted**");
        assertThat(folder.resolve("all/index.html")).content().contains("href=\"../users/report.html\"");
        assertThat(folder.resolve("tests/headroom.xml")).content().contains("classname=\"users.lifted\"");
    }

    @Test
    void aFolderThatThisUserMayNotWriteToIsToldBeforeAnythingIsMade() throws IOException {
        Path closed = Files.createDirectory(
                folder.resolve("closed"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r-xr-xr-x")));
        assumeFalse(Files.isWritable(closed), "root may write everywhere");
        Path file = closed.resolve("headroom.xml");

        Answer answer = headroom("report", folder.resolve("nothing").toString(), "--junit", file.toString());

        assertThat(answer.exitCode()).isEqualTo(ExitCode.FAILED.code());
        assertThat(answer.err())
                .contains(
                        "cannot write " + file + " (this user may not write to " + closed + "): name a file elsewhere");
    }

    @Test
    void aReportOfRepeatedRunsHasOneRowForEachVariant() throws IOException {
        for (String run : new String[] {"lifted", "lifted@2"}) {
            Files.copy(
                    RECORDED.resolve("users-lifted.json"),
                    Files.createDirectories(folder.resolve("users").resolve(run))
                            .resolve("run.json"));
        }
        assertThat(headroom("report", folder.resolve("users").toString()).exitCode())
                .isZero();
        assertThat(folder.resolve("users/report.md"))
                .content()
                .contains("1 **lifted**", "(2 of 2 runs)")
                .doesNotContain("2 **lifted**");
    }

    @Test
    void everyCommandHasHelp() {
        for (String command : Main.commandLine().getSubcommands().keySet()) {
            Answer answer = command.equals("help") ? headroom("help") : headroom(command, "--help");
            assertThat(answer.exitCode()).as(command).isZero();
            assertThat(answer.out()).as(command).contains("Usage:");
        }
    }

    /** But for those that every command has. */
    @Test
    void thePageOfCommandsNamesEveryOptionOfEveryCommand() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "commands.md"));
        Main.commandLine().getSubcommands().forEach((name, command) -> {
            String synopsis = Pattern.compile("^    headroom " + name + "\\b.*\n(?:     +.*\n)*", Pattern.MULTILINE)
                    .matcher(page)
                    .results()
                    .map(MatchResult::group)
                    .collect(Collectors.joining());
            assertThat(synopsis).as(name).isNotEmpty();
            assertThat(command.getCommandSpec().options().stream()
                            .filter(option -> !option.hidden() && !option.usageHelp() && !option.versionHelp())
                            .map(OptionSpec::longestName))
                    .as(name)
                    .allSatisfy(option -> assertThat(synopsis).containsPattern(option + "(?![\\w-])"));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"diagnose", "watch", "lift"})
    void whatLoadsTheAgentSaysWhatThatDoesToTheJvm(String command) {
        assertThat(headroom(command, "--help").out())
                .contains("What it does to the JVM", "docs/safety.md", "  agent  a safepoint for each look");
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

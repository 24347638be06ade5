package dev.headroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cli.commands.DiagnoseCommand;
import dev.headroom.cli.exit.ExitCode;
import dev.headroom.cli.live.Consent;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands for a JVM that runs already. */
@Tag("alone")
class RunningJvmIT extends AtTheDesk {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int headroom(String... arguments) {
        CommandLine headroom = Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return headroom.execute(arguments);
    }

    @Test
    void aFullPoolIsNamedMovedAndPutBack() throws Exception {
        load();
        Path page = folder.resolve("desk.html");
        int code = headroom(
                "diagnose", pid, "--agent", "--for", "4s", "--prove", "--yes", "--json", "--html", page.toString());
        assertThat(code).as("%s %s", out, err).isEqualTo(ExitCode.BINDS.code());
        JsonNode json = JsonMapper.shared().readTree(out.toString());
        assertThat(json.path("schema").asString()).isEqualTo("headroom/run/4");
        assertThat(json.path("target").path("way").asString()).isEqualTo("agent");
        assertThat(json.at("/diagnosis/bindingLimit/kind").asString()).isEqualTo("worker-pool");
        assertThat(json.at("/diagnosis/bindingLimit/workers").asInt()).isEqualTo(WORKERS);
        assertThat(json.path("calls"))
                .as("the agent's own reads are no calls of the service")
                .isEmpty();
        JsonNode moved = json.at("/diagnosis/moves/0");
        assertThat(moved.at("/move/parts/0/from").asInt()).isEqualTo(WORKERS);
        assertThat(moved.at("/move/parts/0/to").asInt()).isGreaterThan(WORKERS);
        assertThat(moved.path("phases")).as("%s", moved).hasSizeGreaterThanOrEqualTo(8);
        assertThat(moved.at("/elasticity/value").asDouble()).as("%s", moved).isGreaterThan(0.5);
        assertThat(Files.readString(page)).contains("<h1 id=\"title\">", Desk.class.getSimpleName());
        assertThat(Files.readString(folder.resolve("desk.log")))
                .containsPattern(
                        "headroom agent: " + System.getProperty("user.name") + ".* moved pool-\\S+ from " + WORKERS
                                + " to \\d+ by threads that take from its queue; it is put back in \\d+ s at the latest");
    }

    @Test
    @Tag("nightly")
    void whatCanBeMovedIsListedAndLiftedForAWhile() throws Exception {
        load();
        assertThat(headroom("lift", pid)).as("%s", err).isZero();
        String pool = out.toString()
                .lines()
                .filter(line -> line.matches("\\S+ +" + WORKERS + " .*"))
                .map(line -> line.substring(0, line.indexOf(' ')))
                .findFirst()
                .orElseThrow();
        assertThat(headroom("lift", pid, "--pool", pool, "--to", "9", "--for", "1s", "--yes"))
                .as("%s", err)
                .isZero();
        assertThat(out.toString()).contains(pool + " 4 -> 9", pool + " is 4 again");
    }

    @Test
    @Tag("nightly")
    void whoIsAskedHasSeenWhatWasFoundAndWhatMayHappen() throws Exception {
        load();
        Consent.Person unwilling = new Consent.Person() {
            @Override
            public boolean isThere() {
                return true;
            }

            @Override
            public void forget() {
                // nothing is typed before
            }

            @Override
            public String answer() {
                return "n";
            }
        };
        int code = new CommandLine(new DiagnoseCommand(unwilling))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(pid, "--agent", "--for", "4s", "--prove", "--json");
        assertThat(code).isEqualTo(ExitCode.BINDS.code());
        assertThat(JsonMapper.shared().readTree(out.toString()).at("/diagnosis/moves"))
                .isEmpty();
        assertThat(err.toString())
                .containsSubsequence(
                        "pool-",
                        "To lift it",
                        "goes from 4 to ",
                        " at most.",
                        "more load",
                        "It comes back",
                        "Move pool-",
                        "? [y/N]");
        assertThat(Files.readString(folder.resolve("desk.log"))).doesNotContain("moved");
    }

    @Test
    @Tag("nightly")
    void aServiceThatNobodyCallsIsNotSaidToBeFree() {
        int code = headroom("diagnose", pid, "--agent", "--for", "2s");
        assertThat(code).isEqualTo(ExitCode.UNKNOWN.code());
        assertThat(out.toString()).contains("Too little was seen");
    }

    @Tag("nightly")
    @Test
    void aQueueThatADumpCannotShowIsNullAndNotEmpty() {
        load();
        assertThat(headroom("diagnose", pid, "--for", "2s", "--json"))
                .as("%s", err)
                .isNotZero();
        JsonNode pools = JsonMapper.shared().readTree(out.toString()).path("stations");
        assertThat(pools).isNotEmpty().anySatisfy(pool -> {
            assertThat(pool.path("active").asDouble()).isGreaterThan(1);
            assertThat(pool.path("queue").isNull()).isTrue();
            assertThat(pool.path("queueMax").isNull()).isTrue();
        });
    }

    @Test
    void badInputIsSaidInOneLine() {
        assertThat(headroom("diagnose", pid, "--for", "soon")).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(headroom("diagnose", pid, "--prove")).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(headroom("diagnose", pid, "--heap")).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(headroom("diagnose", "no-such-service-anywhere")).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(headroom("lift", pid, "--pool", "nothing", "--to", "0")).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(err.toString())
                .contains(
                        "invalid duration `soon`",
                        "say --agent as well",
                        "--heap asks before it stops the JVM",
                        "no-such-service-anywhere",
                        "1 or more");
    }
}

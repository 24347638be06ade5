package dev.headroom.cli;

import static dev.headroom.cli.StrangersTextTest.FORGED;
import static dev.headroom.cli.StrangersTextTest.harmless;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cli.commands.DiagnoseCommand;
import dev.headroom.cli.commands.LiftCommand;
import dev.headroom.cli.commands.LiftCommandTest;
import dev.headroom.cli.live.RunningTarget;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.testing.Seen;
import dev.headroom.core.testing.Seen.PoolBuilder;
import dev.headroom.lab.running.Way;
import dev.headroom.probe.jvm.ProcessId;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Whole commands at services whose pools, resources, downstreams and lines have names that must not be obeyed. */
class StrangersServiceTest {

    /** Short: in a question names are cut. */
    private static final String NAME = "a\u001b[2J\u009b\u202e\n" + FORGED;

    private static final RunningTarget JVM =
            new RunningTarget(ProcessId.now(ProcessHandle.current().pid()), NAME);
    private static final Adjustable LEVER = new Adjustable(NAME, Busy.WORKERS, true, NAME);

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path folder;

    /** A pool binds in all of them, or what it waits for. */
    static Stream<Seen> services() {
        return Stream.of(
                Seen.during(3).pool(full(Activity.SLEEPING)).lever(LEVER),
                Seen.during(3)
                        .pool(full(Activity.AWAITING_DOWNSTREAM))
                        .calls(NAME, 100, 0.1)
                        .lever(LEVER),
                Seen.during(3)
                        .pool(full(Activity.AWAITING_CONNECTION))
                        .resource(Seen.resource(NAME, StationKind.CONNECTION_POOL)
                                .type(NAME)
                                .capacity(4)
                                .full(4, 6)
                                .holdersWait(Activity.SLEEPING, NAME, 4))
                        .lever(LEVER));
    }

    private static PoolBuilder full(Activity waiting) {
        return Seen.pool(NAME, StationKind.SERVLET_WORKERS)
                .maximum(Busy.WORKERS)
                .active(Busy.WORKERS)
                .queue(50, 0)
                .waits(waiting, NAME, Busy.WORKERS, NAME);
    }

    private static Busy service(Seen seen) {
        return new Busy(LEVER) {
            @Override
            public Observation observe(Instant zero, Window window) {
                return seen.observation();
            }
        };
    }

    private void diagnose(Seen seen, String... options) throws Exception {
        DiagnoseCommand command = new DiagnoseCommand(new LiftCommandTest.Asked("n"));
        parse(command, options);
        Inspection found = command.inspect(JVM, service(seen), Duration.ofMillis(1));
        assertThat(found.found().bindingLimit()).isPresent();
        command.write(found, Way.AGENT);
    }

    private void parse(Object command, String... options) {
        new CommandLine(command)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .parseArgs(options);
    }

    /** The name is there, and does nothing. */
    private static void assertShown(String exit, String text) {
        assertThat(text).as(exit).contains(FORGED);
        harmless(exit, text);
    }

    @ParameterizedTest
    @MethodSource("services")
    void aDiagnosisIsHarmlessAtTheTerminalAndInFiles(Seen seen) throws Exception {
        Path page = folder.resolve("page.html");
        Path markdown = folder.resolve("page.md");

        diagnose(seen, "1", "--html", page.toString(), "--md", markdown.toString());

        assertShown("terminal", out.toString());
        assertShown("page", Files.readString(page));
        assertShown("Markdown", Files.readString(markdown));
    }

    @ParameterizedTest
    @MethodSource("services")
    void aDiagnosisIsHarmlessAsJson(Seen seen) throws Exception {
        diagnose(seen, "1", "--json");

        assertShown("JSON", out.toString());
    }

    @ParameterizedTest
    @MethodSource("services")
    void whatCanBeLiftedAndTheQuestionWhetherToAreHarmless(Seen seen) throws Exception {
        for (String[] options : new String[][] {{"1"}, {"1", "--pool", NAME, "--to", "20"}}) {
            LiftCommand command = new LiftCommand(new LiftCommandTest.Asked("n"));
            parse(command, options);
            command.ended(seen.observation(), JVM, service(seen), Duration.ofSeconds(1));
        }

        assertShown("list", out.toString());
        assertShown("question", err.toString());
    }
}

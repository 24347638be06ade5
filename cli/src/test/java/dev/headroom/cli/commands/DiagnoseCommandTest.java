package dev.headroom.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cli.Busy;
import dev.headroom.cli.live.RunningTarget;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.lab.running.Way;
import dev.headroom.probe.jvm.ProcessId;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class DiagnoseCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private void declined(String... options) throws Exception {
        declined(new Adjustable(Busy.POOL, Busy.WORKERS, true, "setMaximumPoolSize"), options);
    }

    private void declined(Adjustable lever, String... options) throws Exception {
        DiagnoseCommand command = new DiagnoseCommand(new LiftCommandTest.Asked("n"));
        new CommandLine(command)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .parseArgs(options);
        RunningTarget jvm =
                new RunningTarget(ProcessId.now(ProcessHandle.current().pid()), "shop");
        Busy service = new Busy(lever);
        Inspection found = command.inspect(jvm, service, Duration.ofMillis(1));
        command.write(found, Way.AGENT);
    }

    @Test
    void whoDeclinesHasSeenTheFindingsAndDoesNotSeeThemAgain() throws Exception {
        declined("1", "--agent", "--prove");

        assertThat(err.toString()).containsOnlyOnce("bound by " + Busy.POOL).contains("? [y/N]");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void whatCannotBeMovedToAndFroIsToldInTheReportWithWhatCanBeDone() throws Exception {
        declined(new Adjustable(Busy.POOL, Busy.WORKERS, false, "setMaxThreads"), "1", "--agent", "--prove");

        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains("- Not proved: tomcat-8080 keeps what it has while there is work")
                .containsPattern("`headroom lift \\d+ --pool 'tomcat-8080' --to \\d\\d+ --keep`");
    }

    @Test
    void whoDeclinesStillGetsTheFindingsAsJson() throws Exception {
        declined("1", "--agent", "--prove", "--json");

        assertThat(out.toString()).contains("\"diagnosis\"");
    }

    @Test
    void thatHowManyAreLetPastIsKnownIsSaidOnlyWhereItIs() {
        assertThat(DiagnoseCommand.known(bound(LimitKind.UNKNOWN, OptionalInt.of(9))))
                .isEqualTo("how many are let past is known already");
        assertThat(DiagnoseCommand.known(bound(LimitKind.CPU, OptionalInt.of(2))))
                .isEqualTo("it would tell no more than is known");
        assertThat(DiagnoseCommand.known(bound(LimitKind.CONNECTION_CHURN, OptionalInt.empty())))
                .isEqualTo("it would tell no more than is known");
    }

    private static Diagnosis bound(LimitKind kind, OptionalInt workers) {
        return Diagnosis.builder(Diagnosis.Verdict.LIMIT, Measure.exact(10, "test"))
                .limit(new Limit(kind, "it", workers))
                .build();
    }
}

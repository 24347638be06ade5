package dev.headroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cli.exit.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A service of whose workers only so many can be served: more of them answer as many more errors, which no counter of its tells from good answers. */
@Tag("alone")
@Tag("nightly")
class QuickErrorsIT extends AtTheDesk {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Override
    int forms() {
        return WORKERS;
    }

    @Test
    void throughputThatRisesWithErrorsIsNoProof() {
        load();
        int code = Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute("diagnose", pid, "--agent", "--for", "15s", "--prove", "--yes", "--json");

        assertThat(code).as("%s %s", out, err).isEqualTo(ExitCode.BINDS.code());
        JsonNode diagnosis = JsonMapper.shared().readTree(out.toString()).path("diagnosis");
        assertThat(diagnosis.path("standing").asString()).as("%s", diagnosis).isNotEqualTo("proved");
        JsonNode moved = diagnosis.at("/moves/0");
        assertThat(moved.path("outcome").asString()).as("%s", moved).isEqualTo("broken-off");
        assertThat(moved.path("note").asString())
                .matches(
                        "answers are of another size than before pool-1 was moved \\([0-9.]+ k?B to [0-9.]+ k?B\\): they may be errors; everything was put back");
        assertThat(moved.at("/phases/0/size").asDouble()).isPositive();
        assertThat(moved.at("/phases/0/failed").isNull()).isTrue();
    }
}

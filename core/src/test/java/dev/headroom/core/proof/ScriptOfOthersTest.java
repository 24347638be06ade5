package dev.headroom.core.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Program;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.testing.Counts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ScriptOfOthersTest {

    private static final Program JMETER = new Program.Jmeter("plan.jmx", Optional.empty());
    private static final Program GATLING = new Program.Gatling("Browse", "classes");

    private static Optional<String> said(Program program, int users, int seconds) {
        return ScriptOfOthers.leavesUnproved(new Load.Tool(
                program,
                ".",
                users > 0 ? OptionalInt.of(users) : OptionalInt.empty(),
                seconds > 0 ? Optional.of(Duration.ofSeconds(seconds)) : Optional.empty(),
                Transport.DEFAULT,
                Optional.empty(),
                Optional.empty()));
    }

    private static Program command(String words) {
        return new Program.Command(List.of(words.split(" ")));
    }

    @Test
    void whatIsToldBothOfItsUsersAndItsTimeLeavesNothing() {
        assertThat(said(JMETER, 60, 30)).isEmpty();
        assertThat(said(command("wrk -c${users} ${url}"), 60, 0)).isEmpty();
        assertThat(ScriptOfOthers.leavesUnproved(Counts.closed(60, 0, new Until.Elapsed(Duration.ofSeconds(1)))))
                .isEmpty();
    }

    @Test
    void whatItHasToReadIsSaid() {
        assertThat(said(JMETER, 0, 0))
                .hasValueSatisfying(why -> assertThat(why)
                        .contains("(R0)", "${__P(users)} and ${__P(seconds)} in the plan", "`users` and `for`"));
        assertThat(said(JMETER, 60, 0))
                .hasValueSatisfying(why -> assertThat(why).contains("how long").doesNotContain("(R0)"));
        assertThat(said(GATLING, 0, 0))
                .hasValueSatisfying(why -> assertThat(why).contains("Integer.getInteger"));
        assertThat(said(command("wrk ${url}"), 0, 0))
                .hasValueSatisfying(
                        why -> assertThat(why).contains("${users} in it").doesNotContain("(R0)"));
        assertThat(said(command("wrk -c${users} ${base-url}/a"), 60, 0))
                .hasValueSatisfying(why -> assertThat(why).contains("(R0)", "${url} and ${users}"));
    }

    @Test
    void whatTellsTooLateIsSaid() {
        assertThat(said(GATLING, 60, 30))
                .contains("No limit was moved: Gatling tells of its requests too late for it.");
    }
}

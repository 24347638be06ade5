package dev.headroom.load;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Program;
import dev.headroom.load.tools.FakeTool;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** In JMeter's place a script that takes its options and writes as it does, and has a child of its own. */
class JmeterTest extends ToolContract {

    @Override
    Program program(List<String> paths) throws Exception {
        return jmeter(java() + " -cp " + classPath() + " " + FakeTool.class.getName() + " \"$@\"");
    }

    private Program jmeter(String line) throws Exception {
        script(folder.resolve("home/bin/jmeter"), line);
        return new Program.Jmeter("plan.jmx", Optional.of(folder.resolve("home").toString()));
    }

    @Override
    Tells tells() {
        return Tells.AT_ONCE;
    }

    private RunningLoad start(Program program, OptionalInt users) {
        return engine().start(
                        Mix.of(service.get("/")),
                        new Load.Tool(
                                program,
                                folder.toString(),
                                users,
                                Optional.of(Duration.ofSeconds(1)),
                                Loads.KEEP_ALIVE,
                                Optional.empty(),
                                Optional.empty()));
    }

    @Test
    void aToolThatFailsIsToldWithItsLastLines() throws Exception {
        try (RunningLoad running = start(jmeter("echo The plan has no thread group; exit 3"), OptionalInt.empty())) {
            assertThatThrownBy(() -> running.result().get(30, TimeUnit.SECONDS))
                    .hasMessageContaining("JMeter ended with exit code 3")
                    .hasMessageContaining("The plan has no thread group");
        }
    }

    @Test
    void aScriptThatDoesNotReadItsNumberOfUsersIsToldAsSuch() throws Exception {
        String header = "echo timeStamp,elapsed,label,responseCode,success > $5;";
        String many = "t=$(date +%s000); for i in 1 2 3 4 5 6 7 8; do echo $t,2500,a,200,true >> $5; done";
        try (RunningLoad running = start(jmeter(header + many), OptionalInt.of(1))) {
            assertThatThrownBy(() -> running.result().get(30, TimeUnit.SECONDS))
                    .hasMessageContaining("it does not read `users`");
        }
    }

    @Test
    void whereItIsMissingTheMessageSaysHowToGetIt() {
        Program nowhere = new Program.Jmeter("plan.jmx", Optional.of(folder + "/nowhere"));
        assertThatThrownBy(() -> start(nowhere, OptionalInt.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("JMeter was not found in " + folder)
                .hasMessageContaining("download_jmeter");
    }
}

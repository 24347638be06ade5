package dev.headroom.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Program;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.load.tools.FakeTool;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** In JMeter's place a script that takes its options and writes as it does, and has a child of its own. */
class JmeterIT extends ToolContract {

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
                    .hasMessageContaining("JMeter: it ended with exit code 3")
                    .hasMessageContaining("The plan has no thread group");
        }
    }

    @Test
    void oneThatSendsNothingIsNotWaitedForForEver() throws Exception {
        try (RunningLoad running =
                impatient(jmeter("exec sleep 600"), Duration.ofSeconds(600), Duration.ofMillis(300))) {
            assertThat(running.waitedFor()).isEmpty();
            assertThatThrownBy(() -> running.result().get(30, TimeUnit.SECONDS))
                    .hasMessageContaining("JMeter told of no request within")
                    .hasMessageContaining("Try the script by itself");
            assertThat(running.progress().elapsed()).isPositive();
        }
        assertThat(ProcessHandle.current().descendants()).isEmpty();
    }

    @Test
    void oneThatGoesOnBeyondItsTimeIsEndedWithItsChildren() throws Exception {
        String requests =
                "echo timeStamp,elapsed,label,responseCode,success > $5; echo $(date +%s000),2,a,200,true >> $5;";
        try (RunningLoad running =
                impatient(jmeter(requests + "sleep 600 & sleep 600"), Duration.ofMillis(100), Duration.ofSeconds(2))) {
            assertThatThrownBy(() -> running.result().get(30, TimeUnit.SECONDS))
                    .hasMessageContaining("JMeter was to end after 100 ms, and was ended")
                    .hasMessageContaining("`for`");
        }
        assertThat(ProcessHandle.current().descendants()).isEmpty();
    }

    /**
     * Told of no users.
     *
     * @param around what it may take for everything but the load and the last answer
     */
    private RunningLoad impatient(Program program, Duration length, Duration around) {
        return new Engines(around)
                .start(
                        Mix.of(service.get("/")),
                        new Load.Tool(
                                program,
                                folder.toString(),
                                OptionalInt.empty(),
                                Optional.of(length),
                                new Transport(Duration.ofMillis(200), false, false),
                                Optional.empty(),
                                Optional.empty()));
    }

    @Test
    void aScriptThatDoesNotReadItsNumberOfUsersIsToldAsSuch() throws Exception {
        String header = "echo timeStamp,elapsed,label,responseCode,success > $5;";
        String many = "t=$(date +%s000); for i in 1 2 3 4 5 6 7 8; do echo $t,2500,a,200,true >> $5; done";
        try (RunningLoad running = start(jmeter(header + many), OptionalInt.of(1))) {
            assertThatThrownBy(() -> running.result().get(30, TimeUnit.SECONDS))
                    .hasMessageContaining("told of 1 user, and had 8 requests in flight")
                    .hasMessageContaining("take `users` out of the load");
        }
    }

    @Test
    void aScriptThatDoesNotReadItsTimeIsToldAsSuch() throws Exception {
        String header = "echo timeStamp,elapsed,label,responseCode,success > $5; t=$(date +%s);";
        String later = "for i in 0 20 40 60; do echo $((t + i))000,2,a,200,true; done >> $5";
        try (RunningLoad running = start(jmeter(header + later), OptionalInt.of(1))) {
            assertThatThrownBy(() -> running.result().get(30, TimeUnit.SECONDS))
                    .hasMessageContaining("was told to go on for 1 s, and still sent requests after 60 s");
        }
    }

    @Test
    void whatEndsAfterAShortDrainIsUnfinished() throws Exception {
        String header = "echo timeStamp,elapsed,label,responseCode,success > $5; t=$(date +%s000);";
        String rows = "echo $t,20,a,200,true >> $5; echo $t,2500,a,200,true >> $5";
        Load load = new Load.Tool(
                jmeter(header + rows),
                folder.toString(),
                OptionalInt.empty(),
                Optional.of(Duration.ofSeconds(1)),
                Loads.KEEP_ALIVE.draining(Duration.ofMillis(500)),
                Optional.empty(),
                Optional.empty());
        try (RunningLoad running = engine().start(Mix.of(service.get("/")), load)) {
            LoadResult result = running.result().get(30, TimeUnit.SECONDS);
            assertThat(result.requests()).isEqualTo(1);
            assertThat(result.unfinished()).isEqualTo(1);
            assertThat(result.latency().unfinished()).isEqualTo(1);
        }
    }

    @Test
    void manyLabelsAreTakenTogether() throws Exception {
        String header = "echo timeStamp,elapsed,label,responseCode,success > $5; t=$(date +%s000);";
        String many = "for i in $(seq 150); do echo $t,1,item-$i,200,true; done >> $5";
        try (RunningLoad running = start(jmeter(header + many), OptionalInt.empty())) {
            LoadResult result = running.result().get(30, TimeUnit.SECONDS);
            assertThat(result.kinds()).hasSize(101);
            assertThat(result.kinds().getLast().name()).isEqualTo("others");
            assertThat(result.kinds().getLast().requests()).isEqualTo(50);
        }
    }

    @Test
    void aRequestOfAnotherTimeIsToldAsSuch() throws Exception {
        String line = "echo timeStamp,elapsed,label,responseCode,success > $5; echo $(date +%s000),1,a,200,true >> $5;";
        try (RunningLoad running = start(jmeter(line + "echo 1000,1,a,200,true >> $5"), OptionalInt.empty())) {
            assertThatThrownBy(() -> running.result().get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(LoadFailedException.class)
                    .hasMessageContaining("a request at 1970-01-01T00:00:01Z, which is no time of this load");
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

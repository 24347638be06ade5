package dev.headroom.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.text.Secrets;
import dev.headroom.probe.agent.AgentProbe;
import dev.headroom.probe.target.Jvms;
import dev.headroom.probe.target.Moved;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** However the watcher ends, limits of the watched JVM are what they were. */
class PutBackIT extends Started {

    /** For what looks at the bridge to the agent. */
    static final List<String> OPEN = List.of("--add-opens=java.base/java.util.concurrent=ALL-UNNAMED");

    private static final int SIX = 6;
    private static final int TWELVE = 12;

    @Tag("nightly")
    @Test
    void aWatcherThatLeavesPutsLimitsBack() throws Exception {
        Process target;
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn)) {
            target = target(probe.launchArguments());
            assertThat(moveAll(probe)).hasSize(2);
            assertThat(sizes(target)).isEqualTo("12 12");
        }
        awaitSixes(target);
    }

    @Test
    void limitsAreBackAfterTheWatcherWasKilled() throws Exception {
        Process target = target(List.of());
        Process watcher = Watcher.start(List.of(), "", target, TWELVE);
        started.add(watcher);
        assertThat(reader(watcher).readLine()).isEqualTo("moved");
        assertThat(sizes(target)).startsWith("12 ");

        watcher.destroyForcibly().waitFor();

        awaitSixes(target);
        assertThat(target.isAlive()).isTrue();
    }

    /** A debugger, a machine that has no time for it. */
    @Test
    @Tag("nightly")
    void aWatcherThatIsStoppedLosesItsLeaseAndLeavesTheServiceAsItWas() throws Exception {
        Process target = target(OPEN);
        Process watcher = Watcher.start(List.of(), "", target, TWELVE);
        started.add(watcher);
        assertThat(reader(watcher).readLine()).isEqualTo("moved");
        assertThat(ask(target, "woven")).isEqualTo("true");

        signal(watcher, "STOP");

        awaitSixes(target);
        Waiting.until(() -> ask(target, "woven").equals("false"));

        signal(watcher, "CONT");
        assertThat(ask(watcher, "held")).contains("the lease was lost", "put back", "Headroom was silent");
        assertThat(sizes(target)).isEqualTo("6 6");
        Waiting.until(() -> ask(target, "woven").equals("true"));
        watcher.destroyForcibly().waitFor();
        Waiting.until(() -> ask(target, "woven").equals("false"));
    }

    @Test
    @Tag("nightly")
    void aMoveEndsWithItsTimeThoughTheWatcherLives() throws Exception {
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn)) {
            Process target = target(probe.launchArguments());
            Adjustable lever = Watcher.awaitLevers(probe, Instant.now()).getFirst();
            // on a busy machine it is over before the answer is here
            assertThatThrownBy(() -> {
                        probe.move(lever, TWELVE, Duration.ofMillis(300));
                        awaitSixes(target);
                        probe.held();
                    })
                    .isInstanceOf(LeaseLost.class)
                    .hasMessageContaining("its time is over");
            awaitSixes(target);
            assertThatThrownBy(() -> probe.move(lever, TWELVE, Probe.LONGEST_MOVE))
                    .isInstanceOf(LeaseLost.class);
            probe.putBack();
            assertThat(probe.move(lever, TWELVE, Probe.LONGEST_MOVE)).isEqualTo(TWELVE);
        }
    }

    @Test
    @Tag("nightly")
    void aLimitOfAJvmThatHasDiedIsRefusedAtOnce() throws Exception {
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn)) {
            Process target = target(probe.launchArguments());
            Adjustable limit = moveAll(probe).getFirst();
            target.destroyForcibly().waitFor();

            assertThatThrownBy(() -> probe.move(limit, SIX, Probe.LONGEST_MOVE))
                    .isInstanceOf(ProbeException.class)
                    .hasMessageMatching(".*(has ended|is gone)");
        }
    }

    private static void awaitSixes(Process target) throws Exception {
        Waiting.until(() -> sizes(target).equals("6 6"));
    }

    private Process target(List<String> jvm) throws IOException {
        Process process = Jvms.start(Moved.class, Jvms.current(), jvm);
        started.add(process);
        return process;
    }

    /** Of a JVM that runs already nobody knows how many permits its semaphore was made with: then the executor is all. */
    private static List<Adjustable> moveAll(AgentProbe probe) throws Exception {
        List<Adjustable> levers = Watcher.awaitLevers(probe, Instant.now());
        for (Adjustable lever : levers) {
            assertThat(probe.move(lever, TWELVE, Probe.LONGEST_MOVE))
                    .as(lever.toString())
                    .isEqualTo(TWELVE);
        }
        return levers;
    }

    private static String sizes(Process target) throws IOException {
        return ask(target, "");
    }

    static String ask(Process process, String question) throws IOException {
        BufferedWriter ask = process.outputWriter();
        ask.write(question);
        ask.newLine();
        ask.flush();
        return reader(process).readLine();
    }

    static void signal(Process process, String signal) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    /** The same each time: a process has one. */
    private static BufferedReader reader(Process process) {
        return process.inputReader();
    }
}

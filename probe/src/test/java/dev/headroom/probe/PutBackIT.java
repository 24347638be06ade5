package dev.headroom.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.Lever;
import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Observation.Window;
import dev.headroom.probe.target.Jvms;
import dev.headroom.probe.target.Moved;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** However the watcher ends, limits of the watched JVM are what they were. */
class PutBackIT {

    private static final int SIX = 6;
    private static final int TWELVE = 12;

    private final List<Process> started = new ArrayList<>();

    /** Watches the JVM of a process id, moves all of its limits, says so, and waits to be killed. */
    public static final class Watcher {
        public static void main(String[] arguments) throws Exception {
            AgentProbe probe = AgentProbe.attach(Long.parseLong(arguments[0]));
            moveAll(probe);
            System.out.println("moved");
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void aWatcherThatLeavesPutsLimitsBack() throws Exception {
        Process target = target();
        try (AgentProbe probe = AgentProbe.attach(target.pid())) {
            moveAll(probe);
            assertThat(sizes(target)).isEqualTo("12 12");
        }
        Waiting.until(() -> sizes(target).equals("6 6"));
    }

    @Test
    void limitsAreBackAfterTheWatcherWasKilled() throws Exception {
        Process target = target();
        Process watcher = new ProcessBuilder(
                        Jvms.current().resolve("bin/java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Watcher.class.getName(),
                        Long.toString(target.pid()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        started.add(watcher);
        assertThat(reader(watcher).readLine()).isEqualTo("moved");
        assertThat(sizes(target)).isEqualTo("12 12");

        watcher.destroyForcibly().waitFor();

        Waiting.until(() -> sizes(target).equals("6 6"));
        assertThat(target.isAlive()).isTrue();
    }

    @Test
    void aLimitOfAJvmThatHasDiedIsRefusedAtOnce() throws Exception {
        Process target = target();
        try (AgentProbe probe = AgentProbe.attach(target.pid())) {
            String limit = moveAll(probe).getFirst().target();
            target.destroyForcibly().waitFor();

            assertThatThrownBy(() -> probe.move(limit, SIX))
                    .isInstanceOf(ProbeException.class)
                    .hasMessageMatching(".*(has ended|is gone)");
        }
    }

    private Process target() throws IOException {
        Process process = Jvms.start(Moved.class, Jvms.current(), List.of());
        started.add(process);
        return process;
    }

    private static List<Lever> moveAll(AgentProbe probe) throws Exception {
        Instant begin = Instant.now();
        probe.start();
        List<Lever> levers = new ArrayList<>();
        Waiting.until(() -> {
            Observation seen = probe.observe(begin, new Window(begin, Duration.between(begin, Instant.now())));
            levers.clear();
            levers.addAll(seen.levers());
            return levers.size() == 2;
        });
        for (Lever lever : levers) {
            assertThat(probe.move(lever.target(), TWELVE)).as(lever.toString()).isEqualTo(TWELVE);
        }
        return levers;
    }

    private static String sizes(Process target) throws IOException {
        BufferedWriter ask = target.outputWriter();
        ask.newLine();
        ask.flush();
        return reader(target).readLine();
    }

    /** The same each time: a process has one. */
    private static BufferedReader reader(Process process) {
        return process.inputReader();
    }
}

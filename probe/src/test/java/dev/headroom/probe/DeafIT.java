package dev.headroom.probe;

import static dev.headroom.probe.PutBackIT.ask;
import static dev.headroom.probe.PutBackIT.signal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.probe.attach.Attachment;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.target.Crowded;
import dev.headroom.probe.target.Jvms;
import dev.headroom.probe.target.Moved;
import dev.headroom.probe.wire.AgentListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A Headroom that stands still, or does not read what the agent says: the service goes on, and is left as it was. */
@EnabledOnOs(OS.LINUX)
@Tag("nightly")
class DeafIT extends Started {

    private static final byte[] BEGIN = {'B'};
    private static final byte[] HERE = {'H', 0, 0, 0, 0};

    @Test
    void anAgentThatIsHeardByNobodyLeavesWithItsRecordingThoughItsSocketIsFull() throws Exception {
        Process target = started(Jvms.start(Crowded.class, Jvms.current(), List.of()));
        CompletableFuture<Boolean> left = new CompletableFuture<>();
        try (AgentListener listener = AgentListener.open(target.pid(), (hello, session) -> live(session, left))) {
            Attachment.to(ProcessId.now(target.pid()))
                    .loadAgent(listener.jar(), listener.options() + ",sample=true,budget=0.01,cores=2");
            Waiting.until(() -> threads(target).contains("headroom-sample"));
            assertThat(ask(target, "")).isEqualTo("here");
            assertThat(left.get(1, TimeUnit.MINUTES))
                    .as("though it is told that we live")
                    .isTrue();
        }
        awaitLeft(target);
        assertThat(ask(target, "")).isEqualTo("here");
    }

    @Test
    void aWatcherThatStandsStillForLongIsLeftForGood() throws Exception {
        Process target = started(Jvms.start(Moved.class, Jvms.current(), List.of()));
        Process watcher = started(Watcher.start(List.of(), "", target, 12));
        assertThat(watcher.inputReader().readLine()).isEqualTo("moved");
        signal(watcher, "STOP");
        Waiting.until(() -> ask(target, "").equals("6 6"));
        awaitLeft(target);
        signal(watcher, "CONT");
        assertThat(ask(watcher, "held")).contains("the agent has left the JVM and put everything back");
    }

    /** Says that it lives, and reads nothing. */
    private static void live(AgentListener.Session session, CompletableFuture<Boolean> left) {
        try {
            session.out().write(BEGIN);
            while (true) {
                session.out().write(HERE);
                Thread.sleep(100);
            }
        } catch (IOException e) {
            left.complete(true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitLeft(Process target) throws Exception {
        Waiting.until(() -> threads(target).stream().noneMatch(name -> name.startsWith("headroom-")));
        Process check = new ProcessBuilder(
                        Jvms.current().resolve("bin/jcmd").toString(), Long.toString(target.pid()), "JFR.check")
                .redirectErrorStream(true)
                .start();
        assertThat(new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("No available recordings")
                .doesNotContain("headroom");
    }

    /** Names of its threads, as the kernel cuts them. */
    private static List<String> threads(Process process) throws IOException {
        try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
            return tasks.map(DeafIT::name).toList();
        }
    }

    private static String name(Path task) {
        try {
            return Files.readString(task.resolve("comm")).strip();
        } catch (IOException e) {
            return ""; // has ended
        }
    }
}

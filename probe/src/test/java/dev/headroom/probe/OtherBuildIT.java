package dev.headroom.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.text.Secrets;
import dev.headroom.probe.agent.AgentProbe;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.target.Jvms;
import dev.headroom.probe.target.Moved;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM that keeps running meets agents of other builds of Headroom, one after the other and at the same time. */
class OtherBuildIT extends Started {

    private static final String JAR = "dev/headroom/probe/headroom-agent.jar";
    private static final int NINE = 9;
    private static final int TWELVE = 12;

    @TempDir
    private Path other;

    /** The build is told by the jar's content. */
    @BeforeEach
    void build() throws IOException {
        Path jar = other.resolve(JAR);
        Files.createDirectories(jar.getParent());
        try (InputStream ours = AgentProbe.class.getResourceAsStream("/" + JAR)) {
            Files.copy(ours, jar);
        }
        try (FileSystem inside = FileSystems.newFileSystem(jar)) {
            Files.writeString(inside.getPath("META-INF/other-build"), "of another day");
        }
    }

    @Tag("nightly")
    @Test
    void aJvmThatAnotherBuildHasWatchedAndLetGoIsWatchedAndMoved() throws Exception {
        Process target = target();
        Process before = otherWatcher(target, TWELVE);
        assertThat(ask(target, "")).isEqualTo("12 6");
        before.getOutputStream().close();
        assertThat(before.waitFor()).isZero();
        Waiting.until(() -> ask(target, "").equals("6 6"));

        try (AgentProbe probe = AgentProbe.attach(ProcessId.now(target.pid()), Secrets::hideIn)) {
            assertThat(moveAll(probe, NINE, Instant.now())).isNotEmpty();
            assertThat(ask(target, "")).startsWith("9 ");
            assertThat(loaders(target)).as("each build has its own").isEqualTo(2);
        }
        Waiting.until(() -> ask(target, "").equals("6 6"));
    }

    @Test
    @Tag("nightly")
    void agentsOfTwoBuildsBothMeetWhatTheApplicationMakes() throws Exception {
        Process target = target();
        Process watcher = otherWatcher(target, TWELVE);
        try (AgentProbe probe = AgentProbe.attach(ProcessId.now(target.pid()), Secrets::hideIn)) {
            Instant begin = Instant.now();
            int ours = Watcher.awaitLevers(probe, begin).size();
            int theirs = Integer.parseInt(ask(watcher, ""));

            ask(target, "more");

            Waiting.until(() -> Watcher.levers(probe, begin).size() == ours + 1);
            Waiting.until(() -> Integer.parseInt(ask(watcher, "")) == theirs + 1);
        }
        watcher.destroyForcibly().waitFor();
        Waiting.until(() -> ask(target, "").equals("6 6"));
    }

    @Tag("nightly")
    @Test
    void whatAnAgentHasMovedNoOtherMovesUntilItIsPutBack() throws Exception {
        Process target = target();
        Process watcher = otherWatcher(target, TWELVE);
        try (AgentProbe probe = AgentProbe.attach(ProcessId.now(target.pid()), Secrets::hideIn)) {
            Adjustable limit = Watcher.awaitLevers(probe, Instant.now()).getFirst();
            assertThatThrownBy(() -> probe.move(limit, NINE, Probe.LONGEST_MOVE))
                    .hasMessageContaining("another Headroom has moved it");
            assertThat(ask(target, "")).startsWith("12 ");

            watcher.destroyForcibly().waitFor();
            Waiting.until(() -> ask(target, "").equals("6 6"));
            Waiting.until(() -> refusal(probe, limit).contains("diagnose once more"));
            assertThat(ask(target, "")).startsWith("6 ");
        }
        try (AgentProbe probe = AgentProbe.attach(ProcessId.now(target.pid()), Secrets::hideIn)) {
            Adjustable limit = Watcher.awaitLevers(probe, Instant.now()).getFirst();
            assertThat(probe.move(limit, NINE, Probe.LONGEST_MOVE)).isEqualTo(NINE);
            assertThat(ask(target, "")).startsWith("9 ");
        }
        Waiting.until(() -> ask(target, "").equals("6 6"));
    }

    /** The other agent puts everything back, and says so afterwards: until then it is another reason. */
    private static String refusal(AgentProbe probe, Adjustable limit) throws InterruptedException {
        try {
            return "moved to " + probe.move(limit, NINE, Probe.LONGEST_MOVE);
        } catch (ProbeException e) {
            return e.getMessage();
        }
    }

    private Process target() throws IOException {
        return started(Jvms.start(Moved.class, Jvms.current(), List.of()));
    }

    private Process otherWatcher(Process target, int to) throws IOException {
        Process process = started(Watcher.start(List.of(), other.toString(), target, to));
        assertThat(process.inputReader().readLine()).isEqualTo("moved");
        return process;
    }

    private static List<Adjustable> moveAll(AgentProbe probe, int to, Instant begin) throws Exception {
        List<Adjustable> levers = Watcher.awaitLevers(probe, begin);
        for (Adjustable lever : levers) {
            assertThat(probe.move(lever, to, Probe.LONGEST_MOVE))
                    .as(lever.toString())
                    .isEqualTo(to);
        }
        return levers;
    }

    private static String ask(Process process, String question) throws IOException {
        OutputStream ask = process.getOutputStream();
        ask.write((question + "\n").getBytes(StandardCharsets.UTF_8));
        ask.flush();
        return process.inputReader().readLine();
    }

    private static long loaders(Process target) throws Exception {
        Process jcmd = new ProcessBuilder(
                        Jvms.current().resolve("bin/jcmd").toString(),
                        Long.toString(target.pid()),
                        "VM.classloader_stats")
                .start();
        long headroom = jcmd.inputReader()
                .lines()
                .filter(line -> line.endsWith("java.net.URLClassLoader"))
                .count();
        assertThat(jcmd.waitFor()).isZero();
        return headroom;
    }
}

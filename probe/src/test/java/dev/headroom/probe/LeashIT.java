package dev.headroom.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.probe.agent.Leash;
import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.target.Jvms;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LeashIT {

    /** A Headroom in miniature: starts a child on the leash, says its pid, waits to be killed. */
    public static final class Parent {
        public static void main(String[] arguments) throws Exception {
            Leash leash = Leash.open();
            Process child = Jvms.start(Jvms.current(), leash.jvmArguments(), "executor", "sleep", "100", "1");
            System.out.println(child.pid());
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    @Test
    void aChildEndsWhenItsParentIsKilledBySigkill() throws Exception {
        Process parent = new ProcessBuilder(
                        Jvms.current().resolve("bin/java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Parent.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = parent.inputReader()) {
            ProcessHandle child =
                    ProcessHandle.of(Long.parseLong(said.readLine())).orElseThrow();
            assertThat(runs(child)).isTrue();
            parent.destroyForcibly().waitFor();
            Waiting.until(() -> !runs(child));
        }
    }

    /** Whoever adopts an orphan that has ended may never ask for its exit code: the system then keeps it in its table. */
    private static boolean runs(ProcessHandle process) {
        return process.isAlive()
                && !(LinuxProcess.isLinux() && LinuxProcess.of(process.pid()).isEmpty());
    }

    @Tag("nightly")
    @Test
    void closingTheLeashEndsTheChildren() throws Exception {
        Leash leash = Leash.open();
        Process child = Jvms.start(Jvms.current(), leash.jvmArguments(), "executor", "sleep", "100", "1");
        assertThat(leash.children()).isEqualTo(1);
        leash.close();
        assertThat(child.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(child.exitValue()).isEqualTo(86);
    }

    @Test
    void aChildWhoseHeadroomIsAlreadyGoneEndsAtItsStartAndSaysWhy() throws Exception {
        Leash leash = Leash.open();
        List<String> arguments = leash.jvmArguments();
        leash.close();
        Process child = new ProcessBuilder(
                        Jvms.current().resolve("bin/java").toString(), arguments.getFirst(), "-version")
                .redirectErrorStream(true)
                .start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor()).isEqualTo(86);
        assertThat(said).contains("Headroom does not answer at ").contains("this process was started for it");
    }
}

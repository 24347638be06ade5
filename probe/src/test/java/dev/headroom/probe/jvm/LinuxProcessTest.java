package dev.headroom.probe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class LinuxProcessTest {

    /** As in a container whose first process is no init. */
    @Test
    @Timeout(20)
    void aProcessThatEndedIsNoneThoughItsParentLeavesItThere() throws Exception {
        Process parent = new ProcessBuilder("sh", "-c", "sleep 0.3 & echo $!; exec sleep 20").start();
        try (BufferedReader out = parent.inputReader()) {
            long child = Long.parseLong(out.readLine());
            Path status = Path.of("/proc/" + child + "/status");
            while (!Files.readString(status).contains("State:\tZ")) {
                Thread.sleep(10);
            }
            assertThat(LinuxProcess.of(parent.pid())).isPresent();
            assertThat(LinuxProcess.of(child)).isEmpty();
        } finally {
            parent.destroyForcibly();
        }
    }
}

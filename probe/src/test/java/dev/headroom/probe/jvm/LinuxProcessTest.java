package dev.headroom.probe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.probe.jvm.LinuxProcess.OldGeneration;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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

    @Test
    void howLongTheCollectorsHaveStoppedAJvmIsInItsCounters() {
        Map<String, String> counters = Map.of(
                "sun.os.hrt.frequency", "1000",
                "sun.gc.collector.0.time", "1500",
                "sun.gc.collector.1.time", "250",
                "sun.gc.collector.0.invocations", "7");
        assertThat(LinuxProcess.collectorSeconds(counters)).hasValue(1.75);
        assertThat(LinuxProcess.collectorSeconds(Map.of())).isEmpty();
    }

    /** As JDK 25 and 17 count with G1, and JDK 25 with its serial collector and with Shenandoah, which has no generations. */
    @Test
    void whatOutlivesACollectionIsInItsCounters() {
        assertThat(LinuxProcess.oldGeneration(counted(335544320, 335544320, 220519520, 4194304)))
                .hasValue(new OldGeneration(224713824, 335544320, true));
        assertThat(LinuxProcess.oldGeneration(counted(335544344, 335544328, 220519520, 0)))
                .hasValue(new OldGeneration(220519520, 335544328, true));
        assertThat(LinuxProcess.oldGeneration(counted(111804416, 223739904, 213601016, 0)))
                .hasValue(new OldGeneration(213601016, 223739904, false));
        assertThat(LinuxProcess.oldGeneration(counted(0, 335544320, 236721392, 0)))
                .isEmpty();
        assertThat(LinuxProcess.oldGeneration(Map.of())).isEmpty();
    }

    private static Map<String, String> counted(long young, long old, long used, long survived) {
        return Map.of(
                "sun.gc.generation.0.maxCapacity", "" + young,
                "sun.gc.generation.0.space.0.used", "9437184",
                "sun.gc.generation.0.space.2.used", "" + survived,
                "sun.gc.generation.1.maxCapacity", "" + old,
                "sun.gc.generation.1.space.0.used", "" + used);
    }

    @Test
    void aCollectionStopsThisJvm() {
        LinuxProcess self = LinuxProcess.of(ProcessHandle.current().pid()).orElseThrow();
        double before = self.collectorSeconds().orElseThrow();
        System.gc();
        assertThat(self.collectorSeconds().orElseThrow()).isGreaterThan(before);
    }
}

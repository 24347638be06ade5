package dev.headroom.lab.running;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.probe.attach.HeapUse;
import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.jvm.LinuxProcess.OldGeneration;
import dev.headroom.probe.jvm.ProcessId;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What outlives a collection and what is allocated, of each collector. */
@Tag("nightly")
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class HeapRoomIT {

    private static final double MEGABYTE = 1 << 20;

    @ParameterizedTest
    @ValueSource(strings = {"UseG1GC", "UseSerialGC", "UseParallelGC", "UseZGC", "UseShenandoahGC"})
    void theHeapOfAnyCollectorIsRead(String collector) throws Exception {
        Process keeper = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+" + collector,
                        "-Xmx400m",
                        "-cp",
                        Path.of(Keeper.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toURI())
                                .toString(),
                        Keeper.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            ProcessId process = ProcessId.now(keeper.pid());
            BufferedReader said = keeper.inputReader();
            double before = allocated(keeper, said);
            long begin = System.nanoTime();
            double seen = HeapUse.allocatedPerSecond(process, Duration.ofSeconds(2));
            double did = (allocated(keeper, said) - before) / (System.nanoTime() - begin) * 1e9;

            OldGeneration old =
                    LinuxProcess.of(keeper.pid()).orElseThrow().oldGeneration().orElseThrow();
            assertThat(old.most() / MEGABYTE).isBetween(250.0, 400.0);
            assertThat(old.used() / MEGABYTE).isBetween(160.0, (double) old.most() / MEGABYTE);
            assertThat(seen / MEGABYTE).isCloseTo(did, Percentage.withPercentage(50));
            assertThat(old.used() / MEGABYTE).as("but for what was thrown away").isCloseTo(160, within(60.0));
        } finally {
            keeper.destroyForcibly().waitFor();
            Files.deleteIfExists(Path.of("/tmp/.java_pid" + keeper.pid()));
        }
    }

    private static double allocated(Process keeper, BufferedReader said) throws IOException {
        keeper.getOutputStream().write('\n');
        keeper.getOutputStream().flush();
        return Double.parseDouble(said.readLine());
    }
}

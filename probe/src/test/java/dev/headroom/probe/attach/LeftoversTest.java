package dev.headroom.probe.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.probe.jvm.LinuxProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@Timeout(60)
class LeftoversTest {

    private static final String NOBODY = "65534";

    @TempDir
    private Path folder;

    private final List<Process> started = new ArrayList<>();

    /** Stands for a JVM: what is swept is found by its number and its folders. */
    private LinuxProcess process(String... command) throws IOException {
        Process process = new ProcessBuilder(command).directory(folder.toFile()).start();
        started.add(process);
        return LinuxProcess.of(process.pid()).orElseThrow();
    }

    private Path marker(LinuxProcess process, Duration ago, String content) throws IOException {
        Path marker = Files.writeString(folder.resolve(".attach_pid" + process.pid()), content);
        Files.setLastModifiedTime(marker, FileTime.from(Instant.now().minus(ago)));
        return marker;
    }

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void theMarkerOfAHeadroomThatWasKilledGoes() throws Exception {
        LinuxProcess process = process("sleep", "60");
        Path marker = marker(process, Duration.ofSeconds(30), "");
        Leftovers.sweepAll(process);
        assertThat(marker).doesNotExist();
    }

    @Test
    void oneThatIsInUseOrSaysSomethingStays() throws Exception {
        LinuxProcess process = process("sleep", "60");
        Path marker = marker(process, Duration.ofSeconds(1), "");
        Leftovers.sweepAll(process);
        assertThat(marker).exists();
        marker(process, Duration.ofSeconds(30), "mine");
        Leftovers.sweepAll(process);
        assertThat(marker).exists();
    }

    @Test
    void whatALinkOfItsNameLeadsToStays() throws Exception {
        LinuxProcess process = process("sleep", "60");
        Path other = Files.createFile(folder.resolve("other"));
        Files.setLastModifiedTime(other, FileTime.from(Instant.now().minusSeconds(30)));
        Path link = Files.createSymbolicLink(folder.resolve(".attach_pid" + process.pid()), other);
        Leftovers.sweepAll(process);
        assertThat(link).isSymbolicLink();
        assertThat(other).exists();
    }

    /** It takes a pipe's place, and who makes it cannot give it away. */
    @Test
    void aLinkOfRootGoesFromTheFilesOfAnotherUser() throws Exception {
        assumeTrue(LinuxProcess.ours() == 0, "only root watches another user");
        LinuxProcess process =
                process("setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "sleep", "60");
        while (LinuxProcess.of(process.pid()).orElseThrow().user() == 0) {
            Thread.sleep(10);
        }
        Path link = Files.createSymbolicLink(
                Path.of("/tmp", "headroom-999999999-" + UUID.randomUUID() + ".json"), Path.of("itself"));
        try {
            assertThat(new ProcessBuilder("touch", "-h", "-d", "2 minutes ago", link.toString())
                            .start()
                            .waitFor())
                    .isZero();
            Leftovers.sweepAll(LinuxProcess.of(process.pid()).orElseThrow());
            assertThat(Files.exists(link, LinkOption.NOFOLLOW_LINKS)).isFalse();
        } finally {
            Files.deleteIfExists(link);
        }
    }

    /** Makes a marker and waits for its end. */
    static final class Waiting {

        private Waiting() {}

        public static void main(String[] arguments) throws Exception {
            Marker.make(Path.of(arguments[0]));
            System.out.println("made");
            Thread.sleep(Duration.ofMinutes(1));
        }
    }

    @Test
    void whoEndsWhileItWaitsForTheJvmTakesItsMarkerAlong() throws Exception {
        Path marker = folder.resolve(".attach_pid1");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Waiting.class.getName(),
                        marker.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        started.add(process);
        assertThat(process.inputReader().readLine()).isEqualTo("made");
        assertThat(marker).exists();
        process.destroy();
        process.waitFor();
        assertThat(marker).doesNotExist();
    }
}

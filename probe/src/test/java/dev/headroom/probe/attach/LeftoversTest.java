package dev.headroom.probe.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.probe.jvm.LinuxProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
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

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
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
}

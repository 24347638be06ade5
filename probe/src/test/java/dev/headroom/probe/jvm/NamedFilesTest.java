package dev.headroom.probe.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import dev.headroom.probe.target.Lease;
import dev.headroom.probe.target.Spaces;
import java.io.BufferedReader;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Files that a process names, and what else it may name instead. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NamedFilesTest {

    private static final int NOBODY = 65534;
    private static final int MOST = 100;

    private final List<Process> started = new ArrayList<>();

    @TempDir
    private Path home;

    private Path release;

    @BeforeEach
    void home() {
        release = home.resolve("release");
    }

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    /** No JVM, but a process that maps a file which is called as a JVM's library. */
    private RunningJvm impostor() throws Exception {
        Path library = home.resolve("lib/server/libjvm.so");
        Files.createDirectories(library.getParent());
        Files.copy(Path.of(System.getProperty("java.home"), "lib/libjsig.so"), library);
        ProcessBuilder sleep = new ProcessBuilder("sleep", "60");
        sleep.environment().put("LD_PRELOAD", library.toString());
        Process process = sleep.start();
        started.add(process);
        while (LinuxProcess.of(process.pid())
                .flatMap(one -> one.mapped("libjvm.so"))
                .isEmpty()) {
            Thread.sleep(10);
        }
        return RunningJvms.of(process.pid()).orElseThrow();
    }

    @Test
    void aReleaseIsRead() throws Exception {
        Files.writeString(release, "JAVA_VERSION=\"25.0.9\"\n");
        assertThat(impostor().version()).isEqualTo("25.0.9");
    }

    @Test
    void aReleaseThatIsAPipeHoldsNobodyUp() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", release.toString()).start().waitFor())
                .isZero();
        RunningJvm impostor = impostor();
        assertThat(impostor.version()).isEmpty();
        assertThat(impostor.vm()).as("it was looked at to the end").isEqualTo("HotSpot");
        assertThat(RunningJvms.list()).contains(impostor);
    }

    @Test
    void aReleaseUnderALeaseHoldsNobodyUp() throws Exception {
        Files.writeString(release, "JAVA_VERSION=\"25\"\n");
        LinuxProcess self = LinuxProcess.of(ProcessHandle.current().pid()).orElseThrow();
        try (Lease lease = Lease.on(release)) {
            assertThat(self.content(release.toString(), MOST)).isEmpty();
            assertThat(lease.isBeingBroken()).as("it was asked for").isTrue();
        }
        assertThat(self.content(release.toString(), MOST)).isPresent();
    }

    @Test
    void aReleaseWithoutEndIsNotRead() throws Exception {
        Files.createSymbolicLink(release, Path.of("/dev/zero"));
        assertThat(impostor().version()).isEmpty();
        Files.delete(release);
        Files.writeString(release, "JAVA_VERSION=\"25\"\n" + "x".repeat(1 << 17));
        assertThat(RunningJvms.of(started.getFirst().pid()).orElseThrow().version())
                .isEmpty();
    }

    @Test
    void aReleaseOfAThirdUserIsNotRead() throws Exception {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root may give files away");
        Files.writeString(release, "JAVA_VERSION=\"25.0.9\"\n");
        Files.setAttribute(release, "unix:uid", NOBODY);
        assertThat(impostor().version()).isEmpty();
    }

    @Test
    void aLinkDoesNotLeadOutOfTheRootOfTheProcess() throws Exception {
        assumeTrue(Spaces.allowed(), "this user may not make namespaces");
        Path link = home.resolve("link");
        Path named = home.resolve("named");
        Files.writeString(named, "outside");
        Process process = new ProcessBuilder(
                        "unshare",
                        "-m",
                        "sh",
                        "-c",
                        "mount -t tmpfs tmpfs \"$0\" && cd \"$0\" && ln -s \"$0/named\" link && echo inside >named && echo ready"
                                + " && exec sleep 60",
                        home.toString())
                .start();
        started.add(process);
        BufferedReader said = process.inputReader();
        assertThat(said.readLine()).isEqualTo("ready");
        LinuxProcess inside = LinuxProcess.of(process.pid()).orElseThrow();
        for (String file : List.of(link.toString(), named.toString(), "link", "../../../../../../../.." + link)) {
            assertThat(inside.content(file, MOST))
                    .as(file)
                    .hasValueSatisfying(bytes -> assertThat(new String(bytes, StandardCharsets.UTF_8))
                            .isEqualTo("inside\n"));
        }
    }

    @Test
    void aJarWhoseDirectoryWouldFillOurMemoryIsNotOpened() throws Exception {
        Path jar = home.resolve("app.jar");
        try (RandomAccessFile file = new RandomAccessFile(jar.toFile(), "rw")) {
            int directory = 0x7000_0000; // bytes that are not there on the disk
            file.seek(directory);
            file.write(new byte[] {'P', 'K', 5, 6, 0, 0, 0, 0, 1, 0, 1, 0});
            file.writeInt(Integer.reverseBytes(directory));
            file.write(new byte[6]);
        }
        LinuxProcess self = LinuxProcess.of(ProcessHandle.current().pid()).orElseThrow();
        CommandLine command = CommandLine.of(List.of("java", "-jar", jar.toString()), List.of());
        ThreadMXBean memory = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        long before = memory.getCurrentThreadAllocatedBytes();
        Frameworks.of(self, command);
        assertThat(memory.getCurrentThreadAllocatedBytes() - before).isLessThan(1L << 28);
    }
}

package dev.headroom.probe.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class LinuxProcessTest {

    /** As HotSpot does: who asks for its attach socket has to be its own user or root, by the numbers of its own user namespace. */
    @Test
    void aProcessTrustsItsOwnUserAndTheRootOfItsUserNamespace() {
        assertThat(LinuxProcess.trusts(1_000, 1_000, 0, 17)).isTrue();
        assertThat(LinuxProcess.trusts(0, 1_000, 0, 17)).isTrue();
        assertThat(LinuxProcess.trusts(100_000, 100_999, 100_000, 17)).isTrue();
        assertThat(LinuxProcess.trusts(0, 100_999, 100_000, 17))
                .as("our root is nobody inside")
                .isFalse();
        assertThat(LinuxProcess.trusts(0, 100_999, -1, 17))
                .as("inside there is no root")
                .isFalse();
        assertThat(LinuxProcess.trusts(1_000, 1_001, 0, 17)).isFalse();
        assertThat(LinuxProcess.trusts(0, 1_000, 0, 8))
                .as("Java 8 looks for its own user alone")
                .isFalse();
    }

    @Test
    void whatWeStartedTrustsUs() throws Exception {
        Process process = new ProcessBuilder("sleep", "20").start();
        try {
            assertThat(LinuxProcess.of(process.pid()).orElseThrow().trustsUs(25))
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    /** As in a container without root: there our user is another, or nobody. */
    @Test
    @Timeout(20)
    void aProcessOfAnotherUserNamespaceTrustsOurRootOnlyWhereItHasThatAsRoot() throws Exception {
        assumeTrue(LinuxProcess.ours() == 0, "only root may give it another user");
        assertThat(bar("0 0 1\n1000 1000 1\n")).isEmpty();
        assertThat(bar("0 100000 1\n1000 1000 1\n").orElseThrow())
                .contains("run Headroom as user 1000, or inside", "Nothing was sent");
    }

    /** By a process of user 1000 whose user namespace has these numbers. */
    private static Optional<String> bar(String map) throws Exception {
        Process process = new ProcessBuilder(
                        "setpriv", "--reuid=1000", "--clear-groups", "unshare", "--user", "sleep", "20")
                .start();
        try {
            Path users = Path.of("/proc/" + process.pid() + "/uid_map");
            String ours = Files.readSymbolicLink(Path.of("/proc/self/ns/user")).toString();
            while (users(process).equals(ours)) {
                Thread.sleep(10);
            }
            Files.writeString(users, map);
            return WayIn.bar(LinuxProcess.of(process.pid()).orElseThrow());
        } finally {
            process.destroyForcibly();
        }
    }

    private static String users(Process of) throws IOException, InterruptedException {
        try {
            return Files.readSymbolicLink(Path.of("/proc/" + of.pid() + "/ns/user"))
                    .toString();
        } catch (IOException e) {
            assumeFalse(of.waitFor(5, TimeUnit.SECONDS), "no user namespace may be made here");
            throw e;
        }
    }

    /** As in a container whose first process is no init. */
    @Test
    @Timeout(20)
    void aProcessThatEndedIsNoneThoughItsParentLeavesItThere() throws Exception {
        Process parent = new ProcessBuilder("sh", "-c", "sleep 2 & echo $!; exec sleep 20").start();
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

package dev.headroom.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.text.Secrets;
import dev.headroom.probe.agent.AgentProbe;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.target.Holder;
import dev.headroom.probe.target.Jvms;
import dev.headroom.probe.target.Moved;
import dev.headroom.probe.target.Spaces;
import dev.headroom.probe.target.Stranger;
import dev.headroom.probe.wire.AgentListener;
import dev.headroom.probe.wire.Hello;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** How agent and probe find each other, who else gets in, and what is left of it. */
@EnabledOnOs(OS.LINUX)
class ChannelIT extends Started {

    private static final String PREFIX = "headroom-agent";
    private static final int TWELVE = 12;

    @Test
    void theSocketIsInAFolderForThisUserAloneAndIsGoneAfterwards() throws Exception {
        Path socket;
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn)) {
            String argument = probe.launchArguments().getFirst();
            assertThat(argument).doesNotContain("token=", "port=");
            socket = socket(argument);
            assertThat(Files.exists(socket)).isTrue();
            assertThat(Files.getPosixFilePermissions(socket.getParent()))
                    .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        }
        assertThat(Files.exists(socket)).isFalse();
    }

    @Tag("nightly")
    @Test
    void aJvmWithFilesProcessesAndNetworkOfItsOwnIsWatchedAndNothingIsLeftThere() throws Exception {
        assumeTrue(Spaces.allowed(), "this user may not make namespaces");
        Process unshare = Spaces.start(Holder.class, Jvms.current(), List.of(), "common", "socket", "100", "10");
        started.add(unshare);
        long pid = Spaces.pid(unshare);
        Path temporary = Path.of("/proc", Long.toString(pid), "root/tmp");
        try (AgentProbe probe = AgentProbe.attach(ProcessId.now(pid), Secrets::hideIn)) {
            Observation seen = AgentProbeIT.watch(probe, Duration.ofSeconds(3));
            assertThat(seen.jvm().pid()).isEqualTo(pid);
            assertThat(AgentProbeIT.pool(seen, "common-pool").maximum()).hasValue(3);
            assertThat(AgentProbeIT.pool(seen, "common-pool").holdingByClock())
                    .as("its flight recording is found, too")
                    .isPresent();
        }
        assertThat(folders(temporary)).isEmpty();

        AgentProbe again = AgentProbe.attach(ProcessId.now(pid), Secrets::hideIn);
        assertThat(folders(temporary)).hasSize(1);
        unshare.descendants().forEach(ProcessHandle::destroyForcibly);
        unshare.waitFor();
        again.close(); // its files are gone with it
    }

    @Test
    @Tag("nightly")
    void rootWatchesTheJvmOfAnotherUserWhichGetsInAndNothingIsLeftWhereThatIsKilled(@TempDir Path folder)
            throws Exception {
        Process target = Spaces.startAsNobody(Moved.class, folder).orElseGet(() -> {
            assumeTrue(false, "needs root, and files of the JDK that others can read");
            throw new IllegalStateException();
        });
        started.add(target);
        List<Path> before = folders(Path.of("/tmp"));
        Path made;
        try (AgentProbe probe = AgentProbe.attach(ProcessId.now(target.pid()), Secrets::hideIn)) {
            assertThat(Watcher.awaitLevers(probe, Instant.now())).isNotEmpty();
            made = folders(Path.of("/tmp")).stream()
                    .filter(one -> !before.contains(one) && owner(one).equals("nobody"))
                    .findFirst()
                    .orElseThrow();
            assertThat(Files.getPosixFilePermissions(made)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
            target.destroyForcibly().waitFor();
        }
        assertThat(Files.exists(made)).isFalse();
    }

    @Tag("nightly")
    @Test
    void aSocketThatAnotherUsersJvmHasLeftIsNamedAsWhatIsInTheWay(@TempDir Path folder) throws Exception {
        Optional<Process> target = Spaces.startAsNobody(Moved.class, folder);
        assumeTrue(target.isPresent(), "needs root, and files of the JDK that others can read");
        started.add(target.get());
        Path left = Files.createFile(Path.of("/tmp/.java_pid" + target.get().pid()));
        try {
            assertThatThrownBy(
                            () -> AgentProbe.attach(ProcessId.now(target.get().pid()), Secrets::hideIn))
                    .hasMessageContaining(
                            left + " of user 0, which it may not replace, stands in its way: delete that");
        } finally {
            Files.delete(left);
        }
    }

    @Test
    @Tag("nightly")
    void whoeverIsNotThatUserIsNotHeardEvenWhereTheFolderLetsHimIn(@TempDir Path folder) throws Exception {
        CompletableFuture<Hello> heard = new CompletableFuture<>();
        AgentListener listener = AgentListener.open((hello, session) -> heard.complete(hello));
        Path socket = socket(listener.options());
        try (listener) {
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rwxrwxrwx"));
            Files.setPosixFilePermissions(socket.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
            String[] said = {socket.toString(), String.valueOf(Hello.VERSION)};
            Optional<Process> stranger = Spaces.startAsNobody(Stranger.class, folder, said);
            assumeTrue(stranger.isPresent(), "needs root, and files of the JDK that others can read");
            started.add(stranger.get());
            assertThat(stranger.get().waitFor()).as("was hung up on").isZero();
            assertThat(heard).isNotDone();

            Process own = Jvms.start(Stranger.class, Jvms.current(), List.of(), said);
            started.add(own);
            assertThat(heard.get(60, TimeUnit.SECONDS).sample()).isTrue();
        } finally {
            Files.setPosixFilePermissions(socket.getParent(), PosixFilePermissions.fromString("rwx------"));
        }
    }

    private static Path socket(String options) {
        return Path.of(options.replaceAll(".*,socket=([^,]+).*", "$1"));
    }

    @Test
    @Tag("nightly")
    void theFolderOfAWatcherThatWasKilledIsDeletedByTheAgent(@TempDir Path folder) throws Exception {
        Process target = target();
        Process watcher = watcher(folder, target);
        assertThat(folders(folder)).hasSize(1);
        watcher.destroyForcibly().waitFor();
        Waiting.until(() -> folders(folder).isEmpty());
        assertThat(target.isAlive()).isTrue();
    }

    @Tag("nightly")
    @Test
    void whereTheTargetWasKilledAsWellByWhoeverComesNextButNotThatOfAnotherWhoLives(@TempDir Path folder)
            throws Exception {
        Process first = target();
        watcher(folder, first);
        List<Path> living = folders(folder);
        Process second = target();
        Process killed = watcher(folder, second);
        assertThat(folders(folder)).hasSize(2);
        second.destroyForcibly().waitFor();
        killed.destroyForcibly().waitFor();
        assertThat(folders(folder)).hasSize(2);

        Process ended = watcher(folder, target());
        assertThat(folders(folder)).hasSize(2).containsAll(living);

        ended.destroy(); // as Ctrl-C does
        ended.waitFor();
        assertThat(folders(folder)).isEqualTo(living);
    }

    private Process target() throws IOException {
        return started(Jvms.start(Moved.class, Jvms.current(), List.of()));
    }

    private Process watcher(Path folder, Process target) throws IOException {
        Process process = started(Watcher.startIn(folder, target, TWELVE));
        assertThat(process.inputReader().readLine()).isEqualTo("moved");
        return process;
    }

    private static List<Path> folders(Path temporary) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(temporary, PREFIX + "*")) {
            folders.forEach(found::add);
        }
        return found;
    }

    private static String owner(Path folder) {
        try {
            return Files.getOwner(folder).getName();
        } catch (IOException e) {
            return ""; // another test's, and gone
        }
    }
}

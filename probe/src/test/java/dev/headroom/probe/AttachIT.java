package dev.headroom.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.core.text.Secrets;
import dev.headroom.probe.agent.AgentProbe;
import dev.headroom.probe.attach.AttachSocket;
import dev.headroom.probe.attach.Attachment;
import dev.headroom.probe.dump.DumpProbe;
import dev.headroom.probe.jvm.Access;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.jvm.RunningJvm;
import dev.headroom.probe.jvm.RunningJvms;
import dev.headroom.probe.target.Crowded;
import dev.headroom.probe.target.Jvms;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is checked at the door through which all ways of watching a running JVM go. */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
class AttachIT extends Started {

    private static final int NOBODY = 65534;

    private Process target(String... options) throws Exception {
        return start(Jvms.current(), List.of(options), "executor", "sleep", "100", "1");
    }

    @Test
    @Tag("nightly")
    void anImpostorAtTheSocketOfAJvmIsNotBelievedByAnyWay() throws Exception {
        Process target = target("-Xrs"); // its socket is open from the start
        Path socket = Path.of("/tmp/.java_pid" + target.pid());
        Files.delete(socket);
        try (ServerSocketChannel impostor = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            impostor.bind(UnixDomainSocketAddress.of(socket));
            Files.setAttribute(socket, "unix:mode", 0600);
            String told = "process " + ProcessHandle.current().pid() + ", not the JVM, listens at its attach socket";
            assertThatThrownBy(() -> DumpProbe.attach(ProcessId.now(target.pid())))
                    .hasMessageContaining(told);
            assertThatThrownBy(() -> DumpProbe.recorded(ProcessId.now(target.pid())))
                    .hasMessageContaining(told);
            assertThatThrownBy(() -> DumpProbe.overJmx(ProcessId.now(target.pid())))
                    .hasMessageContaining(told);
            assertThatThrownBy(() -> AgentProbe.attach(ProcessId.now(target.pid()), Secrets::hideIn))
                    .hasMessageContaining(told);

            Files.setAttribute(socket, "unix:mode", 0777);
            assertThatThrownBy(() -> DumpProbe.attach(ProcessId.now(target.pid())))
                    .hasMessageContaining("lets others in");
        } finally {
            Files.deleteIfExists(socket);
        }
    }

    /** Of JDK 25 and later, which write while their threads stand if they are not told otherwise. */
    @Test
    void aJvmGoesOnWhileNobodyReadsItsDump() throws Exception {
        Process target = started(Jvms.start(Crowded.class, Jvms.current(), List.of()));
        try (AttachSocket socket = AttachSocket.open(ProcessId.now(target.pid()))) {
            long threads = socket.run("Thread.print", dump -> {
                assertThat(PutBackIT.ask(target, "")).isEqualTo("here");
                return dump.lines().filter(line -> line.startsWith("\"xxx")).count();
            });
            assertThat(threads).isEqualTo(100);
        }
    }

    @Test
    @Tag("nightly")
    void aJvmThatIsStoppedIsToldAsThatAndLeftSo() throws Exception {
        Process target = target();
        signal("STOP", target);
        Waiting.until(() ->
                RunningJvms.of(target.pid()).orElseThrow().why().contains("it is stopped, by a signal or a debugger"));
        RunningJvm stopped = RunningJvms.of(target.pid()).orElseThrow();
        assertThat(stopped.access()).isEqualTo(Access.NOTHING);
        assertThatThrownBy(() -> DumpProbe.attach(ProcessId.now(target.pid()))).hasMessageContaining("is stopped");
        assertThatThrownBy(() -> DumpProbe.overJmx(ProcessId.now(target.pid()))).hasMessageContaining("is stopped");
        assertThatThrownBy(() -> AgentProbe.attach(ProcessId.now(target.pid()), Secrets::hideIn))
                .hasMessageContaining("is stopped");

        signal("CONT", target);
        Waiting.until(() -> RunningJvms.of(target.pid()).orElseThrow().access() == Access.AGENT);
        DumpProbe.attach(ProcessId.now(target.pid())).close();
        assertThat(triggers(target)).isEmpty();
    }

    private static void signal(String name, Process target) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(target.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    /** What Headrooms that were killed left: each way goes through that door. */
    @Test
    void whoAttachesDeletesWhatEarlierOnesLeft() throws Exception {
        Process target = target();
        Path pipe = Path.of("/tmp", "headroom-999999999-" + UUID.randomUUID() + ".json");
        Path marker = Path.of(".attach_pid" + target.pid());
        for (Path left : List.of(pipe, marker)) {
            Files.setLastModifiedTime(
                    Files.createFile(left), FileTime.from(Instant.now().minusSeconds(120)));
        }
        try {
            Attachment.to(ProcessId.now(target.pid()));
            Waiting.until(() -> Files.notExists(pipe) && Files.notExists(marker));
        } finally {
            Files.deleteIfExists(pipe);
            Files.deleteIfExists(marker);
        }
    }

    /** Those in its working folder, which is ours, and in its temporary folder. */
    private static List<Path> triggers(Process target) {
        return List.of(Path.of(".attach_pid" + target.pid()), Path.of("/tmp/.attach_pid" + target.pid())).stream()
                .filter(file -> Files.exists(file, LinkOption.NOFOLLOW_LINKS))
                .toList();
    }

    @Test
    @Tag("nightly")
    void aNumberThatWasGivenToAnotherProcessIsNotAttachedTo() throws Exception {
        Process target = target();
        ProcessId now = ProcessId.now(target.pid());
        ProcessId before = new ProcessId(target.pid(), now.begun() - 1);
        assertThatThrownBy(() -> DumpProbe.attach(before)).hasMessageContaining("another process has its number now");
        assertThatThrownBy(() -> DumpProbe.overJmx(before)).hasMessageContaining("another process has its number now");
        assertThatThrownBy(() -> AgentProbe.attach(before, Secrets::hideIn))
                .hasMessageContaining("another process has its number now");
        assertThat(Path.of("/tmp/.java_pid" + target.pid()))
                .as("nothing was asked of it")
                .doesNotExist();
        DumpProbe.attach(now).close();
    }

    /** As in a container that was started again: its process has the same number each time. */
    @Tag("nightly")
    @Test
    void aSocketThatAnEarlierProcessOfThatNumberLeftIsNoHindrance() throws Exception {
        Process target = target();
        try (ServerSocketChannel earlier = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            earlier.bind(UnixDomainSocketAddress.of("/tmp/.java_pid" + target.pid()));
        }
        DumpProbe.attach(ProcessId.now(target.pid())).close();
    }

    @Test
    @Tag("nightly")
    void aTriggerThatSomebodyPutThereIsNeitherFollowedNorUsed(@TempDir Path folder) throws Exception {
        Process target = target();
        Path victim = folder.resolve("victim");
        Path trigger = Files.createSymbolicLink(Path.of(".attach_pid" + target.pid()), victim);
        try {
            assertThatThrownBy(() -> DumpProbe.attach(ProcessId.now(target.pid())))
                    .hasMessageContaining("delete that");
            assertThat(victim).doesNotExist();
            assertThat(Files.isSymbolicLink(trigger)).isTrue();
        } finally {
            Files.delete(trigger);
        }
        assertThat(target.inputReader().ready()).as("it printed no dump").isFalse();
    }

    @Test
    @Tag("nightly")
    void aTriggerOfAThirdUserIsNotUsed() throws Exception {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root may give files away");
        Process target = target();
        Path trigger = Files.createFile(Path.of(".attach_pid" + target.pid()));
        try {
            Files.setAttribute(trigger, "unix:uid", NOBODY);
            assertThatThrownBy(() -> DumpProbe.attach(ProcessId.now(target.pid())))
                    .hasMessageContaining("of user " + NOBODY);
            assertThat(trigger).exists();
        } finally {
            Files.delete(trigger);
        }
        assertThat(target.inputReader().ready()).as("it printed no dump").isFalse();
    }

    /** As on NFS, where root's files are nobody's: the user by which the kernel makes files is set for this thread alone. */
    @Test
    void aTriggerOfOursThatIsToldAsSomebodyElsesIsNotUsed() throws Throwable {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root may make files as somebody else");
        Process target = target();
        ProcessId id = ProcessId.now(target.pid());
        makeFilesAs(NOBODY);
        try {
            assertThatThrownBy(() -> AttachSocket.open(id)).hasMessageContaining("as a user that it trusts");
        } finally {
            makeFilesAs(0);
        }
        assertThat(triggers(target)).isEmpty();
        assertThat(target.inputReader().ready()).as("it printed no dump").isFalse();
        AttachSocket.open(id).close();
    }

    private static void makeFilesAs(int user) throws Throwable {
        Linker linker = Linker.nativeLinker();
        MethodHandle set = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("setfsuid"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        set.invokeWithArguments(user);
    }
}

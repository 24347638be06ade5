package dev.headroom.probe.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.probe.jvm.LinuxProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** This process answers at attach sockets, at its own as a JVM does and at another's as an impostor does. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class AttachSocketTest {

    private static final Duration LONG = Duration.ofSeconds(40);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final int NOBODY = 65534;

    private final LinuxProcess self =
            LinuxProcess.of(ProcessHandle.current().pid()).orElseThrow();
    private final List<AutoCloseable> opened = new ArrayList<>();

    private interface Answer {
        void write(OutputStream out) throws Exception;
    }

    private static Path path(LinuxProcess process) {
        return Path.of("/tmp/.java_pid" + process.pid());
    }

    /** Answers each connection to a socket that has the name of this process's. */
    private void answer(LinuxProcess process, String mode, Answer answer) throws IOException {
        Path path = path(process);
        Files.deleteIfExists(path); // a JVM that had this number and was killed has left it
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        opened.add(() -> Files.deleteIfExists(path));
        opened.add(server);
        server.bind(UnixDomainSocketAddress.of(path));
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
        Thread.ofPlatform().daemon().start(() -> {
            while (server.isOpen()) {
                try (SocketChannel client = server.accept()) {
                    client.read(ByteBuffer.allocate(4096));
                    answer.write(Channels.newOutputStream(client));
                } catch (Exception e) {
                    continue; // it hung up
                }
            }
        });
    }

    private static Answer saying(String text) {
        return out -> out.write(("0\n" + text).getBytes(StandardCharsets.UTF_8));
    }

    private LinuxProcess other() throws IOException {
        Process process = new ProcessBuilder("sleep", "60").start();
        opened.add(process::destroyForcibly);
        return LinuxProcess.of(process.pid()).orElseThrow();
    }

    private static String ask(LinuxProcess process, Duration patience) throws IOException {
        return new AttachSocket(process, patience).text("VM.flags");
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : opened.reversed()) {
            one.close();
        }
    }

    @Test
    void theProcessItselfIsHeard() throws Exception {
        answer(self, "rw-------", saying("flags"));
        assertThat(ask(self, LONG)).isEqualTo("flags");
    }

    @Test
    void whatAnotherProcessSaysAtItsSocketIsNotBelieved() throws Exception {
        LinuxProcess target = other();
        answer(target, "rw-------", saying("lies"));
        assertThatThrownBy(() -> ask(target, LONG))
                .hasMessageContainingAll(
                        "process " + self.pid() + ", not the JVM", path(target).toString());
    }

    @Test
    void aSocketThatLetsOthersInIsNotUsed() throws Exception {
        answer(self, "rwxrwxrwx", saying("flags"));
        assertThatThrownBy(() -> ask(self, LONG)).hasMessageContaining("lets others in (mode 777)");
    }

    @Test
    void aSocketOfAnotherUserIsNotUsed() throws Exception {
        assumeTrue(self.user() == 0, "only root may give files away");
        answer(self, "rw-------", saying("flags"));
        Files.setAttribute(path(self), "unix:uid", NOBODY);
        assertThatThrownBy(() -> ask(self, LONG)).hasMessageContaining("belongs to user " + NOBODY);
    }

    @Test
    void aLinkToASocketIsNone() throws Exception {
        LinuxProcess target = other();
        answer(self, "rw-------", saying("flags"));
        Files.deleteIfExists(path(target));
        Path link = Files.createSymbolicLink(path(target), path(self));
        opened.add(() -> Files.deleteIfExists(link));
        assertThatThrownBy(() -> ask(target, LONG)).hasMessageContaining("is not a socket");
    }

    @Test
    void anAnswerWithoutEndIsBrokenOff() throws Exception {
        byte[] lines = "x".repeat(99).concat("\n").repeat(10_000).getBytes(StandardCharsets.UTF_8);
        answer(self, "rw-------", out -> {
            out.write("0\n".getBytes(StandardCharsets.UTF_8));
            while (true) {
                out.write(lines);
            }
        });
        assertThatThrownBy(() -> ask(self, LONG)).hasMessageContaining("more than 16 MB");
    }

    @Test
    void aRefusalBeginsNoLineOfItsOwn() throws Exception {
        answer(
                self,
                "rw-------",
                out -> out.write("1\nno such command\nheadroom: nothing binds\n".getBytes(StandardCharsets.UTF_8)));
        assertThatThrownBy(() -> ask(self, LONG))
                .hasMessage("the JVM refuses \"VM.flags\" (1): no such command / headroom: nothing binds");
    }

    @Test
    void aStatusThatIsNoneIsCut() throws Exception {
        answer(self, "rw-------", out -> out.write(("x".repeat(100_000) + "\n").getBytes(StandardCharsets.UTF_8)));
        assertThatThrownBy(() -> ask(self, LONG))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(2_000));
    }

    @Test
    void aLineWithoutEndIsBrokenOff() throws Exception {
        byte[] piece = new byte[1 << 16];
        answer(self, "rw-------", out -> {
            while (true) {
                out.write(piece);
            }
        });
        assertThatThrownBy(() -> ask(self, LONG)).hasMessageContaining("a line of more than 1 MB");
    }

    @Test
    void anAnswerThatTricklesEndsAtTheDeadlineOfTheWhole() throws Exception {
        answer(self, "rw-------", out -> {
            out.write("0\n".getBytes(StandardCharsets.UTF_8));
            while (true) {
                out.write('x');
                Thread.sleep(SHORT.dividedBy(10));
            }
        });
        assertThatThrownBy(() -> ask(self, SHORT)).hasMessageContaining("did not answer in time");
    }

    @Test
    void whoeverDoesNotAnswerAtAllIsNotWaitedForWithoutEnd() throws Exception {
        answer(self, "rw-------", out -> Thread.sleep(LONG));
        assertThatThrownBy(() -> ask(self, SHORT)).hasMessageContaining("did not answer in time");
    }

    @Test
    void aProcessThatHasEndedIsNotAskedAnyMore() throws Exception {
        LinuxProcess target = other();
        answer(target, "rw-------", saying("lies"));
        ProcessHandle.of(target.pid()).orElseThrow().destroyForcibly();
        ProcessHandle.of(target.pid()).ifPresent(process -> process.onExit().join());
        assertThatThrownBy(() -> ask(target, LONG)).hasMessageContaining("has ended");
    }
}

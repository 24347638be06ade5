package dev.headroom.probe.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.probe.attach.DumpNames;
import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.os.call.Rooted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class NamedPipeTest {

    private static final long OURS =
            LinuxProcess.of(ProcessHandle.current().pid()).orElseThrow().user();

    @TempDir
    private Path folder;

    private final String name = DumpNames.next();
    private Path path;
    private Rooted open;

    @BeforeEach
    void open() throws IOException {
        path = folder.resolve(name);
        open = Rooted.link(folder.toString());
    }

    @AfterEach
    void close() {
        open.close();
    }

    @Test
    void whatIsWrittenIsReadToItsEndAndNoFileIsThere() throws Exception {
        try (NamedPipe pipe = NamedPipe.make(open, name, OURS)) {
            Process writer = writer("echo one; echo two");
            writer.onExit().thenRun(pipe::answered);
            assertThat(new String(pipe.in().readAllBytes())).isEqualTo("one\ntwo\n");
            assertThat(Files.size(path)).isZero();
        }
        assertThat(path).doesNotExist();
    }

    @Test
    void whoWritesWithoutEndIsBrokenOff() throws Exception {
        Process writer;
        try (NamedPipe pipe = NamedPipe.make(open, name, OURS)) {
            writer = writer("exec yes");
            assertThat(pipe.in().readNBytes(1 << 20)).hasSize(1 << 20);
        }
        assertThat(writer.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(path).doesNotExist();
    }

    @Test
    void whoWouldOpenItTooLateIsRefusedAndDoesNotWait() throws Exception {
        NamedPipe pipe = NamedPipe.make(open, name, OURS);
        pipe.close();
        assertThat(path).isSymbolicLink();
        assertThatThrownBy(() -> Files.newOutputStream(path)).isInstanceOf(IOException.class);
        pipe.answered();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void whereThereCanBeNoneTheSystemSaysWhy() throws Exception {
        try (Rooted processes = Rooted.link("/proc/self/fdinfo")) {
            assertThatThrownBy(() -> NamedPipe.make(processes, name, OURS))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("takes no named pipe: ");
        }
    }

    /** It may have been told to write and not have come to it yet. */
    @Test
    void whereTheJvmDoesNotAnswerNoFileCanBeWrittenLater() throws Exception {
        NamedPipe pipe = NamedPipe.make(open, name, OURS);
        pipe.close();
        pipe.unanswered();
        assertThat(path).isSymbolicLink();
        assertThatThrownBy(() -> Files.newOutputStream(path)).isInstanceOf(IOException.class);
    }

    private Process writer(String command) throws IOException {
        return new ProcessBuilder("sh", "-c", command)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(path.toFile()))
                .start();
    }
}

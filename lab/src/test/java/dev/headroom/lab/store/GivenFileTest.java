package dev.headroom.lab.store;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Whoever opens a pipe waits for its other end, and cannot be interrupted: the thread of the test is given up then. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 60, unit = SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class GivenFileTest {

    @TempDir
    Path out;

    private Path folder;

    @BeforeEach
    void make() throws IOException {
        folder = Files.createDirectories(out.resolve("variant"));
    }

    @Test
    void aPipeThatIsCalledARunIsNotWaitedFor() throws Exception {
        Path pipe = Pipes.make(folder.resolve("run.json"));

        assertThat(new ResultsFolder(out).runs().unreadable())
                .singleElement(STRING)
                .startsWith(pipe.toRealPath() + ", which is not a regular file");
        assertThatThrownBy(() -> new ResultsFolder(out).completed("variant")).isInstanceOf(BadRunFileException.class);
    }

    @Test
    void aDeviceThatIsCalledARunIsNotReadToItsEnd() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("run.json"), Path.of("/dev/zero"));

        assertThatThrownBy(() -> RunFile.read(link)).hasMessage(link + ", which is not a regular file");
    }

    @Test
    void aRunThatIsTooLargeIsRefused() throws Exception {
        Path large = large(folder.resolve("run.json"));

        assertThatThrownBy(() -> RunFile.read(large))
                .isInstanceOf(BadRunFileException.class)
                .hasMessage(large + ", which has more than 16 MB");
    }

    @Test
    void anExperimentThatIsAPipeOrTooLargeIsRefused() throws Exception {
        Path file = out.resolve("experiment.json");
        Pipes.make(file);
        assertThatThrownBy(() -> new ResultsFolder(out).experiment())
                .isInstanceOf(BadRunFileException.class)
                .hasMessage(file + ", which is not a regular file");

        Files.delete(file);
        large(file);
        assertThatThrownBy(() -> new ResultsFolder(out).experiment()).hasMessage(file + ", which has more than 16 MB");
    }

    @Test
    void aFileThatSaysThatItIsEmptyIsNotRead() throws Exception {
        assertThat(GivenFile.bytes(Path.of("/proc/self/status"))).isEmpty();
    }

    /** It takes no room on the disk. */
    private static Path large(Path file) throws IOException {
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(GivenFile.MOST + 1L);
        }
        return file;
    }
}

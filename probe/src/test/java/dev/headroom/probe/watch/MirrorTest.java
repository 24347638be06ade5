package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.probe.jvm.LinuxProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What the reader of flight recordings is given of a folder into which somebody else may put what he likes. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MirrorTest {

    @TempDir
    private Path repository;

    private static LinuxProcess self() {
        return LinuxProcess.of(ProcessHandle.current().pid()).orElseThrow();
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private void await(Path folder, String... names) throws Exception {
        while (!names(folder).equals(List.of(names))) {
            Thread.sleep(20);
        }
    }

    @Test
    void itHasTheRegularFilesOfTheUserAndNeitherLinksNorPipes() throws Exception {
        Files.writeString(repository.resolve("one.jfr"), "a recording");
        Files.createSymbolicLink(repository.resolve("link.jfr"), Path.of("/etc/passwd"));
        assertThat(new ProcessBuilder("mkfifo", repository.resolve("pipe.jfr").toString())
                        .start()
                        .waitFor())
                .isZero();
        Path folder;
        try (Mirror mirror = Mirror.of(self(), repository)) {
            folder = mirror.path();
            assertThat(names(folder)).containsExactly("one.jfr");
            assertThat(Files.readString(folder.resolve("one.jfr"))).isEqualTo("a recording");

            Files.writeString(repository.resolve("two.jfr"), "the next one");
            await(folder, "one.jfr", "two.jfr");
            Files.delete(repository.resolve("one.jfr"));
            await(folder, "two.jfr");
            assertThat(Files.readString(folder.resolve("two.jfr"))).isEqualTo("the next one");
        }
        assertThat(Files.exists(folder)).isFalse();
    }

    @Test
    void aFileThatIsMadeALinkLaterIsWhatItWas() throws Exception {
        Files.writeString(repository.resolve("one.jfr"), "a recording");
        try (Mirror mirror = Mirror.of(self(), repository)) {
            Path link = Files.createSymbolicLink(repository.resolve("link"), Path.of("/etc/passwd"));
            Files.move(link, repository.resolve("one.jfr"), StandardCopyOption.ATOMIC_MOVE);
            assertThat(Files.readString(mirror.path().resolve("one.jfr"))).isEqualTo("a recording");
        }
    }

    @Test
    void whatIsNoFolderOfTheUserIsRefused() throws Exception {
        Path file = Files.writeString(repository.resolve("one.jfr"), "");
        assertThatThrownBy(() -> Mirror.of(self(), file)).isInstanceOf(IOException.class);
    }
}

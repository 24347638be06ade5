package dev.headroom.probe.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeapFolderTest {

    @TempDir
    private Path temporary;

    /** With a dump in it, and the number of a process that runs: this one. */
    private Path folder(Duration ago) throws IOException {
        Path folder = Files.createTempDirectory(
                temporary, "headroom-heap-" + ProcessHandle.current().pid() + "-");
        Files.writeString(folder.resolve("first.hprof"), "secrets");
        Files.setLastModifiedTime(folder, FileTime.from(Instant.now().minus(ago)));
        return folder;
    }

    private void sweep() throws IOException {
        HeapFolder.sweep(temporary, Files.getOwner(temporary));
    }

    @Test
    void theDumpOfAHeadroomThatWasKilledGoesThoughAnotherProcessHasItsNumberNow() throws IOException {
        Path left = folder(Duration.ZERO);
        Files.writeString(left.resolve("lock"), " ");
        // JDK 23 and newer, from six processors on
        Files.writeString(left.resolve("second.hprof.p0"), "secrets");

        sweep();

        assertThat(left).doesNotExist();
    }

    @Test
    void aDumpThatIsInUseStays() throws IOException {
        Path used = folder(Duration.ofHours(2));
        try (FileChannel lock =
                FileChannel.open(used.resolve("lock"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            lock.lock();

            sweep();

            assertThat(used.resolve("first.hprof")).exists();
        }
    }

    @Test
    void aFolderThatIsJustBeingMadeStays() throws IOException {
        Path unlocked = folder(Duration.ofSeconds(5));
        Path unmarked = folder(Duration.ofSeconds(5));
        Files.createFile(unmarked.resolve("lock"));

        sweep();

        assertThat(unlocked).exists();
        assertThat(unmarked).exists();
    }

    @Test
    void whatAnOlderHeadroomLeftWithoutALockGoesAfterAnHour() throws IOException {
        Path recent = folder(Duration.ofMinutes(50));
        Path old = folder(Duration.ofMinutes(70));

        sweep();

        assertThat(recent).exists();
        assertThat(old).doesNotExist();
    }

    @Test
    void ourOwnStaysUntilItIsClosed() throws Exception {
        Path folder;
        try (HeapFolder one = HeapFolder.create();
                HeapFolder other = HeapFolder.create()) {
            folder = one.folder();
            assertThat(other.folder()).exists();
            HeapFolder.sweep(folder.getParent(), Files.getOwner(folder));
            assertThat(folder).exists();
        }
        assertThat(folder).doesNotExist();
    }
}

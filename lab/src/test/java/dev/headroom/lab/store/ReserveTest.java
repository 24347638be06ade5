package dev.headroom.lab.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReserveTest {

    private static final Path OPEN = Path.of("/proc/self/fd");

    @TempDir
    private Path folder;

    @Test
    void takesRoomUntilItIsGivenBackAndLeavesNothingHoweverItEnds() throws IOException {
        try (Reserve reserve = Reserve.in(folder)) {
            assertThat(reserve).isNotNull();
            assertThat(folder).isEmptyDirectory();
            assumeThat(OPEN).exists();
            assertThat(bytes()).isGreaterThan(4 << 20);
        }
        assertThat(bytes()).isZero();
    }

    /** Of files in the folder that are open and have no name any more. */
    private long bytes() throws IOException {
        long bytes = 0;
        try (Stream<Path> all = Files.list(OPEN)) {
            for (Path open : all.toList()) {
                if (Files.isSymbolicLink(open) && Files.readSymbolicLink(open).startsWith(folder.toRealPath())) {
                    bytes += Files.size(open);
                }
            }
        }
        return bytes;
    }
}

package dev.headroom.lab.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReserveTest {

    @TempDir
    Path folder;

    @Test
    void roomForTheLongestRunIsTakenUntilItIsNeeded() throws IOException {
        try (Reserve reserve = Reserve.in(folder)) {
            assertThat(Files.size(folder.resolve("reserve"))).isGreaterThan(4 << 20);
        }
        assertThat(folder).isEmptyDirectory();
    }
}

package dev.headroom.probe.os.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryLeftTest {

    private static final long MB = 1 << 20;

    private static final String MACHINE = "MemAvailable: 8388608 kB\n";

    /** The kernel takes back all files on the disk before it ends a process, those that were used of late as well. */
    @Test
    void aGroupFullOfFilesHasMemoryLeftBeforeOneOfItsProcessesIsEnded(@TempDir Path group) throws IOException {
        write(group, "memory.max", 512 * MB);
        write(group, "memory.current", 510 * MB);
        Files.writeString(
                group.resolve("memory.stat"),
                "anon %d\ninactive_file %d\nactive_file %d\nslab_reclaimable %d\n"
                        .formatted(400 * MB, 20 * MB, 70 * MB, 10 * MB));

        assertThat(MemoryLeft.of(List.of(group.toString()), MACHINE)).hasValue(22 * MB);
        assertThat(MemoryLeft.beforeTheEnd(List.of(group.toString()), MACHINE)).hasValue(102 * MB);
    }

    @Test
    void whereItIsSlowedDownNothingIsLeftEither(@TempDir Path group) throws IOException {
        write(group, "memory.max", 512 * MB);
        write(group, "memory.high", 300 * MB);
        write(group, "memory.current", 290 * MB);

        assertThat(MemoryLeft.of(List.of(group.toString()), MACHINE)).hasValue(10 * MB);
        assertThat(MemoryLeft.beforeTheEnd(List.of(group.toString()), MACHINE)).hasValue(10 * MB);
    }

    /** What is reserved is no memory before it is used. */
    @Test
    void aPartComesNoFurtherThanWhatItHoldsAndWhatIsLeft() {
        OptionalLong left = OptionalLong.of(66 * MB);
        assertThat(MemoryLeft.reach(OptionalLong.of(200 * MB), Optional.of(320 * MB), left))
                .hasValue(266 * MB);
        assertThat(MemoryLeft.reach(OptionalLong.of(800 * MB), Optional.of(320 * MB), left))
                .hasValue(386 * MB);
        assertThat(MemoryLeft.reach(OptionalLong.empty(), Optional.of(320 * MB), left))
                .hasValue(386 * MB);
        assertThat(MemoryLeft.reach(OptionalLong.empty(), Optional.empty(), left))
                .isEmpty();
        assertThat(MemoryLeft.reach(OptionalLong.of(200 * MB), Optional.empty(), OptionalLong.empty()))
                .isEmpty();
    }

    @Test
    void whatAProcessHoldsInHugePagesIsHeldAsWell() {
        assertThat(MemoryLeft.held("Name:\tjava\nVmRSS:\t  600000 kB\nHugetlbPages:\t 20971520 kB\n"))
                .hasValue((600_000L + 20_971_520L) * 1024);
        assertThat(MemoryLeft.held("VmRSS:\t  600000 kB\n")).hasValue(600_000L * 1024);
    }

    private static void write(Path group, String file, long bytes) throws IOException {
        Files.writeString(group.resolve(file), bytes + "\n");
    }
}

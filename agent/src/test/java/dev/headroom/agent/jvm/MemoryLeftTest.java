package dev.headroom.agent.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryLeftTest {

    @TempDir
    private Path folder;

    private void write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private long left() {
        return MemoryLeft.of(folder.resolve("proc"), folder.resolve("groups")).orElseThrow();
    }

    @Test
    void theTightestOfTheGroupsAndTheMachineCounts() throws IOException {
        write("proc/meminfo", "MemTotal: 9000 kB\nMemAvailable: 4000 kB\n");
        assertThat(left()).isEqualTo(4_096_000);

        write("proc/self/cgroup", "0::/pod/app\n");
        write("groups/pod/app/memory.max", "max\n");
        write("groups/pod/app/memory.current", "1000\n");
        write("groups/pod/memory.max", "1000000\n");
        write("groups/pod/memory.current", "900000\n");
        assertThat(left()).as("the one above").isEqualTo(100_000);

        write("groups/pod/memory.stat", "anon 1\ninactive_file 50000\n");
        assertThat(left()).as("files that nobody uses").isEqualTo(150_000);
    }

    @Test
    void ofAContainerWhoseGroupDoesNotShowWhatIsMountedCounts() throws IOException {
        write("proc/self/cgroup", "4:cpu:/a\n9:memory:/docker/5\n");
        write("groups/memory/memory.limit_in_bytes", "700000\n");
        write("groups/memory/memory.usage_in_bytes", "600000\n");
        write("groups/memory/memory.stat", "inactive_file 1\ntotal_inactive_file 20000\n");

        assertThat(left()).isEqualTo(120_000);
        write("groups/memory/memory.limit_in_bytes", "9223372036854771712\n");
        write("proc/meminfo", "MemAvailable: 1 kB\n");
        assertThat(left()).as("none").isEqualTo(1_024);
    }
}

package dev.headroom.probe.os.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FolderRoomTest {

    private static final String MOUNTS = """
            24 1 0:6 / /dev rw,relatime - devtmpfs devtmpfs rw
            25 24 0:300 / /dev/shm rw,relatime shared:4 master:7 - tmpfs tmpfs rw,size=24684092k
            30 1 259:1048577 / /data rw - ext4 /dev/nvme0n1 rw
            """;

    @Test
    void aFileSystemIsKnownByItsNumber() {
        assertThat(FolderRoom.type(MOUNTS, 0x10002cL)).isEqualTo("tmpfs");
        assertThat(FolderRoom.type(MOUNTS, 0x100010300L | 1)).isEqualTo("ext4");
        assertThat(FolderRoom.type(MOUNTS, 6)).isEqualTo("devtmpfs");
    }

    @Test
    void whatIsKeptInMemoryIsBoundedByTheMemoryThatIsLeft() {
        assertThat(FolderRoom.of("ext4", 1_000, OptionalLong.of(1))).isEqualTo(new FolderRoom(1_000, false));
        assertThat(FolderRoom.of("tmpfs", 1_000, OptionalLong.of(600))).isEqualTo(new FolderRoom(600, true));
        assertThat(FolderRoom.of("tmpfs", 100, OptionalLong.of(600))).isEqualTo(new FolderRoom(100, false));
        assertThat(FolderRoom.of("ramfs", 0, OptionalLong.of(600))).isEqualTo(new FolderRoom(600, true));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aRealOneIsSeen() throws IOException {
        Path memory = Path.of("/dev/shm");
        assumeThat(memory).exists();

        long device = ((Number) Files.getAttribute(memory, "unix:dev")).longValue();

        assertThat(FolderRoom.type(Files.readString(Path.of("/proc/self/mountinfo")), device))
                .isEqualTo("tmpfs");
        assertThat(FolderRoom.of(ProcessHandle.current().pid(), memory).bytes()).isPositive();
    }

    @Test
    void ofMemoryTheTightestOfTheGroupsAndTheMachineCounts(@TempDir Path group) throws IOException {
        String machine = "MemTotal: 9 kB\nMemAvailable:    4 kB\n";
        assertThat(MemoryLeft.of(List.of(), machine)).hasValue(4_096);
        Files.writeString(group.resolve("memory.max"), "3000\n");
        Files.writeString(group.resolve("memory.current"), "2000\n");
        assertThat(MemoryLeft.of(List.of(group.toString()), machine)).hasValue(1_000);
        Files.writeString(group.resolve("memory.stat"), "inactive_file 500\nactive_file 7\n");
        assertThat(MemoryLeft.of(List.of(group.toString()), machine)).hasValue(1_500);
        Files.writeString(group.resolve("memory.high"), "2200\n");
        assertThat(MemoryLeft.of(List.of(group.toString()), machine)).hasValue(700);
        Files.writeString(group.resolve("memory.max"), "max\n");
        Files.writeString(group.resolve("memory.high"), "max\n");
        assertThat(MemoryLeft.of(List.of(group.toString()), machine)).hasValue(4_096);
    }
}

package dev.headroom.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class RoomTest {

    @Test
    void theRecorderWritesWhereTheJvmWasToldOrInItsTemporaryFolder() {
        List<String> told =
                List.of("-Xmx1g", "-XX:FlightRecorderOptions:stackdepth=9,repository=/data/flight,samplethreads=true");
        assertThat(Room.folder(null, told)).isEqualTo(new File("/data/flight"));
        assertThat(Room.folder(null, List.of("-Xmx1g"))).isEqualTo(new File(System.getProperty("java.io.tmpdir")));
        assertThat(Room.folder("/elsewhere/2026_11_29", told)).isEqualTo(new File("/elsewhere/2026_11_29"));
    }

    /** Holes on the disk. */
    @Test
    void aFileThatHasGrownBeyondThatWhileWeRecordIsSeen(@TempDir Path folder) throws Exception {
        long since = System.currentTimeMillis() - 60_000;
        try (RandomAccessFile file =
                new RandomAccessFile(folder.resolve("1.jfr").toFile(), "rw")) {
            file.setLength(Room.MOST_OF_A_FILE);
        }
        assertThat(Room.isBounded(folder.toFile(), since)).isTrue();
        File larger = folder.resolve("2.jfr").toFile();
        try (RandomAccessFile file = new RandomAccessFile(larger, "rw")) {
            file.setLength(2 * Room.MOST_OF_A_FILE);
        }
        assertThat(Room.isBounded(folder.toFile(), since)).isFalse();
        assertThat(larger.setLastModified(since - 60_000)).isTrue();
        assertThat(Room.isBounded(folder.toFile(), since)).isTrue();
        assertThat(Room.isBounded(folder.resolve("nowhere").toFile(), since)).isTrue();
    }

    @Test
    void whereNothingCanBeWrittenThereIsNotEnough() {
        assertThat(Room.lacksToBegin(new File("/proc/flight"))).isPresent();
        assertThat(Room.lacksToGoOn(new File("/nowhere/at/all"), OptionalLong::empty))
                .isPresent();
    }

    /** Of a tmpfs the kernel tells half of the machine's memory, whatever the container may take. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void inAFileSystemInMemoryTheMemoryThatIsLeftCounts() {
        File memory = new File("/dev/shm");
        assumeThat(memory).exists();

        assertThat(Room.isInMemory(memory)).isTrue();
        assertThat(Room.lacks(memory, memory.getUsableSpace(), () -> OptionalLong.of(7)))
                .hasValueSatisfying(lack -> assertThat(lack).contains("0 MB of memory left for /dev/shm"));
        assertThat(Room.lacks(memory, 7, () -> OptionalLong.of(7))).isEmpty();
        assertThat(Room.lacks(memory, 7, OptionalLong::empty)).isPresent();
        assertThat(Room.lacks(memory, Long.MAX_VALUE, () -> OptionalLong.of(Long.MAX_VALUE)))
                .hasValueSatisfying(lack -> assertThat(lack).contains(" MB left in /dev/shm, and a JVM ends itself"));
        assertThat(Room.isInMemory(new File("/proc"))).isFalse();
    }

    @Test
    void aRecorderWhoseFilesAreLargerThanAllThatIsKeptIsBoundedByNothing() {
        assertThat(Room.isBounded(List.of("-Xmx1g"))).isTrue();
        assertThat(Room.isBounded(List.of("-XX:FlightRecorderOptions:maxchunksize=12m")))
                .isTrue();
        assertThat(Room.isBounded(List.of("-XX:FlightRecorderOptions:maxchunksize=32M,stackdepth=9")))
                .isTrue();
        assertThat(Room.isBounded(List.of("-XX:FlightRecorderOptions:stackdepth=9,maxchunksize=33m")))
                .isFalse();
        assertThat(Room.isBounded(List.of("-XX:FlightRecorderOptions=maxchunksize=99999k")))
                .isFalse();
    }
}

package dev.headroom.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
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
        assertThat(Room.isEnoughToBegin(new File("/proc/flight"))).isFalse();
        assertThat(Room.isEnoughToGoOn(new File("/nowhere/at/all"))).isFalse();
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

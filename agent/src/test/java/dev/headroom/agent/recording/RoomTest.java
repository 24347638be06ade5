package dev.headroom.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoomTest {

    @Test
    void theRecorderWritesWhereTheJvmWasToldOrInItsTemporaryFolder() {
        assertThat(Room.folder(List.of(
                        "-Xmx1g", "-XX:FlightRecorderOptions:stackdepth=9,repository=/data/flight,samplethreads=true")))
                .isEqualTo(new File("/data/flight"));
        assertThat(Room.folder(List.of("-Xmx1g"))).isEqualTo(new File(System.getProperty("java.io.tmpdir")));
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

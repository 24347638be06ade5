package dev.headroom.probe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.probe.jvm.HotSpotCounters.OldGeneration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class HotSpotCountersTest {

    @Test
    void howLongTheCollectorsHaveStoppedAJvmIsInItsCounters() {
        Map<String, String> counters = Map.of(
                "sun.os.hrt.frequency", "1000",
                "sun.gc.collector.0.time", "1500",
                "sun.gc.collector.1.time", "250",
                "sun.gc.collector.0.invocations", "7");
        assertThat(new HotSpotCounters(counters).collectorSeconds()).hasValue(1.75);
        assertThat(new HotSpotCounters(Map.of()).collectorSeconds()).isEmpty();
    }

    /** Shenandoah counts the time of its whole cycles, in which the service runs, among what its full collections take: it is no pause. */
    @Test
    void cyclesOfShenandoahAreNoPauses() {
        Map<String, String> counters = Map.of(
                "sun.os.hrt.frequency", "1000",
                "sun.gc.collector.0.name", "Shenandoah partial",
                "sun.gc.collector.0.time", "0",
                "sun.gc.collector.1.name", "Shenandoah full",
                "sun.gc.collector.1.time", "1500");
        assertThat(new HotSpotCounters(counters).collectorSeconds()).isEmpty();
    }

    /** As JDK 25 and 17 count with G1, and JDK 25 with its serial collector and with Shenandoah, which has no generations. */
    @Test
    void whatOutlivesACollectionIsInItsCounters() {
        assertThat(counted(335544320, 335544320, 220519520, 4194304).oldGeneration())
                .hasValue(new OldGeneration(224713824, 335544320, true));
        assertThat(counted(335544344, 335544328, 220519520, 0).oldGeneration())
                .hasValue(new OldGeneration(220519520, 335544328, true));
        assertThat(counted(111804416, 223739904, 213601016, 0).oldGeneration())
                .hasValue(new OldGeneration(213601016, 223739904, false));
        assertThat(counted(0, 335544320, 236721392, 0).oldGeneration()).isEmpty();
        assertThat(new HotSpotCounters(Map.of()).oldGeneration()).isEmpty();
    }

    /** As G1 and the serial collector had with {@code -Xms120m -Xmx800m}. */
    @Test
    void ofAHeapThatIsSharedBothPartsAreReserved() {
        assertThat(reserved(838860800, 838860800, 26214400, 119537664)).hasValue(145752064);
        assertThat(reserved(279576576, 559284224, 42008576, 83886080)).hasValue(83886080);
        assertThat(counted(335544320, 335544320, 220519520, 4194304).committed())
                .as("no counter")
                .isEmpty();
    }

    private static OptionalLong reserved(long young, long old, long youngNow, long oldNow) {
        return new HotSpotCounters(Map.of(
                        "sun.gc.generation.0.maxCapacity", "" + young,
                        "sun.gc.generation.0.capacity", "" + youngNow,
                        "sun.gc.generation.1.maxCapacity", "" + old,
                        "sun.gc.generation.1.capacity", "" + oldNow))
                .committed();
    }

    private static HotSpotCounters counted(long young, long old, long used, long survived) {
        return new HotSpotCounters(Map.of(
                "sun.gc.generation.0.maxCapacity", "" + young,
                "sun.gc.generation.0.space.0.used", "9437184",
                "sun.gc.generation.0.space.2.used", "" + survived,
                "sun.gc.generation.1.maxCapacity", "" + old,
                "sun.gc.generation.1.space.0.used", "" + used));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aCollectionStopsThisJvmAndWhatIsFoundOnceIsReadAgain() {
        CounterFile file =
                new CounterFile(LinuxProcess.of(ProcessHandle.current().pid()).orElseThrow());
        double before = file.read().collectorSeconds().orElseThrow();
        System.gc();
        assertThat(file.read().collectorSeconds().orElseThrow()).isGreaterThan(before);
    }

    /** As of a JVM in another container that shares its {@code /tmp}, or of one that had the number before. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void countersOfAnotherJvmThatHaveTheRightNameAndOwnerAreNotRead() throws Exception {
        Process process = new ProcessBuilder("sleep", "20").start();
        LinuxProcess other = LinuxProcess.of(process.pid()).orElseThrow();
        Path folder = Files.createDirectories(Path.of("/tmp/hsperfdata_" + System.getProperty("user.name")));
        Path named = folder.resolve(Long.toString(process.pid()));
        try {
            Files.copy(folder.resolve(Long.toString(ProcessHandle.current().pid())), named);
            assertThat(HotSpotCounters.of(other).byName()).isEmpty();
        } finally {
            Files.deleteIfExists(named);
            process.destroyForcibly();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFileThatTookThePlaceOfItsOwnIsNotRead() throws Exception {
        LinuxProcess self = LinuxProcess.of(ProcessHandle.current().pid()).orElseThrow();
        Path mine = Path.of("/tmp/hsperfdata_" + System.getProperty("user.name") + "/" + self.pid());
        CounterFile file = new CounterFile(self);
        Path elsewhere = Files.createTempDirectory(
                Path.of("/tmp"), "headroom-test"); // a JVM that starts empties that folder of what is none of a JVM
        Path away = elsewhere.resolve("counters");
        Files.move(mine, away);
        try {
            Files.copy(away, mine);
            assertThat(file.read().byName()).isEmpty();
        } finally {
            Files.move(away, mine, StandardCopyOption.REPLACE_EXISTING);
            Files.delete(elsewhere);
        }
        assertThat(file.read().byName()).isNotEmpty();
    }
}

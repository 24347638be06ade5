package dev.headroom.probe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.probe.jvm.HotSpotCounters.OldGeneration;
import java.util.Map;
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
    void aCollectionStopsThisJvm() {
        LinuxProcess self = LinuxProcess.of(ProcessHandle.current().pid()).orElseThrow();
        double before = HotSpotCounters.of(self).collectorSeconds().orElseThrow();
        System.gc();
        assertThat(HotSpotCounters.of(self).collectorSeconds().orElseThrow()).isGreaterThan(before);
    }
}

package dev.headroom.probe.jvm;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.headroom.fuzz.Harm;
import dev.headroom.fuzz.Target;

/** {@code hsperfdata}. There is no exception: counters that cannot be read are left out. */
public final class PerfDataFuzz implements Target {

    @FuzzTest
    @Override
    public void fuzz(byte[] input) throws Exception {
        Harm.none(input.length, () -> new HotSpotCounters(PerfData.parse(input)).collectorSeconds());
    }
}

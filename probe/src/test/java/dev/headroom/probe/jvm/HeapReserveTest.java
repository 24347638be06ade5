package dev.headroom.probe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.probe.jvm.HotSpotCounters.OldGeneration;
import org.junit.jupiter.api.Test;

class HeapReserveTest {

    private static final long MB = 1 << 20;

    @Test
    void noAgentIsLoadedWhereItCouldTakeTheLastOfTheHeap() {
        assertThat(HeapReserve.lack("-XX:+ExitOnOutOfMemoryError", new OldGeneration(968 * MB, 1_000 * MB, true)))
                .isEmpty();
        assertThat(HeapReserve.lack("-XX:+ExitOnOutOfMemoryError", new OldGeneration(969 * MB, 1_000 * MB, true)))
                .hasValue("its heap had 31 of 1000 MB left when it was collected last, and it ends when that is full"
                        + " (-XX:+ExitOnOutOfMemoryError)");
        assertThat(HeapReserve.lack("-XX:OnOutOfMemoryError", new OldGeneration(91 * MB, 100 * MB, true)))
                .isPresent();
        assertThat(HeapReserve.lack("-XX:OnOutOfMemoryError", new OldGeneration(99 * MB, 100 * MB, false)))
                .isEmpty();
    }
}

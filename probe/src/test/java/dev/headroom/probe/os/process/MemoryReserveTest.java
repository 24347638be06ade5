package dev.headroom.probe.os.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class MemoryReserveTest {

    private static final long MB = 1 << 20;

    @Test
    void nothingStartsInAContainerThatIsNearlyFull() {
        assertThat(MemoryReserve.lack(OptionalLong.of(63 * MB)))
                .hasValueSatisfying(why -> assertThat(why).contains("has 63 MB of memory left", "give it more memory"));
        assertThat(MemoryReserve.lack(OptionalLong.of(64 * MB))).isEmpty();
        assertThat(MemoryReserve.lack(OptionalLong.empty())).as("nobody tells").isEmpty();
    }
}

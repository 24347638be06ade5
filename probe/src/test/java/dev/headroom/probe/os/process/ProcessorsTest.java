package dev.headroom.probe.os.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class ProcessorsTest {

    private static final String STAT = """
            cpu  110 0 20 500 0 0 0 14 0 0
            cpu0 10 0 0 200 0 0 0 4 0 0
            cpu1 20 0 10 150 0 0 0 0 0 0
            cpu3 80 0 10 150 0 0 0 10 0 0
            intr 7
            """;

    @Test
    void thoseThatRunAreCounted() {
        assertThat(Processors.online("0-127", STAT)).containsExactlyInAnyOrder(0, 1, 3);
        assertThat(Processors.online("0,3", STAT)).containsExactlyInAnyOrder(0, 3);
        assertThat(Processors.online("8-9", STAT)).as("a container's own count").containsExactlyInAnyOrder(0, 1, 3);
    }

    @Test
    void whatIsUsedOfThemIsWhatTheMachineUses() {
        assertThat(ProcessorReading.ticks(STAT, Set.of(1, 3), 1, 2, 3)).isEqualTo(120);
        assertThat(ProcessorReading.ticks(STAT, Set.of(1, 3), 8)).isEqualTo(10);
        assertThat(ProcessorReading.ticks(STAT, Set.of(), 1, 2, 3)).isEqualTo(130);
    }
}

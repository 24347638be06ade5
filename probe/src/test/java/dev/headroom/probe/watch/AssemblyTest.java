package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AssemblyTest {

    @Test
    void noTaskWaitsWhereCallersAreAsManyAsWorkersAtWork() {
        assertThat(Assembly.mayQueue(5.9, 6)).isFalse();
        assertThat(Assembly.mayQueue(0, 6)).isFalse();
        assertThat(Assembly.mayQueue(54, 6)).isTrue();
        assertThat(Assembly.mayQueue(3, 6))
                .as("callers with several tasks each")
                .isTrue();
    }
}

package dev.headroom.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LatencyTest {

    private static Latency of(long count) {
        Duration any = Duration.ofMillis(1);
        return new Latency(count, any, any, any, any, any, any, any, any, any, List.of());
    }

    @Test
    void aQuantileIsCarriedWhereAtLeastOneResponseLiesBeyondIt() {
        assertThat(of(20).carries(0.95)).isTrue();
        assertThat(of(19).carries(0.95)).isFalse();
        assertThat(of(56).carries(0.99)).isFalse();
        assertThat(of(1000).carries(0.999)).isTrue();
        assertThat(of(1).carries(0)).isTrue();
        assertThat(Latency.NONE.carries(0)).isFalse();
    }
}

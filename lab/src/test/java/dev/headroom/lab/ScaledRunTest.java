package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScaledRunTest {

    private static Optional<String> tooBusy(double busiest, double cores) {
        return ScaledRun.tooBusy(busiest, Duration.ofMillis(Math.round(1e4 * cores)), Duration.ofSeconds(10));
    }

    @Test
    void generatorsThatUseUpTheMachinePutAnotherLoad() {
        double all = Runtime.getRuntime().availableProcessors();

        assertThat(tooBusy(5, 0.5 * all)).isEmpty();
        assertThat(tooBusy(5, 0.95 * all))
                .hasValueSatisfying(
                        why -> assertThat(why).startsWith("the load generators had no processor time left"));
        assertThat(tooBusy(9.5, 0.5 * all)).isPresent();
    }
}

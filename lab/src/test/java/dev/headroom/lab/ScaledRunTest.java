package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ScaledRunTest {

    private static Optional<String> tooBusy(double busiest, double cores) {
        return ScaledRun.tooBusy(busiest, Duration.ofMillis(Math.round(1e4 * cores)), Duration.ofSeconds(10));
    }

    /** 10 s of each: a warm-up with 0.2 cores, the load with 3.8, and the wait for its last answers. */
    @Test
    void whatTheyUseCountsWhileTheLoadIsPut() {
        AtomicReference<Duration> cpu = new AtomicReference<>(Duration.ZERO);
        AtomicReference<Duration> before = new AtomicReference<>(Duration.ZERO);
        ScaledRun.Use use = new ScaledRun.Use(
                () -> before.set(cpu.get()),
                time -> new ScaledRun.Used(0, cpu.get().minus(before.get()), time),
                Duration.ofSeconds(10),
                Duration.ofSeconds(10));
        for (int second = 0; second <= 30; second++) {
            cpu.set(Duration.ofMillis(200L * Math.min(second, 10) + 3800L * Math.clamp(second - 10, 0, 10)));
            use.look(Duration.ofSeconds(second));
        }

        assertThat(use.at(Duration.ofSeconds(30)))
                .isEqualTo(new ScaledRun.Used(0, Duration.ofSeconds(38), Duration.ofSeconds(10)));
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

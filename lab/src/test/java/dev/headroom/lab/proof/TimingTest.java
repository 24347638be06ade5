package dev.headroom.lab.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimingTest {

    @ParameterizedTest
    @CsvSource({"0.005, 500, 6", "0.33, 10.6, 6", "0.33, 20, 15", "0.9, 200, 6", "1, 100, 6", "2, 5, 15"})
    void threeWindowsFitIntoTheTime(double cycle, double throughput, double seconds) {
        Timing timing = Timing.of(cycle, throughput, seconds).orElseThrow();

        assertThat(Timing.WINDOWS * (timing.settle() + timing.window())).isLessThanOrEqualTo(1.06 * seconds);
        assertThat(timing.settle()).isGreaterThanOrEqualTo(cycle);
    }

    @Test
    void aWindowIsOfWholeCycles() {
        double cycles = Timing.of(0.33, 10.6, 15).orElseThrow().window() / 0.33;

        assertThat(cycles).isCloseTo(Math.rint(cycles), within(1e-9)).isGreaterThanOrEqualTo(5);
    }

    @Test
    void answersThatTakeTooLongCannotBeWaitedFor() {
        assertThat(Timing.of(1.5, 40, 6)).isEmpty();
        assertThat(Timing.of(5, 40, 15)).isEmpty();
    }
}

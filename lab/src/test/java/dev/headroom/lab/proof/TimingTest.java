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
    void aWindowIsAsLongAsThereIsTimeFor() {
        assertThat(Timing.of(0.33, 10.6, 15).orElseThrow().window()).isBetween(3.9, 4.1);
    }

    @Test
    void aWindowIsNoLongerThanMakesItSurer() {
        assertThat(Timing.of(0.02, 2_000, 15).orElseThrow().window()).isCloseTo(1, within(1e-9));
    }

    @Test
    void whereTwoCyclesDoNotFitAWindowIsOne() {
        assertThat(Timing.of(0.9, 200, 6).orElseThrow().window()).isCloseTo(0.9, within(1e-9));
    }

    @Test
    void answersThatTakeTooLongCannotBeWaitedFor() {
        assertThat(Timing.of(1.5, 40, 6)).isEmpty();
        assertThat(Timing.of(5, 40, 15)).isEmpty();
    }
}

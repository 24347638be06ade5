package dev.headroom.lab.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.proof.Replication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PacingTest {

    @ParameterizedTest
    @CsvSource({"0.005, 500, 9", "0.33, 10.6, 24", "0.9, 200, 24", "2, 5, 180"})
    void aWindowHoldsAWholeCycleAndSomeAnswers(double cycle, double throughput, double seconds) {
        Pacing pacing = Pacing.of(cycle, cycle, throughput, seconds);

        assertThat(pacing.settle()).isGreaterThan(cycle);
        assertThat(pacing.window()).isGreaterThan(1.1 * cycle);
        assertThat(pacing.window() * throughput).isGreaterThanOrEqualTo(10 - 1e-9);
    }

    @Test
    void thereAreAsManyWindowsAsTellBestWhereTheTimeIsEnough() {
        Pacing pacing = Pacing.of(0.1, 0.1, 1_000, 60);

        assertThat(24 * (pacing.window() + pacing.settle() / 2) + 2 * pacing.settle())
                .isCloseTo(60, within(1e-9));
    }

    @Test
    void ofFewAnswersFewerWindowsTellMoreButNotTooFew() {
        assertThat(Pacing.of(0.33, 0.33, 18, 40).window() * 18).isCloseTo(30, within(1e-9));
        Pacing slow = Pacing.of(0.33, 0.33, 10.6, 40);
        double half = (40 - 2 * slow.settle()) / 2;
        assertThat(Replication.FIRST_LOOK * (slow.window() + slow.settle() / 2)).isCloseTo(half, within(1e-9));
    }

    @Test
    void whereThereIsHardlyTimeForAnyThereAreTen() {
        Pacing quick = Pacing.of(0.6, Double.NaN, 10.6, 15);

        assertThat(10 * (quick.window() + quick.settle() / 2) + 2 * quick.settle())
                .isCloseTo(15, within(1e-9));
    }

    @Test
    void whoeverWaitsUnderLoadHasHisAnswerBeforeAWindow() {
        assertThat(Pacing.of(0.1, 0.6, 100, 15).settle()).isCloseTo(0.6, within(1e-9));
        assertThat(Pacing.of(0.1, Double.NaN, 100, 15).settle()).isLessThan(0.3);
    }

    @Test
    void oneWindowIsNoLongerThanMakesItSurer() {
        assertThat(Pacing.of(0.1, 0.1, 1_000, 300).window()).isCloseTo(5, within(1e-9));
    }
}

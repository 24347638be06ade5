package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OverTimeTest {

    @Test
    void aLookCountsForTheTimeThatItIsNearestTo() {
        assertThat(OverTime.weights(new double[] {1, 2, 8}, 10)).containsExactly(1, 3.5, 5);
    }

    @Test
    void looksOutsideTheWindowTakeTheirShareOfItsEdges() {
        assertThat(OverTime.weights(new double[] {-3, 1, 9, 13}, 10)).containsExactly(0, 5, 5, 0);
        assertThat(OverTime.weights(new double[] {-1, 3}, 4)).containsExactly(1, 3);
    }

    @Test
    void aSingleLookCountsForAll() {
        assertThat(OverTime.weights(new double[] {7}, 10)).containsExactly(10);
    }

    @Test
    void theLastLookDoesNotStandForWhatNobodySawAfterIt() {
        assertThat(OverTime.weights(new double[] {0, 1, 2, 3}, 30)).containsExactly(0.5, 1, 1, 1);
    }
}

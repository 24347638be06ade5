package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
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

    /** Twenty seconds, a minute without any, and thirty-five seconds. */
    @Test
    void noLookStandsForAMinuteInWhichNobodyLooked() {
        double[] times = IntStream.concat(IntStream.rangeClosed(0, 100), IntStream.rangeClosed(425, 600))
                .mapToDouble(fifth -> fifth / 5.0)
                .toArray();
        double[] weights = OverTime.weights(times, 120);
        assertThat(Arrays.stream(weights).max().orElseThrow()).isLessThan(1);
        assertThat(weights[50]).isCloseTo(0.2, within(1e-9));
    }

    /** Of a long run the looks of its middle are thinned. */
    @Test
    void looksThatAreSeldomForAWhileStandForAllOfIt() {
        assertThat(OverTime.weights(new double[] {0, 1, 2, 102, 202, 203, 204}, 204)[3])
                .isEqualTo(100);
    }

    @Test
    void theLastLookDoesNotStandForWhatNobodySawAfterIt() {
        assertThat(OverTime.weights(new double[] {0, 1, 2, 3}, 30)).containsExactly(0.5, 1, 1, 1);
    }
}

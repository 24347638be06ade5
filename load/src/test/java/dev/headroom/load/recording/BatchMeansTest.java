package dev.headroom.load.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.laws.StudentT;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchMeansTest {

    @Test
    void tooFewValuesGiveNoInterval() {
        BatchMeans batches = new BatchMeans();
        for (int i = 0; i < 63; i++) {
            batches.add(i);
        }

        assertThat(batches.halfWidth()).isZero();
    }

    @Test
    void valuesThatAreAllTheSameHaveNoError() {
        BatchMeans batches = new BatchMeans();
        for (int i = 0; i < 1000; i++) {
            batches.add(300);
        }

        assertThat(batches.halfWidth()).isCloseTo(0, within(1e-9));
    }

    /** From tables of Student's t. */
    @ParameterizedTest
    @CsvSource({"1, 12.706", "9, 2.262", "14, 2.145", "15, 2.1314", "20, 2.0860", "31, 2.0395"})
    void studentsTIsThatOfTheTables(int degreesOfFreedom, double expected) {
        assertThat(StudentT.of(degreesOfFreedom)).isCloseTo(expected, within(0.001));
    }

    @Test
    void theTrueMeanLiesInTheIntervalInNineteenOfTwentyRuns() {
        int covered = 0;
        Random random = new Random(1);
        for (int run = 0; run < 1000; run++) {
            if (covers(random, 0)) {
                covered++;
            }
        }

        // 95 % of 1,000, and three standard deviations (7 each) to either side
        assertThat(covered).isBetween(929, 971);
    }

    @Test
    void itHoldsForValuesThatResembleTheirPredecessors() {
        int covered = 0;
        Random random = new Random(2);
        for (int run = 0; run < 1000; run++) {
            if (covers(random, 0.8)) {
                covered++;
            }
        }

        // a formula for independent values would cover about half
        assertThat(covered).isGreaterThan(920);
    }

    @Test
    void aGrowingBacklogIsATrendAndLikenessOfNeighboursIsNone() {
        Random random = new Random(5);
        int trends = 0;
        for (int run = 0; run < 1000; run++) {
            BatchMeans steady = new BatchMeans();
            BatchMeans growing = new BatchMeans();
            double value = 0;
            for (int i = 0; i < 1200; i++) {
                value = 0.5 * value + random.nextGaussian();
                steady.add(10 + value);
                growing.add(0.02 * i + value);
            }
            assertThat(growing.trend()).isTrue();
            trends += steady.trend() ? 1 : 0;
        }

        assertThat(trends).isLessThan(10);
    }

    /** A thousand values of an autoregressive process around 10. */
    private static boolean covers(Random random, double likeness) {
        BatchMeans batches = new BatchMeans();
        double value = 0;
        double sum = 0;
        int values = 1000;
        for (int i = 0; i < values; i++) {
            value = likeness * value + random.nextGaussian();
            batches.add(10 + value);
            sum += 10 + value;
        }
        return Math.abs(sum / values - 10) <= batches.halfWidth();
    }
}

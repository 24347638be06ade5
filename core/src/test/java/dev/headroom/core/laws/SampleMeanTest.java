package dev.headroom.core.laws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SampleMeanTest {

    @Test
    void oneValueHasNoInterval() {
        SampleMean one = SampleMean.of(List.of(3.0));

        assertThat(one.mean()).isEqualTo(3);
        assertThat(one.halfWidth()).isNaN();
        assertThat(one.differsFrom(SampleMean.of(List.of(9.0, 9.0)))).isFalse();
    }

    @Test
    void theIntervalOfTheMeanIsStudents() {
        // standard deviation 1, three values: 4.303 / sqrt(3)
        assertThat(SampleMean.of(List.of(1.0, 2.0, 3.0)).halfWidth()).isCloseTo(2.484, within(0.001));
    }

    @Test
    void runsOfTheSameThingDifferInOneComparisonOfTwenty() {
        Random random = new Random(3);
        int differ = 0;
        for (int i = 0; i < 2000; i++) {
            if (runs(random, 5, 10, 1).differsFrom(runs(random, 5, 10, 1))) {
                differ++;
            }
        }

        // 5 % of 2,000, and three standard deviations; degrees of freedom are rounded down, so rather fewer
        assertThat(differ).isBetween(50, 130);
    }

    @Test
    void aDifferenceOfManyDeviationsIsSeenThoughTheyVaryDifferently() {
        Random random = new Random(4);

        assertThat(runs(random, 5, 10, 0.1).differsFrom(runs(random, 5, 20, 2))).isTrue();
    }

    private static SampleMean runs(Random random, int count, double mean, double deviation) {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(mean + deviation * random.nextGaussian());
        }
        return SampleMean.of(values);
    }
}

package dev.headroom.core.laws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class StudentTTest {

    @Test
    void oneValueHasNoInterval() {
        assertThat(StudentT.of(0)).isInfinite();
        assertThat(StudentT.halfWidth(1, 5, 25)).isNaN();
    }

    @Test
    void threeValuesHaveAWideOne() {
        // 9, 10, 11: standard deviation 1, 4.303 / sqrt(3)
        assertThat(StudentT.halfWidth(3, 30, 302)).isCloseTo(2.484, within(0.001));
    }

    @Test
    void withManyValuesTheHalfWidthIsThatOfTheNormalDistribution() {
        assertThat(StudentT.of(100_000)).isCloseTo(1.96, within(0.001));
    }
}

package dev.headroom.core.laws;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InitialTransientTest {

    @Test
    void aSteadySeriesHasNoBeginning() {
        assertThat(InitialTransient.length(new double[] {10, 10, 10, 10, 10, 10}))
                .isZero();
    }

    @Test
    void aRiseIsLeftOutUpToWhereTheLevelIsReached() {
        assertThat(InitialTransient.length(new double[] {1, 4, 8, 20, 21, 20, 19, 20, 21, 20, 20, 19}))
                .isEqualTo(3);
    }

    @Test
    void neverMoreThanHalfOfItIsLeftOut() {
        assertThat(InitialTransient.length(new double[] {1, 2, 3, 4, 5, 6, 7, 8}))
                .isLessThanOrEqualTo(4);
    }

    @Test
    void tooFewValuesShowNoBeginning() {
        assertThat(InitialTransient.length(new double[] {1, 20, 20, 20})).isZero();
    }
}

package dev.headroom.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ProportionTest {

    /** Where none failed the bound is the n-th root of 0.05. */
    @Test
    void threeHundredWithoutAFailureAreNinetyNinePercent() {
        assertThat(new Proportion(300, 300).atLeast(0.95)).isCloseTo(Math.pow(0.05, 1 / 300.0), within(1e-9));
        assertThat(new Proportion(150, 150).atLeast(0.95)).isCloseTo(0.9802, within(1e-4));
        assertThat(new Proportion(50, 50).atLeast(0.95)).isCloseTo(0.9418, within(1e-4));
    }

    /** As R's {@code binom.test(5, 10, alternative = "greater")} has it. */
    @Test
    void halfOfTenIsAtLeastTwentyTwoPercentAndAtMostSeventyEight() {
        assertThat(new Proportion(5, 10).atLeast(0.95)).isCloseTo(0.22244, within(1e-5));
        assertThat(new Proportion(5, 10).atMost(0.95)).isCloseTo(1 - 0.22244, within(1e-5));
    }

    @Test
    void noneIsNoEvidenceAtAll() {
        assertThat(new Proportion(0, 0).atLeast(0.95)).isZero();
        assertThat(new Proportion(0, 0).atMost(0.95)).isEqualTo(1);
    }

    @Test
    void moreThanAllIsRefused() {
        assertThatThrownBy(() -> new Proportion(2, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}

package dev.headroom.core.laws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PoissonTest {

    @Test
    void threeMayComeWhereOneIsExpectedAndFourHardly() {
        assertThat(Poisson.recurs(0)).isFalse();
        assertThat(Poisson.recurs(3)).isFalse();
        assertThat(Poisson.recurs(4)).isTrue();
        assertThat(Poisson.recurs(1_000_000)).isTrue();
    }

    @Test
    void countsOfWhatComesByChanceAreHardlyAlike() {
        assertThat(Poisson.alike(3, 1)).as("one is like itself").isCloseTo(1, within(1e-9));
        assertThat(Poisson.alike(1, 2)).as("sum of p(j)^2 = e^-2 I0(2)").isCloseTo(0.3085, within(1e-4));
        assertThat(Poisson.alike(5, 8)).isLessThan(1e-5);
    }
}

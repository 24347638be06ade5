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

    @Test
    void countsOfWhatComesByChanceAreHardlyOneNumberInHalfOfThem() {
        assertThat(Poisson.mostly(1, 1, 1)).as("1 / e").isCloseTo(Math.exp(-1), within(1e-9));
        assertThat(Poisson.mostly(4, 30, 0)).as("any").isCloseTo(1, within(1e-9));
        assertThat(Poisson.mostly(1, 30, 15)).isGreaterThan(0.05);
        assertThat(Poisson.mostly(8, 30, 15)).isLessThan(1e-4);
    }

    @Test
    void countsOfWhatComesByChanceHaveHardlyAFloorThatHalfOfThemAreAt() {
        assertThat(Poisson.floorOfOne(1, 0, 1)).as("p(1) is at most 1 / e").isCloseTo(Math.exp(-1), within(1e-3));
        assertThat(Poisson.floorOfOne(1, 0, 0)).as("not 0, of a large mean").isCloseTo(1, within(1e-3));
        assertThat(Poisson.floorOfOne(1, 1, 0)).as("anything").isCloseTo(1, within(1e-9));
        assertThat(Poisson.floorOfOne(20, 0, 10)).isBetween(1e-4, 1e-2);
        assertThat(Poisson.floorOfOne(20, 1, 10)).isGreaterThan(Poisson.floorOfOne(20, 0, 10));
        assertThat(Poisson.floorOfOne(40, 2, 30)).isLessThan(1e-4);
    }
}

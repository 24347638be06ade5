package dev.headroom.core.laws;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PoissonTest {

    @Test
    void threeMayComeWhereOneIsExpectedAndFourHardly() {
        assertThat(Poisson.recurs(0)).isFalse();
        assertThat(Poisson.recurs(3)).isFalse();
        assertThat(Poisson.recurs(4)).isTrue();
        assertThat(Poisson.recurs(1_000_000)).isTrue();
    }
}

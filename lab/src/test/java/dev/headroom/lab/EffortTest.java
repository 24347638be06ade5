package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class EffortTest {

    @Test
    void whoIsInAHurryWaitsLongerWhereAnswersComeSlowly() {
        assertThat(Effort.USUAL.time(true, 100)).isEqualTo(Effort.SHORT);
        assertThat(Effort.USUAL.time(true, 15)).isEqualTo(Duration.ofSeconds(20));
        assertThat(Effort.USUAL.time(true, 1)).isEqualTo(Effort.SHORT.multipliedBy(2));
        assertThat(Effort.USUAL.time(true, Double.NaN)).isEqualTo(Effort.SHORT);
        assertThat(Effort.USUAL.time(false, 1)).isEqualTo(Effort.LONG);
        assertThat(Effort.THOROUGH.time(true, 1)).isEqualTo(Effort.LONGEST);
        assertThat(Effort.NONE.time(true, 1)).isZero();
    }
}

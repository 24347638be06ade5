package dev.headroom.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumbersTest {

    @Test
    void threeDigitsAreEnough() {
        assertThat(Numbers.of(10.591)).isEqualTo("10.6");
        assertThat(Numbers.of(0.3305)).isEqualTo("0.331");
        assertThat(Numbers.of(27289.4)).isEqualTo("27,289");
        assertThat(Numbers.of(0)).isEqualTo("0");
        assertThat(Numbers.of(20)).isEqualTo("20");
        assertThat(Numbers.of(9.9999)).isEqualTo("10");
        assertThat(Numbers.of(0.0000123)).isEqualTo("0.0000123");
    }

    @Test
    void aCountThatMissesAWholeNumberByALittleIsThatNumber() {
        assertThat(Numbers.of(2.003)).isEqualTo("2");
        assertThat(Numbers.of(2.03)).isEqualTo("2.03");
    }

    @Test
    void whatIsNotKnownIsSaidInWords() {
        assertThat(Numbers.of(Double.NaN)).isEqualTo("unknown");
        assertThat(Numbers.of(Double.POSITIVE_INFINITY)).isEqualTo("unbounded");
    }

    @Test
    void oneWaitsAndOthersWait() {
        assertThat(Numbers.waiting(1.001)).isEqualTo("1 request waits");
        assertThat(Numbers.waiting(24.3)).isEqualTo("24 requests wait");
    }

    @Test
    void unitsFit() {
        assertThat(Numbers.seconds(0.0042)).isEqualTo("4.2 ms");
        assertThat(Numbers.seconds(51.37)).isEqualTo("51.4 s");
        assertThat(Numbers.rate(20)).isEqualTo("20/s");
        assertThat(Numbers.percent(0.0331)).isEqualTo("3.3 %");
        assertThat(Numbers.percent(0.004)).isEqualTo("0.4 %");
        assertThat(Numbers.count(164.6)).isEqualTo("165");
        assertThat(Numbers.count(6.61)).isEqualTo("6.61");
    }
}

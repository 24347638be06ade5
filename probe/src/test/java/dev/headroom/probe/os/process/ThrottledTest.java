package dev.headroom.probe.os.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ThrottledTest {

    private static final Throttled BEGUN = new Throttled(0, 0, 0);

    /** Eight threads on as many processors are stopped together for 30 ms of each fourth period: 2.4 s in 10 s. */
    @Test
    void timeIsAddedUpOverProcessorsAndIsNoMoreThanThatOfThePeriods() {
        assertThat(new Throttled(2.4, 100, 10).shareSince(BEGUN, 10)).isCloseTo(0.1, within(1e-9));
    }

    @Test
    void aPeriodInWhichItWasStoppedForAMomentIsNotStoppedAsAWhole() {
        assertThat(new Throttled(0.3, 100, 60).shareSince(BEGUN, 10)).isCloseTo(0.03, within(1e-9));
    }

    @Test
    void whereNobodyCountsPeriodsItIsNoMoreThanAllOfTheTime() {
        assertThat(new Throttled(40, 0, 0).shareSince(BEGUN, 10)).isEqualTo(1);
    }

    @Test
    void bothVersionsAreRead() {
        assertThat(Throttled.of("usage_usec 5\nnr_periods 20\nnr_throttled 4\nthrottled_usec 1500000\n"))
                .isEqualTo(new Throttled(1.5, 20, 4));
        assertThat(Throttled.of("nr_periods 20\nnr_throttled 4\nthrottled_time 1500000000\n"))
                .isEqualTo(new Throttled(1.5, 20, 4));
        assertThat(Throttled.of("usage_usec 5\n")).isEqualTo(BEGUN);
    }
}

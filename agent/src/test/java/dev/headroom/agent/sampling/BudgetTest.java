package dev.headroom.agent.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BudgetTest {

    @Test
    void cheapLooksComeTenTimesASecondAndNeverPeriodically() {
        Budget budget = new Budget(0.01, 2, false);
        budget.spent(100_000);
        long[] intervals = LongStream.generate(budget::nextNanos).limit(1_000).toArray();
        assertThat(LongStream.of(intervals).average().orElse(0)).isBetween(95e6, 105e6);
        assertThat(LongStream.of(intervals).distinct().count()).isGreaterThan(900);
    }

    @Test
    void dearLooksComeSoSeldomThatTheyStayWithinTheBudget() {
        Budget budget = new Budget(0.01, 2, false);
        for (int look = 0; look < 300; look++) {
            budget.spent(20e6);
        }
        assertThat(budget.meanNanos()).isEqualTo(20e6 / 0.02);
    }

    @Test
    void theFirstLooksOfAShortRunComeAtLeastOnceASecond() {
        Budget budget = new Budget(0.01, 2, false);
        for (int look = 0; look < 100; look++) {
            budget.spent(200e6);
        }
        assertThat(budget.meanNanos()).isEqualTo(1e9);
    }

    /** A million virtual threads: 0.2 s for each look. */
    @Test
    void inASmallServiceTheFirstLooksComeOnceASecondWhileTheyAreCheap() {
        Budget budget = new Budget(0.01, 1, true);
        for (int look = 0; look < 100; look++) {
            budget.spent(29e6);
        }
        assertThat(budget.meanNanos()).isEqualTo(1e9);
        budget.spent(40e6);
        assertThat(budget.meanNanos()).isGreaterThan(2e9);
    }

    @Test
    void inAServiceTheIntervalIsWhatTheBudgetSaysAfterAFewLooks() {
        Budget budget = new Budget(0.01, 2, true);
        for (int look = 0; look < 7; look++) {
            budget.spent(200e6);
        }
        assertThat(budget.meanNanos()).isEqualTo(1e9);
        assertThat(budget.areRare()).isFalse();
        for (int look = 7; look < 200; look++) {
            budget.spent(200e6);
            assertThat(budget.meanNanos()).isGreaterThan(200e6 / 0.02 / 1.41);
        }
        assertThat(budget.meanNanos()).isEqualTo(200e6 / 0.02);
        assertThat(budget.areRare()).isTrue();
        for (int look = 0; look < 20; look++) {
            budget.spent(2e9);
        }
        assertThat(budget.meanNanos()).isEqualTo(30e9);
    }

    @Test
    void theFirstLooksOfUncompiledCodeAreForgottenSoon() {
        Budget budget = new Budget(0.01, 2, false);
        budget.spent(60e6);
        for (int look = 0; look < 4; look++) {
            budget.spent(1e6);
        }
        assertThat(budget.meanNanos()).isEqualTo(100e6);
    }

    @Test
    void aLookTakesAsManyStacksAsItsShareOfAQuarterSecondPaysFor() {
        Budget budget = new Budget(0.01, 2, false);
        assertThat(budget.affordable(1e6, 20_000, 64, 4_096))
                .as("(0.02 x 250 ms - 1 ms) / 20 us")
                .isEqualTo(200);
        assertThat(budget.affordable(9e6, 20_000, 64, 4_096))
                .as("a few, and the looks come less often")
                .isEqualTo(64);
        assertThat(budget.affordable(0, 100, 64, 4_096)).isEqualTo(4_096);
    }

    @Test
    void theFirstLookTakesAFewStacksSinceItKnowsNoPriceYet() {
        assertThat(new Budget(0.01, 2, false).affordable(0, 0, 64, 4_096)).isEqualTo(64);
    }
}

package dev.headroom.fanout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HedgeBudgetTest {
    private final HedgeBudget budget = new HedgeBudget(0.1);

    @Test
    void aBurstIsAllowedAndThenWhatCallsHaveEarned() {
        assertThat(taken(0)).isEqualTo(HedgeBudget.BURST);
        assertThat(taken(9)).isZero();
        assertThat(taken(10)).isEqualTo(1);
        assertThat(taken(60)).isEqualTo(5);
    }

    @Test
    void noMoreThanABurstIsSaved() {
        assertThat(taken(1_000_000)).isEqualTo(HedgeBudget.BURST);
    }

    @Test
    void whatWasNotUsedIsGivenBack() {
        taken(0);
        budget.giveBack();

        assertThat(taken(0)).isEqualTo(1);
    }

    @Test
    void aCountThatGoesBackTakesNothing() {
        assertThat(taken(100)).isEqualTo(HedgeBudget.BURST);
        assertThat(taken(90)).isZero();
        assertThat(taken(100)).isZero();
        assertThat(taken(110)).isEqualTo(1);
    }

    @Test
    void withoutAShareThereIsNone() {
        assertThat(new HedgeBudget(0).take(1_000)).isFalse();
    }

    @Test
    void valuesThatCannotBeAreTold() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Downstream.named("users").hedgeBudget(1.5))
                .withMessageContaining("1.5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Hedge.atPercentile(95, Duration.ofMillis(1)))
                .withMessageContaining("95");
        assertThatIllegalArgumentException().isThrownBy(() -> Hedge.after(Duration.ZERO));
    }

    private int taken(long calls) {
        int taken = 0;
        while (budget.take(calls)) {
            taken++;
        }
        return taken;
    }
}

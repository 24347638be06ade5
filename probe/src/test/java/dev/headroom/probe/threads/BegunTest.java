package dev.headroom.probe.threads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BegunTest {

    private final Begun begun = new Begun();

    @Test
    void whatAThreadDidBeforeItWasSeenDoesNotCount() {
        begun.counted(1, 500);
        begun.add(1, "orders");
        assertThat(begun.totals()).containsEntry("orders", 0L);

        begun.counted(1, 503);
        begun.add(1, "orders");
        assertThat(begun.totals()).containsEntry("orders", 3L);
    }

    @Test
    void whoWasNotLookedAtIsCaughtUpWith() {
        begun.counted(1, 0);
        begun.add(1, "orders");
        begun.add(1, "orders");
        begun.counted(1, 7);
        begun.add(1, "orders");
        assertThat(begun.totals()).containsEntry("orders", 7L);
    }

    @Test
    void aPoolKeepsWhatThreadsDidThatHaveEnded() {
        begun.counted(1, 0);
        begun.counted(2, 0);
        begun.counted(1, 4);
        begun.add(1, "orders");
        begun.ended(1);
        begun.counted(2, 5);
        begun.add(2, "orders");
        assertThat(begun.totals()).containsEntry("orders", 9L);
    }
}

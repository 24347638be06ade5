package dev.headroom.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StandstillTest {

    private final Standstill standstill = new Standstill();

    /** Twice a second for 20 s. */
    @Test
    void whoDoesNotGoOnFor20SecondsHangs() {
        for (int half = 0; half < 40; half++) {
            assertThat(standstill.lasts(7)).isFalse();
        }
        assertThat(standstill.lasts(7)).isTrue();
    }

    @Test
    void whoIsSlowDoesNot() {
        for (int half = 0; half < 1_000; half++) {
            assertThat(standstill.lasts(half / 15)).isFalse();
        }
    }

    @Test
    void norWhoHasGoneOnSince() {
        for (int half = 0; half < 100; half++) {
            standstill.lasts(1);
        }
        assertThat(standstill.lasts(2)).isFalse();
    }
}

package dev.headroom.fanout.limit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VegasTest {
    private static final Queueing DOWNSTREAM = new Queueing(50, 10_000_000);

    private final Vegas limit = new Vegas(new Bounds(5, 20, 1_000), () -> 1);

    @Test
    void findsTheWorkersOfTheDownstreamAndAFewMore() {
        DOWNSTREAM.load(limit, 1_000);

        // A queue of 3 to 6 log10(limit) calls is where it rests
        assertThat(limit.current()).isBetween(51, 57);
    }

    @Test
    void growsBySixLogsWithoutAQueue() {
        limit.ended(10, 20, false);
        limit.ended(10, 20, false);

        assertThat(limit.current()).isEqualTo(26);
    }

    @Test
    void shrinksByALogForADrop() {
        limit.ended(10, 20, true);

        assertThat(limit.current()).isEqualTo(19);
    }

    @Test
    void staysWhereLessThanHalfIsInUse() {
        limit.ended(10, 9, false);
        limit.ended(10, 9, false);

        assertThat(limit.current()).isEqualTo(20);
    }

    @Test
    void takesTheShortestTimeAnewWhereTheDownstreamHasBecomeSlower() {
        DOWNSTREAM.load(limit, 1_000);
        new Queueing(50, 30_000_000).load(limit, 5_000);

        assertThat(limit.current()).isGreaterThan(50);
    }

    @Test
    void keepsItsFloor() {
        for (int i = 0; i < 100; i++) {
            limit.ended(10, 20, true);
        }

        assertThat(limit.current()).isEqualTo(5);
    }
}

package dev.headroom.fanout.limit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GradientTest {
    private final Gradient limit = new Gradient(10, 100, 200);

    @Test
    void growsByAFifthOfTheRoomWhereCallsTakeWhatTheyDid() {
        for (int i = 0; i < 10; i++) {
            limit.ended(1_000, 100, false);
        }

        // 10 times 0.2 * 4
        assertThat(limit.current()).isEqualTo(108);
    }

    @Test
    void shrinksWhereCallsTakeLonger() {
        for (int i = 0; i < 10; i++) {
            limit.ended(1_000, 49, false);
        }
        limit.ended(3_000, 100, false);

        // gradient 1.5 * about 1,000 / 3,000 = 0.50: 0.8 * 100 + 0.2 * (50.3 + 4)
        assertThat(limit.current()).isEqualTo(90);
    }

    @Test
    void toleratesHalfAsMuchAgain() {
        for (int i = 0; i < 10; i++) {
            limit.ended(1_000, 49, false);
        }
        limit.ended(1_500, 100, false);

        assertThat(limit.current()).isEqualTo(100);
    }

    @Test
    void takesADropForTheSteepestGradient() {
        limit.ended(1, 100, true);

        // 0.8 * 100 + 0.2 * 50
        assertThat(limit.current()).isEqualTo(90);
    }

    @Test
    void isNeverRaisedByDrops() {
        assertThat(afterDrops(new Gradient(5, 5, 50))).isEqualTo(5);
        assertThat(afterDrops(new Gradient(1, 20, 50))).isEqualTo(1);
    }

    private static int afterDrops(Gradient limit) {
        for (int i = 0; i < 100; i++) {
            limit.ended(1, limit.current(), true);
        }
        return limit.current();
    }

    @Test
    void keepsItsBounds() {
        for (int i = 0; i < 1_000; i++) {
            limit.ended(1_000, 200, false);
        }
        assertThat(limit.current()).isEqualTo(200);

        for (int i = 0; i < 1_000; i++) {
            limit.ended(1, 200, true);
        }
        assertThat(limit.current()).isEqualTo(10);
    }

    @Test
    void livesWithAClockTooCoarseForACall() {
        limit.ended(0, 100, false);

        assertThat(limit.current()).isEqualTo(100);
    }
}

package dev.headroom.fanout.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AimdTest {
    private final AtomicLong now = new AtomicLong(1_000);
    private final Aimd limit = new Aimd(new Bounds(10, 100, 110), now::get);

    @Test
    void growsByOneWhereHalfIsInUse() {
        limit.ended(5, 50, false);

        assertThat(limit.current()).isEqualTo(101);
    }

    @Test
    void staysWhereLessIsInUse() {
        limit.ended(5, 49, false);

        assertThat(limit.current()).isEqualTo(100);
    }

    @Test
    void shrinksByATenthForADrop() {
        limit.ended(5, 100, true);

        assertThat(limit.current()).isEqualTo(90);
    }

    @Test
    void shrinksOnceForCallsThatWereLostTogether() {
        for (int i = 0; i < 20; i++) {
            now.incrementAndGet();
            limit.ended(500, 100, true);
        }
        assertThat(limit.current()).isEqualTo(90);

        now.addAndGet(500);
        limit.ended(499, 90, true);
        assertThat(limit.current()).isEqualTo(81);
    }

    @Test
    void keepsItsBounds() {
        for (int i = 0; i < 100; i++) {
            limit.ended(5, 200, false);
        }
        assertThat(limit.current()).isEqualTo(110);

        for (int i = 0; i < 100; i++) {
            now.addAndGet(10);
            limit.ended(5, 200, true);
        }
        assertThat(limit.current()).isEqualTo(10);
    }

    @Test
    void refusesBoundsThatContradict() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Aimd(0, 10, 20))
                .withMessageContaining("floor");
        assertThatIllegalArgumentException().isThrownBy(() -> new Aimd(11, 10, 20));
        assertThatIllegalArgumentException().isThrownBy(() -> new Aimd(1, 30, 20));
    }
}

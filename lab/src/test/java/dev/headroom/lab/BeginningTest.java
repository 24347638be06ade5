package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A window of 15 s in slices of a quarter of a second. */
class BeginningTest {

    private static final double SLICE = 0.25;

    /** @param first answers in each slice of the first seconds, then 25 */
    private static Beginning after(double seconds, double first) {
        return Beginning.of(
                IntStream.range(0, 60)
                        .mapToDouble(i -> (i * SLICE < seconds ? first : 25) + i % 2)
                        .toArray(),
                SLICE);
    }

    @Test
    void isLeftOutWithoutAWordWhereItIsShort() {
        Beginning found = after(2, 5);

        assertThat(found.length()).isEqualTo(Duration.ofSeconds(2));
        assertThat(found.trouble()).isEmpty();
    }

    @Test
    void isToldWhereItIsLongAndAnotherLoad() {
        Beginning found = after(6, 5);

        assertThat(found.length()).isEqualTo(Duration.ofSeconds(6));
        assertThat(found.trouble())
                .hasValue("22 requests/s were answered in its first 6 s, which are left out, and 102 after them");
    }

    @Test
    void isNoTroubleWhereItIsLongAndHardlyOther() {
        assertThat(after(6, 23).trouble()).isEmpty();
        assertThat(after(6, 23).length()).isEqualTo(Duration.ofSeconds(6));
    }

    @Test
    void staysInWhereItIsAsTheRest() {
        assertThat(after(0, 0).length()).isEqualTo(Duration.ZERO);
    }
}

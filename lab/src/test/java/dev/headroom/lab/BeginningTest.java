package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
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

    /** Ten a second that come at random, over 10 s. */
    @Test
    void chanceIsNoTrouble() {
        Random random = new Random(5);
        int told = 0;
        for (int run = 0; run < 1000; run++) {
            double[] answers = new double[40];
            for (int i = 0; i < 100; i++) {
                answers[random.nextInt(40)]++;
            }
            told += Beginning.of(answers, SLICE).trouble().isPresent() ? 1 : 0;
        }

        assertThat(told).isLessThanOrEqualTo(3);
    }

    @Test
    void staysInWhereItIsAsTheRest() {
        assertThat(after(0, 0).length()).isEqualTo(Duration.ZERO);
    }
}

package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CountBoundTest {

    private static double[] counts(int looks, java.util.function.IntToDoubleFunction each) {
        return IntStream.range(0, looks).mapToDouble(each).toArray();
    }

    @Test
    void aNumberThatIsReachedMostlyAndPassedNeverIsABound() {
        assertThat(CountBound.of(counts(40, i -> 8))).hasValue(8);
        assertThat(CountBound.of(counts(40, i -> i % 4 == 0 ? 7 : 8))).hasValue(8);
        assertThat(CountBound.of(counts(40, i -> i == 20 ? 9 : 8))).hasValue(8);
    }

    @Test
    void aNumberThatVariesByChanceIsNone() {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            double[] binomial = counts(
                    50,
                    i -> IntStream.range(0, 60)
                            .filter(user -> random.nextInt(60) < 8)
                            .count());
            assertThat(CountBound.of(binomial)).as("seed " + seed).isEmpty();
        }
    }

    @Test
    void whereOneIsCountedTwiceAsOftenAsNotAtAllTheUsualNumberIsTheBound() {
        double[] blurred = counts(40, i -> i % 5 == 0 ? 9 : i % 5 == 1 ? 7 : 8);
        assertThat(CountBound.of(blurred)).isEmpty();
        assertThat(CountBound.usual(blurred)).hasValue(8);
    }

    @Test
    void whereItIsPassedDownFromOftenWhatIsUsualIsNone() {
        assertThat(CountBound.usual(counts(40, i -> i % 10 < 4 ? 8 : i % 10 < 8 ? 7 : 6)))
                .as("8, of which 90 % are in use")
                .isEmpty();
        assertThat(CountBound.usual(counts(40, i -> i % 2 == 0 ? 8 : i % 4 == 1 ? 7 : 5)))
                .as("8, and a mean of 7")
                .isEmpty();
        assertThat(CountBound.usual(new double[0])).isEmpty();
    }

    @Test
    void oneThatIsMostlyBusyIsNotFull() {
        assertThat(CountBound.of(counts(40, i -> i % 4 == 0 ? 0 : 1))).isEmpty();
        assertThat(CountBound.of(counts(40, i -> i % 20 == 0 ? 0 : 1))).hasValue(1);
    }

    @Test
    void nothingSeenIsNone() {
        assertThat(CountBound.of(new double[0])).isEmpty();
        assertThat(CountBound.of(counts(40, i -> 0))).isEmpty();
    }
}

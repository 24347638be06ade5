package dev.headroom.core.model.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.Times;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ThinkTimeTest {

    static Stream<ThinkTime> all() {
        return Stream.of(
                new ThinkTime.Fixed(Duration.ofSeconds(1)),
                new ThinkTime.Exponential(Duration.ofSeconds(1)),
                new ThinkTime.Uniform(Duration.ofMillis(500), Duration.ofSeconds(2)),
                new ThinkTime.LogNormal(Duration.ofSeconds(1), Duration.ofSeconds(3)));
    }

    private static double[] drawn(ThinkTime think) {
        RandomGenerator random = new SplittableRandom(1);
        return DoubleStream.generate(() -> think.nanos(random) / 1e9)
                .limit(200_000)
                .sorted()
                .toArray();
    }

    @ParameterizedTest
    @MethodSource("all")
    void whatIsDrawnHasTheMeanThatLawsUse(ThinkTime think) {
        double[] seconds = drawn(think);

        assertThat(Arrays.stream(seconds).average().orElseThrow())
                .isCloseTo(Times.seconds(think.mean()), within(0.01 * Times.seconds(think.mean())));
        assertThat(seconds[0]).isNotNegative();
    }

    @Test
    void aLogNormalPauseHasItsMedianAndItsPercentile() {
        double[] seconds = drawn(new ThinkTime.LogNormal(Duration.ofSeconds(1), Duration.ofSeconds(3)));

        assertThat(seconds[seconds.length / 2]).isCloseTo(1, within(0.01));
        assertThat(seconds[(int) (0.95 * seconds.length)]).isCloseTo(3, within(0.05));
    }

    @Test
    void aUniformPauseStaysBetweenItsEnds() {
        double[] seconds = drawn(new ThinkTime.Uniform(Duration.ofMillis(500), Duration.ofSeconds(2)));

        assertThat(seconds[0]).isBetween(0.5, 0.51);
        assertThat(seconds[seconds.length - 1]).isBetween(1.99, 2.0);
    }

    @Test
    void endsTheWrongWayRoundAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ThinkTime.Uniform(Duration.ofSeconds(2), Duration.ofSeconds(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ThinkTime.LogNormal(Duration.ofSeconds(2), Duration.ofSeconds(1)));
    }
}

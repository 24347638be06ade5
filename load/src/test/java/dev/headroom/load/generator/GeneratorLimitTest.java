package dev.headroom.load.generator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.load.Load;
import dev.headroom.load.Loads;
import dev.headroom.load.generator.GeneratorLimit.Work;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class GeneratorLimitTest {

    private static final Load OPEN = Loads.open(20, 60_000);
    private static final Load CLOSED = Loads.iterations(100, 10, Loads.KEEP_ALIVE);

    @Test
    void aPromptGeneratorIsNoLimit() {
        assertThat(binds(OPEN, 1200, 1200, 0, 1, 300, 0.02)).isFalse();
        assertThat(binds(CLOSED, 1000, 1000, 0, 1, 300, 0.5)).isFalse();
    }

    @Test
    void moreThanOneInAHundredNotSentIs() {
        assertThat(binds(OPEN, 1200, 1188, 12, 1, 300, 0.02)).isFalse();
        assertThat(binds(OPEN, 1200, 1187, 13, 1, 300, 0.02)).isTrue();
    }

    @Test
    void lagOfOverAPercentOfTheLoadIsARateThatWasNotKept() {
        assertThat(binds(OPEN, 1200, 1200, 0, 599, 27_000, 0.02)).isFalse();
        assertThat(binds(OPEN, 1200, 1200, 0, 601, 27_000, 0.02)).isTrue();
    }

    @Test
    void lagThatShowsInTheFiguresIs() {
        assertThat(binds(OPEN, 1200, 1200, 0, 9, 5, 0.02))
                .as("below 10 ms it is within the noise of a machine")
                .isFalse();
        assertThat(binds(OPEN, 1200, 1200, 0, 60, 300, 0.02))
                .as("a fifth of the response time")
                .isFalse();
        assertThat(binds(OPEN, 1200, 1200, 0, 80, 300, 0.02)).isTrue();
        assertThat(binds(CLOSED, 1000, 1000, 0, 80, 300, 0.5)).isTrue();
    }

    @Test
    void answersThatWaitToBeReadAreAsMuchItsOwn() {
        Duration none = Duration.ZERO;
        Work work = new Work(1000, 1000, 0, none, Duration.ofMillis(80), none, Duration.ofMillis(300), 0.5);
        assertThat(GeneratorLimit.binds(CLOSED, work)).isTrue();
        assertThat(GeneratorLimit.binds(OPEN, work)).isTrue();
    }

    /** Of users who wait for their answers: by Little's law what these are read late on average is missing in the throughput. */
    @Test
    void whatIsReadLateOnAverageIsMissingInAClosedLoad() {
        assertThat(GeneratorLimit.binds(CLOSED, readLate(6, 20))).isTrue();
        assertThat(GeneratorLimit.binds(CLOSED, readLate(4, 20)))
                .as("a fifth of it")
                .isFalse();
        assertThat(GeneratorLimit.binds(CLOSED, readLate(15, 2000)))
                .as("next to nothing of so long a response")
                .isFalse();
        assertThat(GeneratorLimit.binds(OPEN, readLate(6, 20)))
                .as("there it sends late, and says so")
                .isFalse();
    }

    private static Work readLate(long millis, long medianMillis) {
        return new Work(
                1000,
                1000,
                0,
                Duration.ZERO,
                Duration.ZERO,
                Duration.ofMillis(millis),
                Duration.ofMillis(medianMillis),
                0.3);
    }

    @Test
    void lagSaysNothingWhereNoResponseTimeWasMeasured() {
        assertThat(binds(OPEN, 1200, 0, 0, 40, 0, 0.02)).isFalse();
    }

    @Test
    void aSaturatedLoopLimitsAClosedLoadOnly() {
        assertThat(binds(CLOSED, 1000, 1000, 0, 1, 2, 0.95)).isTrue();
        assertThat(binds(OPEN, 1200, 1200, 0, 1, 2, 0.95))
                .as("there lag tells whether it kept up")
                .isFalse();
        assertThat(binds(CLOSED, 1000, 400, 0, 1, 2, 0.95))
                .as("refused at once, again and again")
                .isFalse();
    }

    @Test
    void aToolIsByWhatItLeftOutAndByItsProcessorTime() {
        assertThat(GeneratorLimit.bindsTool(0.01, 0.9, 0.5)).isFalse();
        assertThat(GeneratorLimit.bindsTool(0.011, 0, 0)).isTrue();
        assertThat(GeneratorLimit.bindsTool(0, 0.91, 0)).isTrue();
    }

    private static boolean binds(
            Load load, long requests, long succeeded, long unsent, long lagMillis, long medianMillis, double busy) {
        return GeneratorLimit.binds(
                load,
                new Work(
                        requests,
                        succeeded,
                        unsent,
                        Duration.ofMillis(lagMillis),
                        Duration.ZERO,
                        Duration.ZERO,
                        Duration.ofMillis(medianMillis),
                        busy));
    }
}

package dev.headroom.cases.downstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FateTest {
    private static final Duration DELAY = Duration.ofMillis(330);

    @Test
    void theSameSeedGivesTheSameDelaysInTheSameOrder() {
        assertThat(delays("--seed=7")).isEqualTo(delays("--seed=7")).isNotEqualTo(delays("--seed=8"));
    }

    @Test
    void theJitterFillsItsRangeEvenlyOnBothSidesOfTheDelay() {
        List<Duration> delays = delays("--seed=1");
        double mean = delays.stream().mapToLong(Duration::toNanos).average().orElseThrow() / 1e6;
        assertThat(delays)
                .allMatch(delay ->
                        delay.compareTo(Duration.ofMillis(325)) >= 0 && delay.compareTo(Duration.ofMillis(335)) <= 0);
        assertThat(mean).isBetween(329.9, 330.1);
        assertThat(delays).filteredOn(delay -> delay.compareTo(DELAY) < 0).hasSizeBetween(4_800, 5_200);
        assertThat(delays).filteredOn(delay -> delay.toMillis() >= 334).hasSizeBetween(900, 1_100);
    }

    @Test
    void aJitterLargerThanTheDelayGivesNoNegativeTime() {
        Fate fate = new Fate(Settings.parse("--jitter=10ms"));
        assertThat(Stream.generate(() -> fate.next(Duration.ofMillis(1))).limit(1_000))
                .noneMatch(draw -> draw.delay().isNegative());
    }

    private static List<Duration> delays(String seed) {
        Fate fate = new Fate(Settings.parse("--jitter=5ms", seed));
        return Stream.generate(() -> fate.next(DELAY).delay()).limit(10_000).toList();
    }
}

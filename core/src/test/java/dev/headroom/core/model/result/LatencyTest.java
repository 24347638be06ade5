package dev.headroom.core.model.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.result.Latency.Quantile;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LatencyTest {

    /** Evenly between 0 and 1 s: the standard deviation is 1 / sqrt(12). */
    @Test
    void theCurveTellsTheStandardDeviation() {
        List<Latency.Point> curve = IntStream.rangeClosed(0, 100)
                .mapToObj(i -> new Latency.Point(i / 100.0, Duration.ofMillis(10L * i)))
                .toList();
        Duration none = Duration.ZERO;
        Latency even = new Latency(
                1000, Duration.ofMillis(500), none, none, none, none, none, none, none, none, curve, 0, 0, none);

        assertThat(even.deviation()).hasValueCloseTo(1 / Math.sqrt(12), within(1e-3));
        assertThat(Latency.NONE.deviation()).isEmpty();
    }

    private static Latency of(long count) {
        Duration any = Duration.ofMillis(1);
        return new Latency(count, any, any, any, any, any, any, any, any, any, List.of(), 0, 0, Duration.ZERO);
    }

    @Test
    void aQuantileIsCarriedWhereAtLeastOneResponseLiesBeyondIt() {
        assertThat(of(20).carries(0.95)).isTrue();
        assertThat(of(19).carries(0.95)).isFalse();
        assertThat(of(56).carries(0.99)).isFalse();
        assertThat(of(1000).carries(0.999)).isTrue();
        assertThat(of(1).carries(0)).isTrue();
        assertThat(Latency.NONE.carries(0)).isFalse();
    }

    @Test
    void aQuantileThatIsNotCarriedIsNotTold() {
        assertThat(of(19).at(Quantile.P95)).isEmpty();
        assertThat(of(20).at(Quantile.P95)).contains(new Latency.Time(Duration.ofMillis(1), false));
        assertThat(Latency.NONE.at(Quantile.P50)).isEmpty();
        assertThat(Latency.NONE.average()).isEmpty();
        assertThat(Latency.NONE.longest()).isEmpty();
    }

    @Test
    void aQuantileAmongThoseThatTimedOutIsAtLeastWhatTheyWereWaitedFor() {
        Duration second = Duration.ofSeconds(1);
        Duration timeout = Duration.ofSeconds(30);
        Latency latency = new Latency(
                900, second, second, second, second, second, timeout, timeout, timeout, second, List.of(), 60, 40,
                timeout);

        assertThat(latency.at(Quantile.P50)).contains(new Latency.Time(second, false));
        assertThat(latency.at(Quantile.P95)).contains(new Latency.Time(timeout, true));
        assertThat(latency.longest()).contains(new Latency.Time(timeout, true));
        assertThat(latency.average()).contains(new Latency.Time(second, false));
    }
}

package dev.headroom.load.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.LoadResult.Kind;
import dev.headroom.core.model.result.LoadResult.Second;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Two parts with two kinds of request each: a second's times are those of all of them, its counts by kind each kind's own. */
class SampleSumTest {

    private static final long ZERO = 1_000_000_000L;

    private static Sample sample(String label, long startMillis, long millis, boolean fails) {
        long start = ZERO + 1000 * startMillis;
        return new Sample(
                label, start, start + 1000 * millis, fails ? Optional.of(ErrorKind.STATUS) : Optional.empty(), "");
    }

    @Test
    void partsAndKindsAreAddedSecondBySecond() {
        SampleSum sum = new SampleSum(ZERO);
        sum.add(sample("a", 0, 100, false));
        sum.add(sample("b", 0, 300, false));
        sum.add(sample("b", 900, 400, false));
        sum.add(sample("b", 950, 20, true));
        sum.add(sample("a", 100, 200, false));

        LoadResult result = sum.result(
                new LoadResult.Generator("k6", Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, 0, false));

        assertThat(result.series()).hasSize(2);
        Second first = result.series().getFirst();
        assertThat(first.started()).isEqualTo(5);
        assertThat(first.succeeded()).isEqualTo(3);
        assertThat(first.failed()).isEqualTo(1);
        assertThat(first.inFlight()).isEqualTo(1);
        assertThat(first.meanMillis()).isEqualTo(200);
        assertThat(first.p50Millis()).isBetween(199.0, 201.0);
        assertThat(first.maxMillis()).isEqualTo(300);
        assertThat(result.series().getLast().maxMillis()).isEqualTo(400);
        assertThat(result.kinds())
                .extracting(Kind::name, Kind::perSecond)
                .containsExactly(tuple("a", List.of(2L)), tuple("b", List.of(1L, 1L)));
    }
}

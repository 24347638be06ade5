package dev.headroom.load.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.LoadResult.Generator;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecorderTest {

    private static final long MILLI = 1_000_000;

    private final Recorder recorder = new Recorder(Instant.EPOCH, 0);

    private void answered(long begun, long took) {
        recorder.ended("a", begun * MILLI, Optional.empty(), "", (begun + took) * MILLI);
    }

    /** A tool may tell of them all at once, long after. */
    @Test
    void whatIsEarlyIsToldByWhenItBegan() {
        answered(0, 300);
        answered(400, 900);
        recorder.ended("a", 500 * MILLI, Optional.of(ErrorKind.RESET), "", 600 * MILLI);
        answered(1300, 20);
        answered(5000, 20);

        assertThat(recorder.early().succeeded()).isEqualTo(2);
        assertThat(recorder.early().seconds()).isCloseTo(1.2, within(1e-9));
        assertThat(recorder.counts(0).succeeded()).isEqualTo(4);
    }

    /** Who gives up does not tell how soon the service fails, nor does what was never sent. */
    @Test
    void failuresAreTimedWhereTheServiceEndsThem() {
        recorder.ended("a", 0, Optional.of(ErrorKind.STATUS), "500", 4 * MILLI);
        recorder.ended("a", 0, Optional.of(ErrorKind.RESET), "", 6 * MILLI);
        recorder.ended("a", 0, Optional.of(ErrorKind.TIMEOUT), "", 5000 * MILLI);
        recorder.ended("a", 0, Optional.of(ErrorKind.GENERATOR), "", 0);

        assertThat(result().failedMean()).contains(Duration.ofMillis(5));
    }

    /** A service that answers for a second and then no more has had all of the time. */
    @Test
    void whatIsCutShortLastsUntilThen() {
        answered(0, 1000);
        recorder.cut(6_000 * MILLI);

        assertThat(result().elapsed()).isEqualTo(Duration.ofSeconds(6));
    }

    @Test
    void withoutAFailureThereIsNoTimeOfOne() {
        answered(0, 20);

        assertThat(result().failedMean()).isEmpty();
    }

    private LoadResult result() {
        return recorder.result(
                new Generator("a tool", Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, 1, false));
    }

    @Test
    void whatIsInFlightWhenTheLoadIsOverIsNeitherAnAnswerNorAnError() {
        answered(0, 20);
        recorder.unfinished("a", 1000 * MILLI, 3000 * MILLI);
        LoadResult result = result();

        assertThat(result.requests()).isEqualTo(1);
        assertThat(result.failed()).isZero();
        assertThat(result.unfinished()).isEqualTo(1);
        assertThat(result.latency().unfinished()).isEqualTo(1);
    }
}

package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.bounds.SlowKind;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.evidence.KindResponse;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A kind of request, one user of which got 25 answers in 60 ms each. */
class KindsAloneTest {

    private static final Measure ALONE = new Measure(0.06, 0.001, "25");

    /** @param rare share of the answers that take 3 s; the others take {@code most} seconds */
    private static boolean isSlow(long answers, double most, double rare) {
        Duration none = Duration.ZERO;
        Duration usual = Times.ofSeconds(most);
        Latency latency = new Latency(
                answers,
                Times.ofSeconds((1 - rare) * most + rare * 3),
                none, // as where they are too few to tell
                usual,
                usual,
                usual,
                usual,
                none,
                none,
                Times.ofSeconds(3),
                List.of(
                        new Latency.Point(0, usual),
                        new Latency.Point(1 - rare, usual),
                        new Latency.Point(1 - rare, Times.ofSeconds(3)),
                        new Latency.Point(1, Times.ofSeconds(3))),
                0,
                0,
                none);
        KindResponse report = KindsAlone.response(
                new LoadResult.Kind("report", answers, answers, Map.of(), latency, List.of()), 20 * answers, ALONE, 25);
        return SlowKind.in(
                        Evidence.of(Measured.run(Counts.open(13, 60), 1000, 0.06, Seen.during(60))
                                .alone(0.06)
                                .measurement()
                                .withKinds(List.of(report, other()))),
                        0)
                .isPresent();
    }

    /** Most of the load, which takes as long as without any. */
    private static KindResponse other() {
        return new KindResponse("page", 0.95, Measure.exact(0.05, "one user"), Measure.exact(0.05, "the load"));
    }

    @Test
    void oneUserWhoMetNoneOfTheRareLongAnswersTellsOfNoWait() {
        assertThat(isSlow(40, 0.06, 0.05)).isFalse();
    }

    @Test
    void whereHalfOfTheAnswersAreLongerThanHisItIsNoChance() {
        assertThat(isSlow(40, 0.4, 0)).isTrue();
        assertThat(isSlow(400, 0.3, 0.05)).isTrue();
    }

    @Test
    void longAnswersThatAreNotRareWouldHaveComeToHim() {
        assertThat(isSlow(40, 0.06, 0.4)).isTrue();
    }
}

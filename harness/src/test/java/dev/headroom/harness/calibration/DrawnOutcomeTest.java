package dev.headroom.harness.calibration;

import static dev.headroom.harness.drawn.Networks.of;
import static dev.headroom.harness.drawn.Networks.station;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.harness.drawn.DrawnKind;
import dev.headroom.harness.drawn.DrawnLoad;
import dev.headroom.harness.drawn.DrawnStation.Shape;
import dev.headroom.harness.drawn.Network;
import dev.headroom.harness.truth.Estimate;
import dev.headroom.harness.truth.Truth;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class DrawnOutcomeTest {

    private static final Network NETWORK = of(
            DrawnLoad.closed(40, 0, false),
            Shape.DETERMINISTIC,
            station(DrawnKind.SEMAPHORE, "semaphore1", 4, 40, Shape.DETERMINISTIC),
            station(DrawnKind.POOL, "pool2", 6, 55, Shape.DETERMINISTIC),
            station(DrawnKind.LOCK, "lock3", 1, 1, Shape.DETERMINISTIC));

    private static final Truth TRUTH = truth(Estimate.exactly(0.95), Estimate.ZERO);

    private static Truth truth(Estimate semaphore, Estimate load) {
        return new Truth(
                Truth.Way.SWEEP,
                100,
                Map.of("semaphore1", semaphore, "pool2", Estimate.exactly(0.1)),
                Optional.of(Estimate.exactly(1)),
                Optional.empty(),
                load);
    }

    private static Limit limit(LimitKind kind, String name, int capacity) {
        return new Limit(kind, name, OptionalInt.of(capacity));
    }

    private static DrawnOutcome judged(Said said) {
        return DrawnOutcome.of(said, NETWORK, TRUTH);
    }

    @Test
    void whatBindsIsNamedRightlyByItsKindAndCapacity() {
        assertThat(judged(Said.limit(limit(LimitKind.SEMAPHORE, "Holders", 4)))).isEqualTo(DrawnOutcome.RIGHT);
    }

    @Test
    void whatWaitsForItIsNamedWrongly() {
        assertThat(judged(Said.limit(limit(LimitKind.WORKER_POOL, "pool2", 6)))).isEqualTo(DrawnOutcome.WRONG);
    }

    @Test
    void whatWasNeverBuiltIsNamedWrongly() {
        assertThat(judged(Said.limit(limit(LimitKind.SEMAPHORE, "other", 9)))).isEqualTo(DrawnOutcome.WRONG);
        assertThat(judged(Said.limit(limit(LimitKind.GC, "", 1)))).isEqualTo(DrawnOutcome.WRONG);
    }

    /** Each of two limits that tie gains nothing by itself. */
    @Test
    void twoThatAreNamedTogetherAreJudgedTogether() {
        Said pair = new Said(
                Said.Claim.LIMIT,
                List.of(limit(LimitKind.SEMAPHORE, "Holders", 4), limit(LimitKind.WORKER_POOL, "pool2", 6)),
                "proved");
        assertThat(DrawnOutcome.of(pair, NETWORK, truth(Estimate.ZERO, Estimate.ZERO)))
                .isEqualTo(DrawnOutcome.RIGHT);
    }

    @Test
    void aClearIsFalseWhereMoreLoadIsNotMet() {
        assertThat(judged(Said.nothing())).isEqualTo(DrawnOutcome.FALSE_CLEAR);
        assertThat(DrawnOutcome.of(Said.nothing(), NETWORK, truth(Estimate.ZERO, Estimate.exactly(1))))
                .isEqualTo(DrawnOutcome.RIGHT);
    }

    @Test
    void whereTheTruthIsNotKnownWellEnoughNobodyIsRight() {
        Truth vague = truth(new Estimate(0.8, 0.7, 0.9), Estimate.ZERO);
        assertThat(DrawnOutcome.of(Said.limit(limit(LimitKind.SEMAPHORE, "", 4)), NETWORK, vague))
                .isEqualTo(DrawnOutcome.UNDECIDED);
    }
}

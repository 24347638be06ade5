package dev.headroom.harness.calibration;

import static dev.headroom.harness.drawn.Networks.of;
import static dev.headroom.harness.drawn.Networks.station;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.harness.drawn.Demand;
import dev.headroom.harness.drawn.Network;
import dev.headroom.harness.drawn.Station.Shape;
import dev.headroom.harness.drawn.StationKind;
import dev.headroom.harness.truth.Estimate;
import dev.headroom.harness.truth.Truth;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class OutcomeTest {

    private static final Network NETWORK = of(
            Demand.closed(40, 0, false),
            Shape.DETERMINISTIC,
            station(StationKind.SEMAPHORE, "semaphore1", 4, 40, Shape.DETERMINISTIC),
            station(StationKind.POOL, "pool2", 6, 55, Shape.DETERMINISTIC),
            station(StationKind.LOCK, "lock3", 1, 1, Shape.DETERMINISTIC));

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

    private static Outcome judged(Said said) {
        return Outcome.of(said, NETWORK, TRUTH);
    }

    @Test
    void whatBindsIsNamedRightlyByItsKindAndCapacity() {
        assertThat(judged(Said.limit(limit(LimitKind.SEMAPHORE, "Holders", 4)))).isEqualTo(Outcome.RIGHT);
    }

    @Test
    void whatWaitsForItIsNamedWrongly() {
        assertThat(judged(Said.limit(limit(LimitKind.WORKER_POOL, "pool2", 6)))).isEqualTo(Outcome.WRONG);
    }

    @Test
    void whatWasNeverBuiltIsNamedWrongly() {
        assertThat(judged(Said.limit(limit(LimitKind.SEMAPHORE, "other", 9)))).isEqualTo(Outcome.WRONG);
        assertThat(judged(Said.limit(limit(LimitKind.GC, "", 1)))).isEqualTo(Outcome.WRONG);
    }

    /** Each of two limits that tie gains nothing by itself. */
    @Test
    void twoThatAreNamedTogetherAreJudgedTogether() {
        Said pair = new Said(
                Said.Claim.LIMIT,
                List.of(limit(LimitKind.SEMAPHORE, "Holders", 4), limit(LimitKind.WORKER_POOL, "pool2", 6)),
                "proved");
        assertThat(Outcome.of(pair, NETWORK, truth(Estimate.ZERO, Estimate.ZERO)))
                .isEqualTo(Outcome.RIGHT);
    }

    @Test
    void aClearIsFalseWhereMoreLoadIsNotMet() {
        assertThat(judged(Said.nothing())).isEqualTo(Outcome.FALSE_CLEAR);
        assertThat(Outcome.of(Said.nothing(), NETWORK, truth(Estimate.ZERO, Estimate.exactly(1))))
                .isEqualTo(Outcome.RIGHT);
    }

    @Test
    void whereTheTruthIsNotKnownWellEnoughNobodyIsRight() {
        Truth vague = truth(new Estimate(0.8, 0.7, 0.9), Estimate.ZERO);
        assertThat(Outcome.of(Said.limit(limit(LimitKind.SEMAPHORE, "", 4)), NETWORK, vague))
                .isEqualTo(Outcome.UNDECIDED);
    }
}

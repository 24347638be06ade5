package dev.headroom.core.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Seen;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Eight workers, and a pool of connections of which each takes one or two. */
class HoldAndWaitTest {

    private static Observation seen(int connections, double held, double waiting) {
        return Seen.during(20)
                .pool(Seen.pool("workers", StationKind.EXECUTOR)
                        .maximum(8)
                        .active(8)
                        .waits(Activity.AWAITING_CONNECTION, "connections", waiting))
                .resource(Seen.resource("connections", StationKind.CONNECTION_POOL)
                        .capacity(connections)
                        .used(held, waiting))
                .observation();
    }

    private static Move raise(Part... parts) {
        return new Move(Subject.CAPACITY, List.of(parts), 2, Back.SET, Double.NaN);
    }

    private static Part workers(int to) {
        return new Part("workers", "workers", 8, to);
    }

    @Test
    void whoHoldsOneAndWaitsForAnotherMayDoSoForGoodWhereThereAreMore() {
        assertThat(HoldAndWait.in(raise(workers(10)), seen(9, 9, 2)))
                .hasValueSatisfying(why -> assertThat(why).contains("one of the 9", "with 10 at work"));
    }

    @Test
    void soManyUnitsThatOneIsLeftAreEnough() {
        assertThat(HoldAndWait.in(raise(workers(10)), seen(11, 9, 2))).isEmpty();
        assertThat(HoldAndWait.in(raise(workers(11)), seen(11, 9, 2))).isNotEmpty();
    }

    @Test
    void raisedTogetherTheyAreCountedAsTheyWillBe() {
        assertThat(HoldAndWait.in(raise(workers(16), new Part("connections", "connections", 9, 18)), seen(9, 9, 2)))
                .isEmpty();
    }

    @Test
    void whoTakesOneEachWaitsForNobodyThatWaits() {
        assertThat(HoldAndWait.in(raise(workers(16)), seen(5, 5, 3))).isEmpty();
    }

    @Test
    void whatOthersHoldAndNoneOfThemWaitsForSaysNothing() {
        assertThat(HoldAndWait.in(raise(workers(16)), seen(12, 12, 0))).isEmpty();
    }

    @Test
    void fewerHoldNothingMore() {
        assertThat(HoldAndWait.in(raise(workers(6)), seen(9, 9, 2))).isEmpty();
    }
}

package dev.headroom.core.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Seen;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Eight workers, and a pool of connections of which each takes one or two. */
class HoldAndWaitTest {

    private static Observation seen(int connections, double held, double waiting) {
        return Seen.during(20)
                .pool(Seen.pool("workers", StationKind.EXECUTOR, 8)
                        .active(8)
                        .waits(Activity.AWAITING_CONNECTION, "connections", waiting))
                .resource(Seen.resource("connections", StationKind.CONNECTION_POOL, connections)
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

    /** As was seen of workers that take a second connection for 1 ms of 61. */
    @Test
    void aSecondThatIsHeldForAMomentIsEnough() {
        assertThat(HoldAndWait.in(raise(workers(10)), seen(9, 8.23, 0.16))).isNotEmpty();
        assertThat(HoldAndWait.in(raise(workers(10)), seen(9, 7.9, 0.1))).isEmpty();
    }

    @Test
    void soManyUnitsThatOneIsLeftAreEnough() {
        assertThat(HoldAndWait.in(raise(workers(10)), seen(11, 9, 2))).isEmpty();
        assertThat(HoldAndWait.in(raise(workers(11)), seen(11, 9, 2))).isNotEmpty();
    }

    /** They are put back while who came has not ended. */
    @Test
    void whatIsRaisedWithThemDoesNotCount() {
        assertThat(HoldAndWait.in(raise(workers(16), new Part("connections", "connections", 9, 18)), seen(9, 9, 2)))
                .isNotEmpty();
    }

    @Test
    void whatOthersHoldAsWellIsNotAllTheirs() {
        Observation shared = Seen.during(20)
                .pool(Seen.pool("workers", StationKind.EXECUTOR, 8)
                        .active(8)
                        .waits(Activity.AWAITING_CONNECTION, "connections", 1))
                .pool(Seen.tomcat(60).active(20).waits(Activity.AWAITING_CONNECTION, "connections", 9))
                .resource(Seen.resource("connections", StationKind.CONNECTION_POOL, 10)
                        .used(10, 10))
                .observation();

        assertThat(HoldAndWait.in(raise(workers(16)), shared)).isEmpty();
    }

    @Test
    void twoThatAreTakenInEitherOrderAreACircle() {
        assertThat(HoldAndWait.in(raise(workers(10)), crossed(2)))
                .hasValueSatisfying(why -> assertThat(why).contains("the other way round"));
        assertThat(HoldAndWait.in(raise(workers(10)), crossed(0))).isEmpty();
    }

    private static Observation crossed(double back) {
        return Seen.during(20)
                .pool(Seen.pool("workers", StationKind.EXECUTOR, 8)
                        .active(8)
                        .waits(Activity.AWAITING_CONNECTION, "stock", 2)
                        .waits(Activity.AWAITING_CONNECTION, "orders", back))
                .resource(Seen.resource("orders", StationKind.CONNECTION_POOL, 4)
                        .used(4, back)
                        .holdersWait(Activity.AWAITING_CONNECTION, "stock", 2))
                .resource(Seen.resource("stock", StationKind.CONNECTION_POOL, 4)
                        .used(4, 2)
                        .holdersWait(Activity.AWAITING_CONNECTION, "orders", back))
                .observation();
    }

    @Test
    void whoTakesOneEachWaitsForNobodyThatWaits() {
        assertThat(HoldAndWait.in(raise(workers(16)), seen(5, 5, 3))).isEmpty();
    }

    /** As of permits that were made before anybody looked: one is seen to be held past the second wait. */
    @Test
    void ofPermitsNobodyKnowsHowManyThereAre() {
        assertThat(HoldAndWait.in(raise(workers(10)), awaiting(StationKind.SEMAPHORE)))
                .hasValueSatisfying(why -> assertThat(why).contains("not known how many"));
        assertThat(HoldAndWait.in(raise(workers(10)), awaiting(StationKind.CONNECTION_POOL)))
                .isEmpty();
    }

    private static Observation awaiting(StationKind kind) {
        return Seen.during(20)
                .pool(Seen.pool("workers", StationKind.EXECUTOR, 8)
                        .active(8)
                        .waits(Activity.AWAITING_LOCK, "permits", 1))
                .resource(Seen.resource("permits", kind, 1).used(1, 1))
                .observation();
    }

    @Test
    void whatOthersHoldAndNoneOfThemWaitsForSaysNothing() {
        assertThat(HoldAndWait.in(raise(workers(16)), seen(12, 12, 0))).isEmpty();
    }

    @Test
    void whoIsToRaiseTheWorkersIsToldWhatToRaiseFirst() {
        Limit workers = new Limit(LimitKind.WORKER_POOL, "workers", "workers", OptionalInt.of(8));

        assertThat(HoldAndWait.before(workers, 20, seen(9, 9, 2)).orElseThrow())
                .startsWith("Raise connections first")
                .contains("with 20 at work");
        assertThat(HoldAndWait.before(workers, 20, seen(30, 9, 2))).isEmpty();
    }

    /** Eight permits, and seventeen workers: for each permit one waits for what another has to do. */
    @Test
    void workersThatWaitForTheirOwnPoolHoldIt() {
        Part permits = new Part("permits", "permits", 8, 16);
        Part some = new Part("permits", "permits", 8, 10);

        assertThat(HoldAndWait.in(raise(permits), nested(17, 8))).isEmpty();
        assertThat(HoldAndWait.in(raise(permits), nested(16, 8)))
                .hasValueSatisfying(why -> assertThat(why).contains("one of the 16 of workers"));
        assertThat(HoldAndWait.in(raise(some), nested(17, 14))).isNotEmpty();
        assertThat(HoldAndWait.in(raise(permits), nested(16, 0)))
                .as("parts side by side")
                .isEmpty();
    }

    /** Whose workers it is that are waited for is not seen of lambdas: here those of whoever waits for them. */
    @Test
    void poolsThatWaitForEachOtherGoRoundInACircle() {
        assertThat(HoldAndWait.in(raise(new Part("permits", "permits", 8, 10)), circle(8)))
                .hasValueSatisfying(why -> assertThat(why).contains("one of the 17 of workers"));
        assertThat(HoldAndWait.in(raise(new Part("permits", "permits", 8, 10)), circle(0)))
                .isEmpty();
    }

    private static Observation circle(double requestsWait) {
        return Seen.during(20)
                .pool(Seen.pool("workers", StationKind.EXECUTOR, 17).active(16).waitsForPool("requests", 8.3))
                .pool(Seen.pool("requests", StationKind.EXECUTOR).active(60).waitsForPool("workers", requestsWait))
                .resource(Seen.resource("permits", StationKind.SEMAPHORE, 8)
                        .used(8, 50)
                        .holdersWait(Activity.AWAITING_POOL, "workers", 8))
                .observation();
    }

    private static Observation nested(int workers, double waitForTheirOwn) {
        return Seen.during(20)
                .pool(Seen.pool("workers", StationKind.EXECUTOR, workers)
                        .active(16)
                        .waitsForPool("workers", waitForTheirOwn))
                .resource(Seen.resource("permits", StationKind.SEMAPHORE, 8)
                        .used(8, 50)
                        .holdersWait(Activity.AWAITING_POOL, "workers", 8))
                .observation();
    }

    @Test
    void fewerHoldNothingMore() {
        assertThat(HoldAndWait.in(raise(workers(6)), seen(9, 9, 2))).isEmpty();
    }
}

package dev.headroom.core.bounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.conservation.Places;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.testing.Cases;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class BoundTest {

    private static final Until MINUTE = new Until.Elapsed(Duration.ofSeconds(60));

    private static Bound bound(Load load, LoadResult result, double unloaded, double error) {
        return bound(load, result, unloaded, error, 60);
    }

    private static Bound bound(Load load, LoadResult result, double unloaded, double error, int seconds) {
        return Bound.of(Places.in(Measured.run(load, result, Seen.during(seconds))
                .alone(unloaded, error, Optional.empty())
                .measurement()));
    }

    /** 60 users of a request that takes one of them 0.5 s. */
    private static Bound closed(double think, double response, double error) {
        Load.Closed load = Counts.closed(60, think, MINUTE);
        return bound(load, Counts.of(load, 60 / (response + think), response, 60), 0.5, error);
    }

    private static Bound open(double ceiling, double unloaded, double response) {
        Load.Open load = Counts.open(20, 60);
        return bound(load, Counts.of(load, ceiling, response), unloaded, unloaded / 100);
    }

    @Test
    void usersWhoWaitForNoOneGetAllThatTheyAskFor() {
        Bound bound = closed(0, 0.52, 0.01);
        assertThat(bound.reached()).isTrue();
        assertThat(bound.limit().orElseThrow().value()).isCloseTo(120, within(0.1));
        assertThat(bound.ratio()).isCloseTo(0.96, within(0.01));
    }

    @Test
    void usersWhoWaitTwiceAsLongAsOneAreHeldBack() {
        assertThat(closed(0, 1, 0.01).reached()).isFalse();
    }

    @Test
    void thinkTimesHideAQueueOnlyFromThroughput() {
        assertThat(closed(9.5, 0.52, 0.01).reached()).isTrue();
        Bound queued = closed(9.5, 1.4, 0.01);
        assertThat(queued.ratio()).isGreaterThan(0.9);
        assertThat(queued.reached()).isFalse();
    }

    @Test
    void anUnloadedResponseOfUnknownErrorIsNoLicence() {
        assertThat(closed(0, 0.52, Double.NaN).reached()).isTrue();
        assertThat(closed(0, 0.62, Double.NaN).reached()).isFalse();
        assertThat(closed(0, 0.62, 5).reached()).isFalse();
    }

    @Test
    void nothingIsSaidOfOpenArrivalsThatMayTakeLongerThanWhatIsHardlyKnown() {
        Load.Open load = Counts.open(5, 60);
        Bound bound = bound(load, Counts.of(load, 1000, 3.8), 2, 1.27);
        assertThat(bound.reached()).isFalse();
        assertThat(bound.mayBeReached()).isTrue();

        Bound longer = bound(load, Counts.of(load, 1000, 5), 2, 1.27);
        assertThat(longer.reached()).isFalse();
        assertThat(longer.mayBeReached()).isFalse();

        assertThat(bound(load, Counts.of(load, 1000, 2.2), 2, 1.27).reached()).isTrue();
    }

    @Test
    void nothingIsSaidOfThinkTimesThatMayHideAQueue() {
        Load.Closed load = Counts.closed(60, 20, MINUTE);
        Bound bound = bound(load, Counts.of(load, 60 / 23.8, 3.8, 60), 2, 1.27);
        assertThat(bound.reached()).isFalse();
        assertThat(bound.mayBeReached()).isTrue();
    }

    @Test
    void usersOfWhomOneInTwelveFailsHaveNotWhatTheyAskFor() {
        Load.Closed load = Counts.closed(60, 0, MINUTE);
        assertThat(bound(load, Counts.failing(load, 543, 0.1, ErrorKind.STATUS, 500, 47, 60), 0.1, 0.001)
                        .reached())
                .isFalse();
        assertThat(bound(load, Counts.failing(load, 588, 0.1, ErrorKind.STATUS, 500, 12, 60), 0.1, 0.001)
                        .reached())
                .isTrue();
    }

    /** 8 of 100 users have a request in flight that never ends; the others get 920/s of 100 ms each. */
    @Test
    void usersOfWhomSomeHangHaveNotWhatTheyAskFor() {
        Load.Closed load = Counts.closed(100, 0, MINUTE);
        assertThat(bound(load, Counts.failing(load, 920, 0.1, ErrorKind.STATUS, 500, 0, 60), 0.1, 0.001)
                        .reached())
                .isFalse();
        assertThat(bound(load, Counts.of(load, 920, 0.1087, 60), 0.1, 0.001).reached())
                .isTrue();
    }

    /** 100 of 1,000 users hang; the others think for 9 s between answers that take 1 s. */
    @Test
    void usersWhoThinkAreAtNoEdge() {
        Load.Closed load = Counts.closed(1000, 9, new Until.Elapsed(Duration.ofSeconds(14)));
        LoadResult result = Counts.failing(190, 90, 1, ErrorKind.STATUS, 500, 0, 14);
        assertThat(bound(load, result, 1, 0.01, 14).reached()).isFalse();
    }

    /** Of 200 users 14 are in flight beside those who are answered, for they began together and answers take any time. */
    @Test
    void usersAtTheEdgesOfAShortWindowAreNotWithoutAnAnswer() {
        Load.Closed load = Counts.closed(200, 0, new Until.Elapsed(Duration.ofSeconds(14)));
        LoadResult result = Counts.failing(load, 62, 3, ErrorKind.STATUS, 500, 0, 14);
        assertThat(bound(load, result, 3, 0.03, 14).reached()).isTrue();
    }

    @Test
    void openArrivalsThatAreAnsweredInTheTimeOfOneAreCarried() {
        assertThat(open(1000, 0.33, 0.34).reached()).isTrue();
    }

    @Test
    void openArrivalsThatWaitAreHeldBackBeforeAnythingPilesUp() {
        assertThat(open(1000, 0.33, 0.8).reached()).isFalse();
    }

    /** A service that has slept between two requests is slower to answer than to one user who asks all the while. */
    @Test
    void openArrivalsOfWhichHardlyAnyWaitsAreCarried() {
        Load.Open load = Counts.open(50, 60);
        assertThat(bound(load, Counts.of(load, 1000, 0.0008), 0.0002, 0.00002).reached())
                .isTrue();
        assertThat(bound(load, Counts.of(load, 1000, 0.008), 0.0002, 0.00002).reached())
                .isFalse();
    }

    /** One of 25 asks a part of the service that never answers, and gives up after 5 s: the good answers take as long as those of one user. */
    @Test
    void openArrivalsOfWhichSomeHangAreNotCarriedThoughTheOthersDoNotWait() {
        Load.Open load = Counts.open(200, 60);
        assertThat(bound(load, failing(Counts.of(load, 1000, 0.1), 8, 0), 0.1, 0.001)
                        .reached())
                .isTrue();
        assertThat(bound(load, failing(Counts.of(load, 1000, 0.1), 8, 40), 0.1, 0.001)
                        .reached())
                .isFalse();
    }

    /** Of 60 counts 12 would find a request in flight on average: 16 are chance, and 30 are not. */
    @Test
    void atALowRateTheCountOfThoseInFlightVariesByChance() {
        Load.Open load = Counts.open(4, 60);
        LoadResult fast = Counts.of(load, 1000, 0.05);
        assertThat(bound(load, inFlight(fast, 16), 0.05, 0.001).reached()).isTrue();
        assertThat(bound(load, inFlight(fast, 30), 0.05, 0.001).reached()).isFalse();
    }

    /** One request fails, and at so many seconds one is in flight. */
    private static LoadResult inFlight(LoadResult result, int seconds) {
        return with(
                result,
                Map.of(ErrorKind.STATUS, 1L),
                one -> second(
                        one,
                        one.succeeded(),
                        one.second() == 30 ? 1 : 0,
                        one.second() % 60 < 2 * seconds && one.second() % 2 == 0 ? 1 : 0));
    }

    /** The same, but so many of each second fail, and more are in flight. */
    private static LoadResult failing(LoadResult result, long failed, long hanging) {
        return with(
                result,
                Map.of(ErrorKind.TIMEOUT, failed * result.series().size()),
                one -> second(one, Math.max(0, one.succeeded() - failed), failed, one.inFlight() + hanging));
    }

    private static LoadResult.Second second(LoadResult.Second one, long succeeded, long failed, long inFlight) {
        return new LoadResult.Second(
                one.second(),
                one.started(),
                succeeded,
                failed,
                inFlight,
                OptionalDouble.empty(),
                one.meanMillis(),
                one.p50Millis(),
                one.p95Millis(),
                one.maxMillis());
    }

    private static LoadResult with(
            LoadResult result, Map<ErrorKind, Long> errors, UnaryOperator<LoadResult.Second> each) {
        long failed = errors.values().stream().mapToLong(Long::longValue).sum();
        return new LoadResult(
                result.startedAt(),
                result.elapsed(),
                result.requests(),
                result.succeeded() - failed,
                errors,
                result.statuses(),
                result.throughput(),
                result.latency(),
                result.serviceLatency(),
                result.series().stream().map(each).toList(),
                result.generator(),
                result.kinds(),
                result.causes(),
                result.departures(),
                Optional.empty());
    }

    @Test
    void openArrivalsThatPileUpAreHeldBack() {
        assertThat(open(10, 0.33, 0.33).reached()).isFalse();
    }

    @Test
    void withoutTheResponseOfOneUserAClosedLoadHasNoBound() {
        Load.Closed load = Counts.closed(60, 0, MINUTE);
        Bound bound = Bound.of(
                Places.in(Measured.run(load, 120, 0.5, 60, Seen.during(60)).measurement()));
        assertThat(bound.limit()).isEmpty();
        assertThat(bound.reached()).isFalse();
    }

    @Test
    void belowEightyFivePercentOfItsBoundNoClosedLoadIsTheLimitAndAtItEachIs() {
        Cases.forAll(any -> {
            int users = any.whole(2, 400);
            double unloaded = any.between(0.005, 5);
            double think = any.whole(0, 1) == 0 ? 0 : any.between(0, 5);
            Load.Closed load = Counts.closed(users, think, MINUTE);
            double most = users / (unloaded + think);
            double held = any.between(0.05, 0.84) * most;
            double error = any.whole(0, 3) == 0 ? Double.NaN : any.between(0, 2) * unloaded;
            LoadResult slow = Counts.of(load, held, users / held - think, 60);
            assertThat(bound(load, slow, unloaded, error).reached()).isFalse();
            LoadResult fast = Counts.of(load, most, unloaded, 60);
            assertThat(bound(load, fast, unloaded, error).reached()).isTrue();
        });
    }

    @Test
    void noOpenLoadIsCarriedByACeilingBelowIt() {
        Cases.forAll(any -> {
            Load.Open load = Counts.open(any.between(2, 200), 60);
            double ceiling = any.between(0.2, 0.9) * load.rate().perSecond();
            double unloaded = any.between(0.01, 2);
            assertThat(bound(load, Counts.of(load, ceiling, unloaded), unloaded, unloaded / 10)
                            .reached())
                    .isFalse();
        });
    }
}

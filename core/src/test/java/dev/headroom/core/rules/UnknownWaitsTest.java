package dev.headroom.core.rules;

import static dev.headroom.core.testing.Measured.kind;
import static dev.headroom.core.testing.Measured.limit;
import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.tomcat;
import static dev.headroom.core.testing.Seen.virtualThreads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Cases;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What no rule knows still binds, and is told with the place where requests wait. */
class UnknownWaitsTest {

    private static final String SITE = "example.Shop.buy:42";
    private static final Load.Closed LOAD = Counts.closed(60, 0, new Until.Iterations(10));

    private static Measured run(Seen seen) {
        return Measured.run(LOAD, 20, 3, 50, seen);
    }

    private static Seen waiting(double workers) {
        return waiting(workers, 50);
    }

    private static Seen waiting(double workers, double seconds) {
        return Seen.during(seconds)
                .pool(virtualThreads(60)
                        .waits(Activity.AWAITING_OTHER, "java.util.concurrent.Phaser", workers, SITE)
                        .doing(Activity.RUNNING, 60 - workers));
    }

    private static final Seen ALONE = Seen.during(10).pool(virtualThreads(1).doing(Activity.RUNNING, 1));

    private static void unknown(Diagnosis diagnosis) {
        assertThat(diagnosis.verdict()).as(diagnosis.summary()).isEqualTo(Verdict.LIMIT);
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.UNKNOWN);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
    }

    @Test
    void aWaitThatNoRuleKnowsIsNamedWithTheApplicationsLine() {
        Diagnosis diagnosis = run(waiting(58)).alone(0.2, ALONE).diagnosis();
        unknown(diagnosis);
        assertThat(diagnosis.summary()).contains(SITE).contains("58 requests");
        assertThat(diagnosis.waiters())
                .singleElement()
                .satisfies(site -> assertThat(site.frame()).contains(SITE));
        assertThat(diagnosis.account().explained().orElseThrow()).isGreaterThan(0.9);
    }

    private static Seen foraging(double foragers, double queue) {
        return Seen.during(50)
                .pool(tomcat(200).active(foragers + queue).completed(1000).waitsForPool("forager", foragers + queue))
                .pool(pool("forager", StationKind.EXECUTOR, (int) Math.ceil(foragers))
                        .active(foragers)
                        .queue(queue, 0)
                        .completed(1000)
                        .waits(Activity.AWAITING_OTHER, "unknown", foragers, SITE));
    }

    private static final Seen FORAGING_FOR_ONE = Seen.during(10)
            .pool(tomcat(200).active(1).completed(50).doing(Activity.RUNNING, 1))
            .pool(pool("forager", StationKind.EXECUTOR, 1).active(0.01).completed(50));

    @Test
    void whereAllThreadsOfAPoolWaitThereThoseInItsQueueAreTold() {
        Diagnosis one = run(foraging(1, 59)).alone(0.6, FORAGING_FOR_ONE).diagnosis();
        unknown(one);
        assertThat(one.summary())
                .isEqualTo("The only forager thread is waiting at " + SITE
                        + ", and 59 requests on average wait in its queue: no rule knows what it waits for.");

        Diagnosis three = run(foraging(3, 57)).alone(0.6, FORAGING_FOR_ONE).diagnosis();
        assertThat(three.summary()).startsWith("All 3 forager threads are waiting at " + SITE + ", and 57 requests");
    }

    @Test
    void fewerThanOneWhoWaitAreNotHeldAgainstThoseAtWork() {
        Evidence evidence = Evidence.of(run(waiting(58)).alone(0.2, ALONE).measurement());
        assertThat(said(58, evidence)).endsWith("wait at " + SITE + ", while 4 are at work.");
        assertThat(said(0.965, evidence)).endsWith("0.965 requests wait at " + SITE + ".");
    }

    private static String said(double requests, Evidence evidence) {
        Place place = new Place(Place.Kind.AWAITING_OTHER, SITE, "at " + SITE, requests, requests / 20, 0);
        return UnknownWaits.hypothesis(place, evidence).finding().summary();
    }

    /** What is computed for an answer still falls, and as many are answered all the while: so long they wait there. */
    @Test
    void whereAServiceIsOnlyWarmingUpThePlaceIsNamed() {
        Diagnosis diagnosis = run(waiting(58)).alone(0.2, ALONE).diagnosis("processor time of an answer fell");
        unknown(diagnosis);
        assertThat(diagnosis.summary()).contains(SITE);
        assertThat(diagnosis.notes()).anyMatch(note -> note.contains("processor time of an answer fell"));
    }

    /** In a quick run the seconds are too few to compare, and the moments of answers are not. */
    @Test
    void ofABriefRunAsManyAnswersInEitherHalfAreSteady() {
        assertThat(brief(at -> 6.0 * at / 600).verdict()).isEqualTo(Verdict.LIMIT);
        assertThat(brief(at -> 6 * Math.sqrt(at / 600.0)).verdict())
                .as("three quarters come in the second half")
                .isEqualTo(Verdict.NOT_STATIONARY);
        assertThat(brief(at -> 2.0 * at / 600).verdict())
                .as("none comes any more after a third of the time")
                .isEqualTo(Verdict.NOT_STATIONARY);
    }

    private static Diagnosis brief(IntToDoubleFunction moment) {
        Load.Closed load = Counts.closed(60, 0, new Until.Elapsed(Duration.ofSeconds(6)));
        List<Double> departures =
                IntStream.range(0, 600).mapToDouble(moment).boxed().toList();
        return Measured.run(load, Counts.departing(Counts.of(load, 100, 0.6, 6), departures), waiting(58, 6))
                .alone(0.2, ALONE)
                .diagnosis("processor time of an answer fell");
    }

    /** Requests are where one user's is as well, and hardly longer: X falls short of N / R0, and nobody knows why. */
    /** Two keep both carriers while they wait for a downstream. */
    @Test
    void virtualThreadsThatHaveNoCarrierWaitForNoCoreWhereOneIsFree() {
        assertThat(ready(0.1, 0).summary())
                .contains("for a carrier of virtual threads")
                .doesNotContain("for the processor");
        assertThat(ready(0.1, 0).notes()).anyMatch(note -> note.contains("before JDK 24"));
        assertThat(ready(1.9, 0.5).summary()).doesNotContain("carrier");
    }

    private static Diagnosis ready(double cores, double delay) {
        return Measured.observed(
                Seen.during(30)
                        .onJava("21.0.9")
                        .machine(2, cores, cores, delay)
                        .pool(virtualThreads(60)
                                .doing(Activity.RUNNING, 58, "example.Shop.work:3")
                                .waitsForDownstream(2)),
                20,
                60);
    }

    @Test
    void whereRequestsDoTheirWorkIsNoWait() {
        Seen alone = Seen.during(10)
                .pool(virtualThreads(1)
                        .waits(Activity.AWAITING_OTHER, "java.util.concurrent.Phaser", 0.9, SITE)
                        .doing(Activity.RUNNING, 0.1));

        Diagnosis working = run(waiting(50)).alone(2.6, alone).diagnosis();
        assertThat(working.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(working.summary()).startsWith("What binds is not known").contains(SITE, "50 requests");
        unknown(run(waiting(50)).alone(2, alone).diagnosis());
    }

    private static Seen.PoolBuilder printers(String name, int threads, double busy) {
        return pool(name, StationKind.OTHER, threads).active(busy).doing(Activity.SLEEPING, busy);
    }

    private static Seen.PoolBuilder waitingForAFuture(double workers) {
        return tomcat(200).active(60).completed(1000).waits(Activity.AWAITING_POOL, "unknown", workers, SITE);
    }

    private static final Seen PRINTING_FOR_ONE = Seen.during(10)
            .pool(waitingForAFuture(0.6))
            .pool(printers("printer", 2, 0.8))
            .pool(printers("clerk", 3, 0.6));

    @Test
    void threadsThatAloneAreAlwaysAtWorkAreWhatNamelessWaitsAreFor() {
        Diagnosis diagnosis = run(Seen.during(50)
                        .pool(waitingForAFuture(59))
                        .pool(printers("printer", 2, 2))
                        .pool(printers("clerk", 3, 1)))
                .alone(0.1, PRINTING_FOR_ONE)
                .diagnosis();
        assertThat(diagnosis.bindingLimit().orElseThrow().pool())
                .as(diagnosis.summary())
                .isEqualTo("printer");
        assertThat(diagnosis.bindingLimit().orElseThrow().workers()).hasValue(2);
    }

    private static Seen retrying(double workers, double asleep) {
        return Seen.during(50)
                .pool(tomcat(200)
                        .active(workers + asleep)
                        .completed(1000)
                        .waitsForPool("runner", workers)
                        .doing(Activity.SLEEPING, asleep, SITE))
                .pool(pool("runner", StationKind.EXECUTOR, 5)
                        .active(workers)
                        .completed(1000)
                        .doing(Activity.SLEEPING, workers));
    }

    @Test
    void whoSleepsAsOneUserNeverDoesTriesAgainForTheThreadsThatAreAlwaysAtWork() {
        Diagnosis diagnosis = run(retrying(5, 55)).alone(0.25, retrying(1, 0)).diagnosis();
        assertThat(diagnosis.bindingLimit().orElseThrow().pool())
                .as(diagnosis.summary())
                .isEqualTo("runner");
        assertThat(diagnosis.bindingLimit().orElseThrow().workers()).hasValue(5);
    }

    @Test
    void whoSleepsAsOneUserDoesAsWellIsAtWork() {
        Diagnosis diagnosis = run(retrying(5, 55)).alone(0.25, retrying(1, 0.1)).diagnosis();
        unknown(diagnosis);
    }

    /** @param again times a second that one sleeps there again */
    private static Seen sleeping(double asleep, double work, double again) {
        return Seen.during(50)
                .pool(tomcat(200)
                        .active(asleep + work)
                        .completed(1000)
                        .doing(Activity.SLEEPING, asleep)
                        .at(new CallSite(SITE, Activity.SLEEPING, asleep, OptionalDouble.of(again)))
                        .doing(Activity.RUNNING, work));
    }

    /** As a token bucket that somebody wrote by hand, or a library's that no catalogue has. */
    @Test
    void whereRequestsSleepOnceThatOneUserIsNotARateLetsThemPast() {
        Seen alone = sleeping(0, 1, 0);
        Diagnosis diagnosis = run(sleeping(56, 4, 15)).alone(0.2, alone).diagnosis();
        assertThat(diagnosis.bindingLimit()).contains(limit(LimitKind.RATE_LIMITER, SITE, 20));
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);

        unknown(run(sleeping(56, 4, 15)).alone(0.2, sleeping(0.1, 0.9, 0)).diagnosis());
        unknown(run(sleeping(56, 4, 500)).alone(0.2, alone).diagnosis());
        Seen unfollowed = Seen.during(50)
                .pool(tomcat(200)
                        .active(60)
                        .completed(1000)
                        .doing(Activity.SLEEPING, 56, SITE)
                        .doing(Activity.RUNNING, 4));
        unknown(run(unfollowed).alone(0.2, alone).diagnosis());
    }

    /** In 35 looks of 50 s each of 56 who try again all the while is seen 35 times to sleep again: 39 a second. */
    @Test
    void whereLooksAreTooFarApartToTellWhoTriesAgainNoRateIsToldFromIt() {
        unknown(run(sleeping(56, 4, 38).samples(35))
                .alone(0.2, sleeping(0, 1, 0))
                .diagnosis());
    }

    private static Seen actors(double busy, int... looks) {
        return Seen.during(50)
                .pool(pool("loops", StationKind.EVENT_LOOPS, 2).active(0.1).completed(1000))
                .pool(pool("rooms", StationKind.EXECUTOR, 24)
                        .active(busy)
                        .doing(Activity.SLEEPING, busy, "example.Room.move:7"))
                .looks("rooms", looks);
    }

    /** Three of 24 threads, in every look: actors, or queues that keep their order, of which there are three. */
    @Test
    void whereRequestsAreNotSeenThoseThatAreAlwaysAtWorkAreTheirLimit() {
        int[] three = {3, 3, 3, 3, 3, 3, 3, 3, 3, 3};
        Diagnosis diagnosis =
                run(actors(3, three)).alone(0.15, actors(0.4, 0, 1, 0, 1)).diagnosis();
        unknown(diagnosis);
        assertThat(diagnosis.bindingLimit()).hasValueSatisfying(limit -> {
            assertThat(limit.pool()).isEqualTo("rooms");
            assertThat(limit.workers()).hasValue(3);
        });

        Diagnosis busyAnyway =
                run(actors(3, three)).alone(0.15, actors(3, three)).diagnosis();
        assertThat(busyAnyway.bindingLimit().map(Limit::pool))
                .as("they work for somebody else")
                .isNotEqualTo(Optional.of("rooms"));
    }

    @Test
    void whoPollsForTheThreadsThatAreAlwaysAtWorkWaitsForThem() {
        Seen.PoolBuilder polling = tomcat(200)
                .active(60)
                .completed(1000)
                .waits(Activity.AWAITING_OTHER, "Ring#1", 60, SITE)
                .at(SITE, Activity.AWAITING_OTHER, 60);
        Seen.PoolBuilder alone = tomcat(200)
                .active(1)
                .completed(100)
                .waits(Activity.AWAITING_OTHER, "Ring#1", 0.5, SITE)
                .at(SITE, Activity.AWAITING_OTHER, 0.5);
        Diagnosis diagnosis = run(Seen.during(50)
                        .pool(polling)
                        .pool(printers("matcher", 1, 1))
                        .resource(Seen.resource("Ring#1", StationKind.UNKNOWN).used(0, 60)))
                .alone(0.05, Seen.during(10).pool(alone).pool(printers("matcher", 1, 0.8)))
                .diagnosis();
        assertThat(diagnosis.bindingLimit().orElseThrow().pool())
                .as(diagnosis.summary())
                .isEqualTo("matcher");
    }

    @Test
    void ofTwoGroupsOfThreadsThatAreAlwaysAtWorkNeitherIsNamed() {
        Diagnosis diagnosis = run(Seen.during(50)
                        .pool(waitingForAFuture(58))
                        .pool(printers("printer", 2, 2))
                        .pool(printers("clerk", 3, 3)))
                .alone(0.1, PRINTING_FOR_ONE)
                .diagnosis();
        unknown(diagnosis);
    }

    @Test
    void noPlaceIsBlamedWhereOneUserIsKnownTooLittle() {
        // 60 users, 20 responses/s, so each takes 3 s; one user 2.2 s, give or take 1.2 s
        Diagnosis diagnosis = run(waiting(58))
                .alone(2.2, 1.2, Optional.of(ALONE.observation()))
                .diagnosis();
        assertThat(diagnosis.verdict()).as(diagnosis.summary()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.summary()).contains("a longer run tells");
    }

    @Test
    void noPlaceIsBlamedWhereOthersHaveTheCores() {
        Diagnosis diagnosis =
                run(waiting(30).processor(0.2, 25, 0)).alone(0.2, ALONE).diagnosis();
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.summary()).contains("Others on this machine used");
    }

    @Test
    void thePlaceIsSaidThoughTheProbeDidNotLookAtOneUser() {
        Diagnosis diagnosis = run(waiting(58)).alone(0.2).diagnosis();
        unknown(diagnosis);
        assertThat(diagnosis.summary()).contains(SITE);
    }

    @Test
    void withoutTheResponseOfOneUserWhatBindsIsNotKnownAndThatIsSaid() {
        Diagnosis diagnosis = run(waiting(58)).diagnosis();
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.summary()).contains("was not measured");
        assertThat(diagnosis.account().places())
                .anyMatch(place -> place.detail().contains(SITE));
    }

    @Test
    void requestsOfAServiceThatNobodyCanLookIntoAreHeldBackAtNoPlaceThatWasSeen() {
        Diagnosis diagnosis = run(Seen.during(50)).alone(0.2, Seen.during(10)).diagnosis();
        unknown(diagnosis);
        assertThat(diagnosis.bindingLimit().orElseThrow().pool()).isEqualTo("a place that was not seen");
    }

    @Test
    void aSleepThatGrewIsNamed() {
        Seen seen = Seen.during(50).pool(tomcat(200).active(60).completed(1000).doing(Activity.SLEEPING, 60));
        Seen alone = Seen.during(10).pool(tomcat(200).active(1).completed(50).doing(Activity.SLEEPING, 1));
        Diagnosis diagnosis = run(seen).alone(0.2, alone).diagnosis();
        unknown(diagnosis);
        assertThat(diagnosis.bindingLimit().orElseThrow().pool()).isEqualTo("a wait");
    }

    private static Seen asleep(double gate, double work) {
        return Seen.during(50)
                .pool(tomcat(200)
                        .active(gate + work)
                        .completed(1000)
                        .doing(Activity.SLEEPING, gate, SITE)
                        .doing(Activity.SLEEPING, work, "example.Shop.serve:50"));
    }

    @Test
    void aLineThatLetsAConstantNumberPastIsALimitOfThatCapacity() {
        Seen seen = asleep(56, 4)
                .resource(Seen.resource(SITE, StationKind.UNKNOWN, 4).full(4, 56));
        Diagnosis diagnosis = run(seen).alone(0.2, asleep(0, 1)).diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.UNKNOWN);
        assertThat(diagnosis.bindingLimit().orElseThrow().workers()).hasValue(4);
        assertThat(diagnosis.ceiling().orElseThrow().value()).isCloseTo(20, within(0.1));
    }

    @Test
    void aLineThatTakesAsLongWithOneUserHoldsNobodyBack() {
        Seen seen = asleep(2, 58)
                .resource(Seen.resource(SITE, StationKind.UNKNOWN, 58).full(58, 2));
        Diagnosis diagnosis = run(seen).alone(0.2, asleep(0.5, 0.5)).diagnosis();
        assertThat(diagnosis.bindingLimit().orElseThrow().pool()).isNotEqualTo(SITE);
    }

    @Test
    void whereNextToNothingCompletesThePlaceOfThoseThatWaitIsStillSaid() {
        Diagnosis diagnosis = Measured.run(LOAD, 0.05, 1200, 50, waiting(59))
                .alone(0.2, ALONE)
                .diagnosis();
        unknown(diagnosis);
        assertThat(diagnosis.summary()).contains(SITE).contains("59 requests");
    }

    @Test
    void aFullPoolIsSaidThoughNothingCompletedInTheWindow() {
        Seen seen = Seen.during(50)
                .pool(tomcat(200).active(60).waitsForPool("writer", 60))
                .pool(pool("writer", StationKind.OTHER, 1)
                        .active(1)
                        .saturated(1)
                        .doing(Activity.SLEEPING, 1));
        Diagnosis diagnosis =
                Measured.run(LOAD, 0.05, 1200, 50, seen).alone(0.2, ALONE).diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.WORKER_POOL);
        assertThat(diagnosis.bindingLimit().orElseThrow().pool()).isEqualTo("writer");
    }

    @Test
    void aFullPoolWhoseWorkersWaitInAWayThatNoRuleKnowsIsASymptomOfThat() {
        for (int threads : new int[] {20, 4}) {
            Seen seen = Seen.during(50)
                    .pool(tomcat(threads)
                            .full(60 - threads, 0)
                            .completed(1000)
                            .byClock(threads / 20.0)
                            .waits(Activity.AWAITING_OTHER, "java.util.concurrent.Phaser", 0.9 * threads, SITE)
                            .doing(Activity.RUNNING, 0.1 * threads));
            Seen alone = Seen.during(10)
                    .pool(tomcat(threads).active(1).completed(200).byClock(0.05).doing(Activity.RUNNING, 1));
            Diagnosis diagnosis = run(seen).alone(0.05, alone).diagnosis();
            unknown(diagnosis);
            assertThat(diagnosis.summary()).contains(SITE);
        }
    }

    @Test
    void howeverManyWaitSomethingBinds() {
        Cases.forAll(any -> {
            Measured run = run(waiting(any.between(0, 60)));
            double unloaded = any.between(0.01, 2.5);
            Diagnosis diagnosis = (any.whole(0, 1) == 0 ? run.alone(unloaded, ALONE) : run.alone(unloaded)).diagnosis();
            assertThat(diagnosis.verdict()).as(diagnosis.summary()).isEqualTo(Verdict.LIMIT);
        });
    }
}

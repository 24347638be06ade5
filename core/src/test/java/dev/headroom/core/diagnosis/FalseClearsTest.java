package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Measured.limit;
import static dev.headroom.core.testing.Seen.tomcat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.evidence.KindResponse;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Counted;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Services of which something binds though nearly all requests are served as one user's are: none is said to be bound by nothing. */
class FalseClearsTest {

    private static final Until MINUTE = new Until.Elapsed(Duration.ofSeconds(60));

    /** 2,000 answers per second of 1 ms, of which the container tells how many were errors. */
    private static Diagnosis answeredAtOnce(OptionalDouble errors, Seen seen) {
        return Measured.observed(
                seen,
                new Counted(new Measure(2_000, 10, "the container"), 2, 0, List.of(), OptionalDouble.empty(), errors));
    }

    private static Seen working() {
        return Seen.during(20)
                .pool(tomcat(200).active(2).doing(Activity.RUNNING, 2).completed(40_000));
    }

    private static Seen.PoolBuilder napping(int requests, int done) {
        return tomcat(200)
                .active(requests)
                .doing(Activity.SLEEPING, requests, "shop.Work.nap:16")
                .completed(done);
    }

    /** Users of requests that take one user 100 ms at one line. */
    private static Diagnosis users(int users, double error, LoadResult result, Seen.PoolBuilder pool) {
        return Measured.run(
                        Counts.closed(users, 0, MINUTE), result, Seen.during(60).pool(pool))
                .alone(
                        0.1,
                        error,
                        Optional.of(Seen.during(60).pool(napping(1, 600)).observation()))
                .diagnosis();
    }

    /** Of 60 users' requests one in twelve fails after 120 ms. */
    @Test
    void usersOfWhomOneInTwelveFailsAreNotServedWell() {
        Diagnosis found =
                users(60, 0.001, Counts.failing(60, 543, 0.1, ErrorKind.STATUS, 500, 47, 60), napping(60, 35_400));

        assertThat(found.verdict()).as("%s %s", found.summary(), found.notes()).isEqualTo(Verdict.UNKNOWN);
        assertThat(found.summary()).contains("8 % of the requests fail");
    }

    /** 60 of 100 users never get past a line, and the others have the load's 400/s to themselves. */
    @Test
    void whereOnlySomeAreLetInTheLineIsToldWhereTheOthersStand() {
        Diagnosis found = users(
                100,
                0.001,
                Counts.failing(100, 400, 0.1, ErrorKind.STATUS, 500, 0, 60),
                napping(40, 24_000).active(100).waits(Activity.AWAITING_OTHER, "", 60, "shop.Orders.await:41"));

        assertThat(found.bindingLimit())
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("shop.Orders.await:41"));
    }

    /** 12 of 60 users are never accepted, and the others have what they ask for. */
    @Test
    void whereSomeAreNotLetInThePlaceWhereTheOthersWorkIsNoLimit() {
        Diagnosis found =
                users(60, 0.001, Counts.failing(60, 440, 0.109, ErrorKind.STATUS, 500, 0, 60), napping(48, 26_400));

        assertThat(found.bindingLimit().map(Limit::pool)).isNotEqualTo(Optional.of("shop.Work.nap:16"));
    }

    /** Nearly all come at once, and who fails does not wait: of the bound nothing is missing. */
    @Test
    void whatFailsAtOnceIsNotTakenForAnR0ThatIsHardlyKnown() {
        Diagnosis found =
                users(60, 0.0027, Counts.failing(60, 599, 0.0921, ErrorKind.STATUS, 404, 52, 60), napping(60, 39_060));

        assertThat(found.summary()).contains("8 % of the requests fail");
        assertThat(found.verdict()).isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void errorsThatNobodyWaitsForAreNotServedWell() {
        assertThat(answeredAtOnce(OptionalDouble.of(2_000), working()).verdict())
                .isEqualTo(Verdict.ALL_REQUESTS_FAIL);

        Diagnosis some = answeredAtOnce(OptionalDouble.of(1_100), working());
        assertThat(some.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(some.summary()).contains("55 % of the answers are errors");

        Diagnosis none = answeredAtOnce(OptionalDouble.of(0), working());
        assertThat(none.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(none.standing()).isEqualTo(Standing.SUPPORTED);

        Diagnosis untold = answeredAtOnce(OptionalDouble.empty(), working());
        assertThat(untold.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(untold.standing()).isEqualTo(Standing.SUSPECTED);
    }

    private static Diagnosis failing(double errors, Seen.ResourceBuilder behind) {
        return answeredAtOnce(OptionalDouble.of(errors), working().resource(behind));
    }

    private static Seen.ResourceBuilder semaphore(String id) {
        return Seen.resource(id, StationKind.SEMAPHORE);
    }

    @Test
    void whatWouldTurnAsManyAwayUnderSomebodyElsesLoadIsSuspected() {
        Diagnosis found =
                failing(1_100, semaphore("gate").capacity(4).used(3.39, 0).taken(18_000));

        assertThat(found.bindingLimit()).contains(limit(LimitKind.SEMAPHORE, "gate", 4));
        assertThat(found.standing()).isEqualTo(Standing.SUSPECTED);
    }

    /** Who finds no connection waits for one: some 404 are no sign of too few. */
    @Test
    void aFewErrorsAreNotOfAPoolOfConnectionsOfWhichSomeAreFree() {
        Diagnosis found = failing(
                60, Seen.resource("orders", StationKind.CONNECTION_POOL, 10).used(4.91, 0));

        assertThat(found.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(found.bindingLimit()).isEmpty();
        assertThat(found.summary()).contains("3 % of the answers are errors").contains("404");
    }

    /** Who borrows an object may be told at once that there is none. */
    @Test
    void aPoolOfObjectsMayTurnAway() {
        Diagnosis found = failing(
                400, Seen.resource("objects", StationKind.OBJECT_POOL, 10).used(8.8, 0));

        assertThat(found.bindingLimit().map(Limit::pool)).contains("objects");
        assertThat(found.standing()).isEqualTo(Standing.SUSPECTED);
    }

    @Test
    void whatOthersWaitForTurnsNobodyAway() {
        Seen.ResourceBuilder batch =
                Seen.resource("batch", StationKind.CONNECTION_POOL, 4).used(3.98, 4);

        assertThat(failing(0, batch).verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(failing(0, batch.used(3.98, 0)).summary())
                .contains("may be turned away")
                .doesNotContain("is not counted");
    }

    /** As a leader's lease. */
    @Test
    void whatNeverChangesHandsTurnsNobodyAway() {
        Diagnosis found = failing(100, semaphore("lease").capacity(1).used(1, 0));

        assertThat(found.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(found.bindingLimit()).isEmpty();
    }

    private static void isNotCleared(Diagnosis diagnosis) {
        assertThat(diagnosis.verdict()).as(diagnosis.summary()).isNotEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.account().reached()).isFalse();
    }

    /** 56 permits for 60 users: those who find none are told so at once, and ask again. */
    private static Measured turnedAway(int status, Seen seen) {
        Load.Closed load = Counts.closed(60, 0, MINUTE);
        return Measured.run(load, Counts.failing(load, 556, 0.1, ErrorKind.STATUS, status, 400, 60), seen)
                .alone(0.1);
    }

    @Test
    void requestsThatAreTurnedAwayAtOnceAreBoundThoughTheOthersNearlyMeetTheBound() {
        Diagnosis diagnosis = turnedAway(500, Seen.during(60)).diagnosis();
        isNotCleared(diagnosis);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.summary())
                .contains("41.8 % of the requests")
                .contains("turned away")
                .contains("500");
    }

    /** One of them hangs until the run is over, so that the number in flight does not tell how long failures took. */
    @Test
    void requestsThatAreTurnedAwayAreBoundWhileOneHangs() {
        Load.Closed load = Counts.closed(60, 0, MINUTE);
        LoadResult counted = Counts.failing(load, 570, 0.1, ErrorKind.STATUS, 500, 600, 60);
        Diagnosis diagnosis = Measured.run(load, Counts.timed(Counts.cutShort(counted, 1), 0.005), Seen.during(60))
                .alone(0.1)
                .diagnosis();
        isNotCleared(diagnosis);
        assertThat(diagnosis.summary()).contains("turned away").contains("500");
    }

    private static Diagnosis fewFail(double seconds) {
        Load.Open load = Counts.open(600, 60);
        LoadResult counted = Counts.failing(58, 576, 0.1, ErrorKind.STATUS, 500, 24, 60);
        return Measured.run(load, Counts.timed(counted, seconds), Seen.during(60))
                .alone(0.1)
                .diagnosis();
    }

    /** So few that the number in flight does not tell either. */
    @Test
    void aFewOfAnOpenLoadThatAreTurnedAwayAreBoundAsWell() {
        Diagnosis diagnosis = fewFail(0.005);
        isNotCleared(diagnosis);
        assertThat(diagnosis.summary()).contains("4 % of the requests are turned away");

        assertThat(fewFail(0.1).verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
    }

    /** Of users who do not think all are in flight all the while, so that how long failures took is known after six seconds. */
    @Test
    void requestsThatAreTurnedAwayForSomeSecondsAreBoundAsWell() {
        Load.Closed load = Counts.closed(60, 0, new Until.Elapsed(Duration.ofSeconds(6)));
        isNotCleared(Measured.run(load, Counts.failing(load, 489, 0.121, ErrorKind.STATUS, 500, 59, 6), Seen.during(6))
                .alone(0.112)
                .diagnosis());
    }

    @Test
    void whatTurnsRequestsAwayIsNamedWhereAllOfItIsSeenTaken() {
        Diagnosis diagnosis = turnedAway(
                        503,
                        Seen.during(60)
                                .resource(Seen.resource("partner", StationKind.SEMAPHORE, 56)
                                        .used(55.6, 0)))
                .diagnosis();
        assertThat(diagnosis.bindingLimit()).contains(limit(LimitKind.SEMAPHORE, "partner", 56));
        assertThat(diagnosis.summary()).contains("turned away").contains("503");
    }

    /** A lock that all wait for, and behind it a gate that turns half of them away: the lock could pass on twice as many. */
    private static Diagnosis behindALock(double permitsTaken) {
        Load.Closed load = Counts.closed(50, 0, MINUTE);
        return Measured.run(
                        load,
                        Counts.failing(load, 94.5, 0.27, ErrorKind.STATUS, 503, 91, 60),
                        Seen.during(60)
                                .resource(Seen.resource("monitor", StationKind.LOCK, 1)
                                        .full(1, 40))
                                .resource(Seen.resource("gate", StationKind.SEMAPHORE, 4)
                                        .used(permitsTaken, 0)))
                .alone(0.045)
                .diagnosis();
    }

    @Test
    void whatTurnsRequestsAwayIsKnownByHowMuchOfItIsTaken() {
        Diagnosis diagnosis = behindALock(3.39);

        assertThat(diagnosis.bindingLimit()).contains(limit(LimitKind.SEMAPHORE, "gate", 4));
        assertThat(diagnosis.summary()).contains("turned away").contains("Erlang");
        assertThat(diagnosis.notes()).noneMatch(note -> note.contains("may only be turned away"));
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
    }

    /** Eight workers with a full queue turn requests away; the ten connections that they take are never all taken. */
    @Test
    void aPoolThatIsAllTakenTurnsAwayAndNotWhatItsWorkersTakeMostOf() {
        Load.Closed load = Counts.closed(80, 0, MINUTE);
        Diagnosis diagnosis = Measured.run(
                        load,
                        Counts.failing(load, 160, 0.4, ErrorKind.STATUS, 503, 38, 60),
                        Seen.during(60)
                                .pool(Seen.pool("orders", StationKind.EXECUTOR, 8)
                                        .active(8)
                                        .queue(50, 0)
                                        .completed(9_600))
                                .resource(Seen.resource("database", StationKind.CONNECTION_POOL, 10)
                                        .used(8, 0)))
                .alone(0.06)
                .diagnosis();

        assertThat(diagnosis.bindingLimit().map(Limit::pool)).contains("orders");
    }

    /** A limiter that nobody sees answers a third with 429 at once, beside a thread that is at work in the background. */
    private static Diagnosis besideAThread(double tasks) {
        Load.Closed load = Counts.closed(15, 0, MINUTE);
        return Measured.run(
                        load,
                        Counts.failing(load, 100, 0.1, ErrorKind.STATUS, 429, 50, 60),
                        Seen.during(60)
                                .pool(tomcat(200).active(10).completed(9_000).doing(Activity.RUNNING, 10))
                                .pool(Seen.pool("background", StationKind.EXECUTOR, 1)
                                        .active(1)
                                        .completed(tasks)
                                        .doing(Activity.RUNNING, 1)))
                .alone(0.1)
                .diagnosis();
    }

    @Test
    void aThreadThatIsAtOneTaskForWhichNobodyWaitsTurnsNobodyAway() {
        Diagnosis diagnosis = besideAThread(0);

        assertThat(diagnosis.bindingLimit()).as(diagnosis.summary()).isEmpty();
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(besideAThread(6_000).bindingLimit().map(Limit::pool)).contains("background");
    }

    @Test
    void whatKeepsRequestsWaitingIsOnlySuspectedWhereSomethingUnseenTurnsThemAway() {
        Diagnosis diagnosis = behindALock(1);

        assertThat(diagnosis.bindingLimit().map(Limit::pool)).contains("monitor");
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.notes()).anyMatch(note -> note.contains("may only be turned away"));
    }

    /** Four of 6000 answers are 503; the others wait for a pool of 8, beside a permit that somebody has all the while, of one user's load as well. */
    @Test
    void aFewThatAreTurnedAwayDoNotHideWhatTheOthersWaitFor() {
        Load.Closed load = Counts.closed(60, 0, MINUTE);
        Seen.ResourceBuilder lease = semaphore("lease").capacity(1).used(1, 0);
        Diagnosis diagnosis = Measured.run(
                        load,
                        Counts.failing(load, 100, 0.6, ErrorKind.STATUS, 503, 0.067, 60),
                        Seen.during(60)
                                .pool(Seen.pool("orders", StationKind.EXECUTOR, 8)
                                        .full(52, 0)
                                        .completed(6_000)
                                        .byClock(0.08))
                                .resource(lease)
                                .resource(semaphore("gate").capacity(4).used(4, 0)))
                .alone(0.08, Seen.during(60).resource(lease))
                .diagnosis();

        assertThat(diagnosis.bindingLimit().map(Limit::pool))
                .as(diagnosis.summary())
                .contains("orders");
    }

    /** A tenth is turned away, and what somebody else had all of with one user already turns nobody away. */
    @Test
    void whatWasAllTakenWithOneUserAlreadyTurnsNobodyAway() {
        Load.Closed load = Counts.closed(60, 0, MINUTE);
        Seen.ResourceBuilder lease = semaphore("lease").capacity(1).used(1, 0);
        Diagnosis diagnosis = Measured.run(
                        load,
                        Counts.failing(load, 540, 0.1, ErrorKind.STATUS, 503, 60, 60),
                        Seen.during(60)
                                .resource(lease)
                                .resource(semaphore("gate").capacity(54).used(53, 0)))
                .alone(0.1, Seen.during(60).resource(lease))
                .diagnosis();

        assertThat(diagnosis.bindingLimit().map(Limit::pool))
                .as(diagnosis.summary())
                .contains("gate");
    }

    @Test
    void aThousandthOfTheRequestsIsTurnedAwayForAReason() {
        Load.Closed load = Counts.closed(60, 0, MINUTE);
        isNotCleared(Measured.run(load, Counts.failing(load, 595, 0.1, ErrorKind.STATUS, 503, 0.6, 60), Seen.during(60))
                .alone(0.1)
                .diagnosis());
        isNotCleared(Measured.run(load, Counts.failing(load, 595, 0.1, ErrorKind.STATUS, 429, 0.6, 60), Seen.during(60))
                .alone(0.1)
                .diagnosis());
    }

    @Test
    void oneRequestThatIsTurnedAwayInAMinuteIsChance() {
        Load.Closed load = Counts.closed(60, 0, MINUTE);
        Diagnosis diagnosis = Measured.run(
                        load, Counts.failing(load, 595, 0.1, ErrorKind.STATUS, 503, 1.0 / 60, 60), Seen.during(60))
                .alone(0.1)
                .diagnosis();
        assertThat(diagnosis.verdict()).as(diagnosis.summary()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
    }

    /** 6 permits for 60 users who ask again at once: the others are far more than those who are served. */
    @Test
    void whereNearlyAllAreTurnedAwayNotAllFail() {
        Load.Closed load = Counts.closed(60, 0, MINUTE);
        Diagnosis diagnosis = Measured.run(
                        load, Counts.failing(load, 60, 0.1, ErrorKind.STATUS, 503, 9000, 60), Seen.during(60))
                .alone(0.1)
                .diagnosis();
        assertThat(diagnosis.verdict()).as(diagnosis.summary()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.summary()).contains("turned away");
    }

    @Test
    void throughputBeyondTheBoundVoidsTheResponseOfOneUser() {
        Load.Closed load = Counts.closed(60, 0, MINUTE);
        Diagnosis diagnosis = Measured.run(load, 60 / 0.06, 0.06, 60, Seen.during(60))
                .alone(0.1)
                .diagnosis();
        isNotCleared(diagnosis);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.summary())
                .contains("1000/s")
                .contains("N / (R0 + Z)")
                .contains("600/s");
    }

    @Test
    void anOpenLoadThatIsAnsweredSoonerThanOneUserVoidsTheResponseOfOneUser() {
        Load.Open load = Counts.open(100, 60);
        Diagnosis diagnosis =
                Measured.run(load, 1000, 0.05, Seen.during(60)).alone(0.1).diagnosis();
        isNotCleared(diagnosis);
        assertThat(diagnosis.summary()).contains("50 ms").contains("0.1 s");
    }

    @Test
    void anOpenLoadOfWhichNobodyKnowsWhatOneRequestTakesIsNotCleared() {
        Load.Open load = Counts.open(100, 60);
        Diagnosis diagnosis = Measured.run(load, 1000, 0.05, Seen.during(60)).diagnosis();
        isNotCleared(diagnosis);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.bindingLimit()).isEmpty();
    }

    @Test
    void aFewMillisecondsAreNoNoiseWhereTheGeneratorWasNeverLate() {
        Load.Open load = Counts.open(100, 60);
        isNotCleared(
                Measured.run(load, 1000, 0.0059, Seen.during(60)).alone(0.001).diagnosis());
    }

    /** Of a load that is answered, requests that nobody sees anywhere are no limit; they are not cleared either. */
    @Test
    void whereALoadIsCarriedNoLimitIsNamedAtNoPlace() {
        Load.Open load = Counts.open(100, 60);
        Seen alone = Seen.during(10).pool(tomcat(10).active(0.2).doing(Activity.RUNNING, 0.2));
        Diagnosis diagnosis = Measured.run(
                        load, 1000, 0.02, Seen.during(60).pool(tomcat(10).active(0.1)))
                .alone(0.001, alone)
                .diagnosis();
        isNotCleared(diagnosis);
        assertThat(diagnosis.bindingLimit()).as(diagnosis.summary()).isEmpty();
        assertThat(diagnosis.summary()).contains("100/s are answered well");
    }

    @Test
    void whatTheGeneratorWasLateIsNoWaitInTheService() {
        Load.Open load = Counts.open(100, 60);
        LoadResult late = Counts.late(Counts.of(load, 1000, 0.0059), Duration.ofMillis(5));
        assertThat(Measured.run(load, late, Seen.during(60))
                        .alone(0.001)
                        .diagnosis()
                        .verdict())
                .isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
    }

    /** A processor that the service itself uses keeps its own threads waiting, and the generator, which has a core, is in time. */
    @Test
    void aWaitForACoreIsNoNoiseWhereTheGeneratorWasInTime() {
        Load.Open load = Counts.open(100, 60);
        isNotCleared(Measured.run(load, 1000, 0.3, Seen.during(60).processorOfItsOwn(0.9, 20))
                .alone(0.1)
                .diagnosis());
    }

    @Test
    void threeDownstreamsThatTakeMostOfAResponseTogetherAreElsewhere() {
        Diagnosis diagnosis = Measured.observed(
                Seen.during(30)
                        .pool(tomcat(200)
                                .active(10)
                                .completed(3000)
                                .waits(Activity.AWAITING_DOWNSTREAM, "127.0.0.1:8090", 3)
                                .waits(Activity.AWAITING_DOWNSTREAM, "127.0.0.1:8091", 3)
                                .waits(Activity.AWAITING_DOWNSTREAM, "127.0.0.1:8092", 3)
                                .doing(Activity.RUNNING, 1)),
                100,
                10);
        isNotClearedHere(diagnosis);
        assertThat(diagnosis.summary())
                .contains("90 % of a response")
                .contains("127.0.0.1:8090")
                .contains("127.0.0.1:8091")
                .contains("127.0.0.1:8092");
    }

    /** The bound of a load that is not ours is met: what is behind it is not known. */
    private static void isNotClearedHere(Diagnosis diagnosis) {
        assertThat(diagnosis.verdict()).as(diagnosis.summary()).isEqualTo(Verdict.UNKNOWN);
    }

    private static KindResponse kind(String name, double share, double alone, double loaded) {
        return new KindResponse(
                name, share, new Measure(alone, alone / 50, "one user"), new Measure(loaded, loaded / 50, "the load"));
    }

    /** Two of a hundred requests wait for a lock that the others do not take. */
    private static Diagnosis mixed(double loaded) {
        Load.Closed load = Counts.closed(60, 0, MINUTE);
        double mean = 0.98 * 0.1 + 0.02 * loaded;
        return Doctor.diagnose(Measured.run(load, 60 / mean, mean, 60, Seen.during(60))
                .alone(0.1)
                .measurement()
                .withKinds(List.of(kind("view", 0.98, 0.1, 0.1), kind("order", 0.02, 0.1, loaded))));
    }

    @Test
    void aRareKindOfRequestThatWaitsIsNotHiddenByTheMeanOfAll() {
        Diagnosis diagnosis = mixed(0.5);
        isNotCleared(diagnosis);
        assertThat(diagnosis.summary()).contains("order").contains("0.5 s").contains("0.1 s");
        assertThat(mixed(0.11).verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
    }

    /** 50/s of two kinds, of which each takes some tenths of a millisecond longer than with one user. */
    private static Diagnosis slept(double order) {
        Load.Open load = Counts.open(50, 60);
        return Doctor.diagnose(Measured.run(load, 1000, 0.0008, Seen.during(60))
                .alone(0.0002)
                .measurement()
                .withKinds(List.of(kind("view", 0.9, 0.0002, 0.0007), kind("order", 0.1, 0.0002, order))));
    }

    @Test
    void whatEveryKindTakesLongerIsNoWaitOfOne() {
        assertThat(slept(0.0008).verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        isNotCleared(slept(0.002));
    }

    /** As of asynchronous handlers, which hold no thread: two a second of 200 ms. */
    @Test
    void ofFewRequestsThatWereSeenNowhereItIsNotSureThatNoneWaits() {
        assertThat(asynchronous(0.01)).isEqualTo(Standing.SUSPECTED);
        assertThat(asynchronous(0.38)).isEqualTo(Standing.SUPPORTED);
    }

    /** @param running requests of 0.4 that are seen at work */
    private static Standing asynchronous(double running) {
        Diagnosis found = Measured.observed(
                Seen.during(30)
                        .pool(tomcat(200)
                                .active(running)
                                .doing(Activity.RUNNING, running)
                                .completed(60)),
                new Counted(
                        new Measure(2, 0.1, "the container"),
                        0.4,
                        0,
                        List.of(),
                        OptionalDouble.empty(),
                        OptionalDouble.of(0)));
        assertThat(found.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        return found.standing();
    }

    private static Diagnosis rare(double response) {
        Load.Open load = Counts.open(1, 60);
        return Measured.run(load, 1000, response, Seen.during(60)).alone(0.005).diagnosis();
    }

    /** One a second, and a background task that holds a lock for an eighth of the time. */
    @Test
    void fewRequestsThatWaitForWhatTheServiceDoesBesidesAreNotSurelyBoundByNothing() {
        Diagnosis waiting = rare(0.09);
        assertThat(waiting.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(waiting.notes()).anyMatch(note -> note.contains("90 ms") && note.contains("5 ms"));
        assertThat(rare(0.006).standing()).isEqualTo(Standing.SUPPORTED);
    }

    @Test
    void forHowLongNothingBoundIsSaid() {
        Load.Closed load = Counts.closed(60, 0, MINUTE);
        Diagnosis ours =
                Measured.run(load, 600, 0.1, 60, Seen.during(15)).alone(0.1).diagnosis();
        assertThat(ours.summary()).contains("over these 15 s");
        Diagnosis others = Measured.observed(
                Seen.during(30).pool(tomcat(200).active(10).completed(3000).doing(Activity.RUNNING, 10)), 100, 10);
        assertThat(others.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(others.summary()).contains("over these 30 s");
    }
}

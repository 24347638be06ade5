package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Measured.kind;
import static dev.headroom.core.testing.Measured.limit;
import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.resource;
import static dev.headroom.core.testing.Seen.tomcat;
import static dev.headroom.core.testing.Seen.virtualThreads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Counted;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** A service under somebody else's load: nobody knows what its requests take that wait for no one. */
class ObservedLoadTest {

    private static Inspection inspected(Seen seen, double throughput, double inFlight) {
        return Doctor.inspect("shop", seen.observation(), Optional.of(Counts.byKernel(throughput, 1, inFlight)));
    }

    private static Diagnosis found(Seen seen, double throughput, double inFlight) {
        return inspected(seen, throughput, inFlight).found();
    }

    /** 200 threads that compute a little, with 100 requests more in the queue. */
    private static Seen fullOfComputing() {
        return Seen.during(30)
                .pool(tomcat(200)
                        .full(100, 0)
                        .completed(30 * 400)
                        .byCompletions(0.5)
                        .doing(Activity.SLEEPING, 200, "example.Shop.work:3"));
    }

    @Test
    void aFullPoolWithAQueueBindsAndIsNoMoreThanSupported() {
        Inspection inspection = inspected(fullOfComputing(), 400, 300);
        Diagnosis diagnosis = inspection.found();
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LIMIT);
        assertThat(diagnosis.bindingLimit()).contains(limit(LimitKind.WORKER_POOL, "tomcat-8888", 200));
        assertThat(diagnosis.standing()).isNotEqualTo(Standing.PROVED);
        assertThat(inspection.workload().response()).isCloseTo(0.75, within(1e-9));
        assertThat(diagnosis.account().explained().orElseThrow()).isGreaterThan(0.99);
    }

    /** Whether anything binds is asked of the rules then, and a rule must not ask whether anything binds. */
    @Test
    void aFullPoolThatHardlyAnybodyWaitsForBesideHandshakesIsDiagnosed() {
        Seen seen = Seen.during(30)
                .pool(tomcat(3)
                        .active(3)
                        .saturated(1)
                        .completed(30 * 30)
                        .waits(Activity.AWAITING_DOWNSTREAM, "api:443", 3))
                .calls("api:443", 120, 0.03)
                .connections("api:443", 15, 30, 30);
        assertThat(found(seen, 30, 3).verdict()).isEqualTo(Verdict.UNKNOWN);
    }

    /** 60 users of 10 connections whose holders wait for the transaction that has the row they want: each in its turn, with an object of its own. */
    private static Seen rowLocked(double waitersOfEach) {
        Seen.PoolBuilder threads = tomcat(200).active(60).waits(Activity.AWAITING_CONNECTION, "hikari#2", 50);
        Seen.ResourceBuilder connections =
                resource("hikari#2", StationKind.CONNECTION_POOL, 10).full(10, 50);
        Seen seen = Seen.during(10);
        for (int transaction = 1; transaction <= 30; transaction++) {
            String id = "Transaction#" + transaction;
            seen.resource(resource(id, StationKind.UNKNOWN).used(0, 0.3).saturated(0.3 / waitersOfEach));
            connections.holdersWait(Activity.AWAITING_OTHER, id, 0.3);
            threads.waits(Activity.AWAITING_OTHER, id, 0.3);
        }
        return seen.resource(connections)
                .pool(threads.completed(400).byCompletions(1.5).doing(Activity.SLEEPING, 1, "example.Shop.work:3"));
    }

    @Test
    void connectionsWhoseHoldersCompeteForSomethingElseAreNoLimit() {
        Diagnosis diagnosis = found(rowLocked(8), 40, 60);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.summary()).contains("example.Dao.load:16").doesNotContain("hikari");
        assertThat(found(rowLocked(1), 40, 60).bindingLimit())
                .as("who waits for an answer of his own competes with nobody")
                .contains(limit(LimitKind.CONNECTION_POOL, "hikari#2", 10));
    }

    /** As those who wait at a gate by a condition each: hardly any waits for one of these objects, and 46 at that line. */
    @Test
    void whereEachWaitsForAnObjectOfItsOwnTheyWaitAllTheSame() {
        Seen.PoolBuilder threads = virtualThreads(60).doing(Activity.SLEEPING, 14, "shop.Gate.work:7");
        Seen seen = Seen.during(10);
        for (int one = 1; one <= 1150; one++) {
            String id = "Condition#" + one;
            seen.resource(resource(id, StationKind.UNKNOWN).used(0, 0.04).saturated(0.04));
            threads.waits(Activity.AWAITING_OTHER, id, 0.04, "shop.Gate.enter:32");
        }

        Diagnosis diagnosis = found(seen.pool(threads), 130, 60);

        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.summary()).contains("46 requests wait", "shop.Gate.enter:32");
    }

    private static Seen ownThreads(int number, Activity activity) {
        return Seen.during(30)
                .pool(pool("cleaner", StationKind.OTHER, number)
                        .active(number)
                        .doing(activity, number, "pool.Cleaner.run:3"));
    }

    /** By thread dumps nothing else is seen of a service on virtual threads: 40 requests/s are said to be 1 / 25 ms of whoever stands there. */
    @Test
    void aThreadOfTheBackgroundThatAlwaysStandsIsNoFullPool() {
        assertThat(found(ownThreads(1, Activity.SLEEPING), 40, 60).bindingLimit())
                .isEmpty();
        assertThat(found(ownThreads(1, Activity.AWAITING_OTHER), 40, 60).bindingLimit())
                .isEmpty();
        assertThat(found(ownThreads(5, Activity.AWAITING_OTHER), 40, 60).bindingLimit())
                .isEmpty();
        assertThat(found(
                                Seen.during(30)
                                        .pool(pool("door", StationKind.OTHER, 1)
                                                .active(1)
                                                .queue(55, 0)
                                                .doing(Activity.AWAITING_OTHER, 1, "shop.Uploads.room:43")),
                                50,
                                60)
                        .bindingLimit()
                        .filter(limit -> limit.kind() == LimitKind.WORKER_POOL))
                .as("an acceptor that waits for room")
                .isEmpty();
        assertThat(found(ownThreads(5, Activity.SLEEPING), 40, 60).bindingLimit())
                .as("five that work for 40 requests/s")
                .contains(limit(LimitKind.WORKER_POOL, "cleaner", 5));
    }

    @Test
    void requestsThatAreSeveralVirtualThreadsAreAsManyAsTheirConnectionsTell() {
        Seen seen = Seen.during(30)
                .pool(virtualThreads(198)
                        .waits(Activity.AWAITING_POOL, "virtual-threads", 66)
                        .waitsForDownstream(132));
        Inspection inspection = inspected(seen, 200, 66);
        assertThat(inspection.workload().response()).isCloseTo(0.33, within(1e-9));
        assertThat(inspection.found().summary()).contains("0.33 s, is the downstream");
    }

    /** 60 connections wait for the 60 threads that hang, and 200 for the others. */
    @Test
    void requestsThatHangAreInFlightForEverAndWaitForNothing() {
        Seen seen = Seen.during(30)
                .pool(tomcat(200)
                        .full(60, 0)
                        .completed(30 * 28)
                        .waits(Activity.AWAITING_DOWNSTREAM, "127.0.0.1:8091", 60)
                        .doing(Activity.SLEEPING, 140, "example.Bike.work:3"))
                .hang("tomcat-8888", 60, false);
        Inspection inspection = inspected(seen, 28, 260);
        assertThat(inspection.found().bindingLimit()).contains(limit(LimitKind.HUNG_WORKERS, "tomcat-8888", 140));
        assertThat(inspection.workload().inFlight()).isEqualTo(200);
    }

    /** 15 workers that are given their tasks one by one on a busy machine, and always 74 more to give. */
    private static Seen handedOver(double active, double queue) {
        return Seen.during(10)
                .pool(tomcat(15)
                        .active(active)
                        .queue(queue, 0)
                        .saturated(0.4)
                        .byCompletions(0.105)
                        .doing(Activity.SLEEPING, active, "example.Mock.delay:7"));
    }

    @Test
    void aPoolIsFullWhereTasksWaitForAllOfItsWorkersThoughOneIsAlwaysJustBeingWoken() {
        assertThat(found(handedOver(14, 74), 129, 88).bindingLimit())
                .contains(limit(LimitKind.WORKER_POOL, "tomcat-8888", 15));
        assertThat(found(handedOver(11, 74), 129, 85).bindingLimit()).isEmpty();
        assertThat(found(handedOver(14, 3), 129, 17).bindingLimit()).isEmpty();
    }

    @Test
    void handshakesOfAFullPoolForWhichHardlyAnyoneWaitsAreJudgedOnce() {
        Diagnosis diagnosis = found(
                Seen.during(30)
                        .pool(tomcat(10)
                                .full(0.4, 0)
                                .byClock(0.1)
                                .completed(3000)
                                .waitsForDownstream(10))
                        .calls("127.0.0.1:8090", 100, 0.03)
                        .connections("127.0.0.1:8090", 10, 90, 90),
                100,
                10.4);
        assertThat(diagnosis.bindingLimit().map(Limit::kind)).contains(LimitKind.CONNECTION_CHURN);
    }

    @Test
    void itsRemedyHoldsAllThatAreInFlight() {
        Diagnosis diagnosis = found(fullOfComputing(), 400, 300);
        assertThat(diagnosis.remedy().orElseThrow().value()).hasValue(300);
        assertThat(diagnosis.remedy().orElseThrow().action()).contains("so that none of those in flight waits");
    }

    @Test
    void ofAnOverloadWhoseClientsGiveUpItsRemedyHoldsWhatComesAndNotWhatPiledUp() {
        Seen seen = Seen.during(10)
                .pool(tomcat(10).full(2670, 223).byCompletions(0.1).doing(Activity.SLEEPING, 10, "example.Shop.work:3"))
                .listener(250, 0, 0, 500, 0);
        Diagnosis diagnosis = Measured.observed(
                seen,
                new Counted(
                        new Measure(100, 1, "the kernel's sockets"),
                        2680,
                        220,
                        List.of(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty()));
        assertThat(diagnosis.remedy().orElseThrow().value()).hasValue(32);
        assertThat(diagnosis.remedy().orElseThrow().action()).contains("to at least 32 for the 320/s that come");
        assertThat(diagnosis.notes())
                .contains("Requests pile up, by 220 every second: of 2680 in flight 2430 are of clients that have"
                        + " closed their connections, and the service works for nobody.");
    }

    @Test
    void aPoolWhoseWorkersWaitForAFullConnectionPoolIsItsSymptom() {
        Seen seen = Seen.during(30)
                .pool(tomcat(50)
                        .full(20, 0)
                        .completed(30 * 100)
                        .waits(Activity.AWAITING_CONNECTION, "hikari#1", 40)
                        .waitsForDownstream(10))
                .resource(resource("hikari#1", StationKind.CONNECTION_POOL, 10)
                        .full(10, 40)
                        .taken(30 * 100)
                        .held(0.1));
        Diagnosis diagnosis = found(seen, 100, 70);
        assertThat(diagnosis.bindingLimit()).contains(limit(LimitKind.CONNECTION_POOL, "hikari#1", 10));
        assertThat(diagnosis.rivals()).extracting(rival -> rival.limit().pool()).contains("tomcat-8888");
    }

    @Test
    void whereHardlyAnyWaitsTheLoadIsInsufficientAndTheCeilingsAreTold() {
        Seen seen = Seen.during(30)
                .pool(tomcat(200)
                        .active(4)
                        .completed(30 * 400)
                        .byCompletions(0.01)
                        .doing(Activity.RUNNING, 4))
                .machine(8, 4, 4.2, 0.02);
        Inspection inspection = inspected(seen, 400, 4.1);
        assertThat(inspection.found().verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(inspection.found().summary()).startsWith("Insufficient load over these 30 s: 400/s");
        assertThat(inspection.room())
                .anySatisfy(room -> {
                    assertThat(room.limit().pool()).isEqualTo("tomcat-8888");
                    assertThat(room.used()).isCloseTo(0.02, within(1e-9));
                    assertThat(room.ceiling()).isCloseTo(20_000, within(1e-6));
                })
                .anySatisfy(room -> assertThat(room.limit().kind()).isEqualTo(LimitKind.CPU));
    }

    @Test
    void ofAQuotaAsMuchIsLeftAsItGrants() {
        Seen seen = Seen.during(30).machine(8, 0.6, 4, 0).throttled(1.2, 0);
        assertThat(inspected(seen, 400, 4.1).room()).singleElement().satisfies(room -> {
            assertThat(room.limit().workers()).isEmpty();
            assertThat(room.used()).isCloseTo(0.5, within(1e-9));
            assertThat(room.ceiling()).isCloseTo(800, within(1e-6));
        });
    }

    /** Others use two of the four cores. */
    @Test
    void ofAMachineThatOthersUseAsMuchIsLeftAsTheyLeave() {
        Seen seen = Seen.during(30).machine(4, 1, 3, 0);
        assertThat(inspected(seen, 400, 4.1).room()).singleElement().satisfies(room -> {
            assertThat(room.used()).isCloseTo(0.5, within(1e-9));
            assertThat(room.ceiling()).isCloseTo(800, within(1e-6));
        });
    }

    @Test
    void whatIsHardlyUsedOrWasSeenTooSeldomIsNoFigure() {
        Seen seldom = Seen.during(30)
                .samples(20)
                .pool(tomcat(200).active(4).completed(30 * 400).doing(Activity.RUNNING, 4))
                .pool(pool("rare", StationKind.EXECUTOR, 2).active(0.1).doing(Activity.RUNNING, 0.1))
                .pool(pool("idle", StationKind.EXECUTOR, 100).active(1.5).doing(Activity.RUNNING, 1.5));
        assertThat(inspected(seldom, 400, 4.1).room())
                .extracting(room -> room.limit().pool())
                .contains("tomcat-8888")
                .doesNotContain("rare", "idle");
        assertThat(inspected(seldom.samples(100), 400, 4.1).room())
                .extracting(room -> room.limit().pool())
                .contains("rare");
    }

    /** A scheduler of five threads of which three sleep by the clock, whoever asks for what. */
    @Test
    void whoWorksByTheClockIsNotFullAtAnyLoad() {
        Seen seen = Seen.during(30)
                .pool(tomcat(200).active(4).completed(30 * 400).doing(Activity.RUNNING, 4))
                .pool(pool("scheduler", StationKind.EXECUTOR, 5)
                        .active(3)
                        .waitsBegun(30 * 10)
                        .doing(Activity.SLEEPING, 3));
        assertThat(inspected(seen, 400, 4.1).room())
                .extracting(room -> room.limit().pool())
                .doesNotContain("scheduler");
    }

    /** Between one task and the next a worker is free for a moment. */
    @Test
    void whatIsAsGoodAsFullHasNoRoomLeft() {
        Seen seen = Seen.during(30)
                .pool(tomcat(200)
                        .active(198)
                        .completed(30 * 400)
                        .byCompletions(0.495)
                        .doing(Activity.SLEEPING, 198));
        assertThat(inspected(seen, 400, 198).room())
                .extracting(room -> room.limit().pool())
                .doesNotContain("tomcat-8888");
    }

    private static Diagnosis waitingForFutures(double connections, double opened) {
        Seen seen = Seen.during(10)
                .pool(tomcat(200)
                        .active(60)
                        .waits(Activity.AWAITING_POOL, "unknown", 60, "example.Shop.ask:7")
                        .completed(10 * 80))
                .connections("127.0.0.1:8090", connections, opened, 0);
        return found(seen, 80, 60);
    }

    @Test
    void ofAClientThatDoesNotBlockTheConnectionsAreToldAndNothingIsNamed() {
        Diagnosis eight = waitingForFutures(8, 0);
        assertThat(eight.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(eight.bindingLimit()).isEmpty();
        assertThat(eight.summary()).contains("60 requests wait", "example.Shop.ask:7");
        assertThat(eight.notes()).singleElement().asString().startsWith("8 connections to 127.0.0.1:8090 were open");
        assertThat(waitingForFutures(60, 0).notes())
                .as("a connection for each that waits")
                .isEmpty();
        assertThat(waitingForFutures(8, 5).notes())
                .as("others each time")
                .noneMatch(note -> note.contains("were open"));
    }

    private static Diagnosis with(Seen.ResourceBuilder used) {
        return found(
                Seen.during(30)
                        .pool(tomcat(20)
                                .active(4)
                                .completed(30 * 400)
                                .doing(Activity.RUNNING, 4, "example.Shop.work:3"))
                        .resource(used),
                400,
                4.1);
    }

    /** Nobody counts how often they are taken. */
    private static Diagnosis withPermits(int capacity, double inUse) {
        return with(resource("permits", StationKind.SEMAPHORE, capacity).used(inUse, 0));
    }

    private static Diagnosis withObjects(double inUse, long taken) {
        return with(
                resource("parsers", StationKind.OBJECT_POOL, 4).used(inUse, 0).taken(taken));
    }

    @Test
    void whereAllIsTakenAndNobodyWaitsWhoComesMayBeTurnedAway() {
        Diagnosis taken = withObjects(4, 30 * 100);
        assertThat(taken.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(taken.summary()).contains("parsers is all taken (4)");
        assertThat(withObjects(2, 30 * 100).verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(withObjects(4, 1).verdict())
                .as("objects that are kept all the time")
                .isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
    }

    @Test
    void soItIsWhereNobodyCountsHowOftenItIsTaken() {
        assertThat(withPermits(25, 24.9).summary()).contains("permits is all taken (25)");
        assertThat(withPermits(1, 0.97).summary()).contains("permits is all taken (1)");
        assertThat(withPermits(25, 20).verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(withPermits(1, 1).verdict())
                .as("a lease that is held all the time")
                .isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
    }

    /** Of the few requests of an almost idle service many are seen at no place, or while they compute. */
    @Test
    void whereHardlyAnyRequestIsInFlightNothingBinds() {
        Seen seen = Seen.during(30).pool(tomcat(20).active(0.1).doing(Activity.RUNNING, 0.1, "example.Shop.work:3"));
        assertThat(found(seen, 14, 0.4).verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
    }

    /** Four requests a second, each of which waits for 80 of its 100 ms for a lock that a job holds. */
    @Test
    void ofFewRequestsThatMostlyWaitItIsNotSaidThatHardlyAnyWaits() {
        Seen seen = Seen.during(30)
                .pool(tomcat(20)
                        .active(0.4)
                        .doing(Activity.RUNNING, 0.08, "example.Shop.work:3")
                        .waits(Activity.AWAITING_LOCK, "ledger", 0.32, "example.Shop.book:5"));
        assertThat(found(seen, 4, 0.4).verdict()).isEqualTo(Verdict.UNKNOWN);
    }

    /** One request a second, which waits for 440 of its 900 ms for a lock that a job holds. */
    @Test
    void ofFewRequestsThatWaitForMuchOfTheirTimeItIsNotSure() {
        Seen seen = Seen.during(30)
                .pool(tomcat(20)
                        .active(0.9)
                        .doing(Activity.RUNNING, 0.46, "example.Shop.work:3")
                        .waits(Activity.AWAITING_LOCK, "ledger", 0.44, "example.Shop.book:5"));
        Diagnosis found = found(seen, 1, 0.9);
        assertThat(found.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(found.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(found.notes()).anyMatch(note -> note.contains("so few requests do not wait for each other"));
    }

    /** Runnable, by what the JVM says, in a library's native code, beside cores that are free. */
    @Test
    void whoStandsInNativeCodeIsNotSaidToCompute() {
        Seen seen = Seen.during(30)
                .pool(tomcat(200).active(40).doing(Activity.RUNNING, 40, "example.Shop.store:7"))
                .machine(8, 0.3, 0.6, 0);
        Diagnosis diagnosis = found(seen, 100, 40);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.summary()).contains("example.Shop.store:7");
    }

    /** Counted by the service itself, which tells errors. */
    private static Counted withoutErrors(double throughput, double inFlight) {
        return new Counted(
                new Measure(throughput, 1, "its container"),
                inFlight,
                0,
                List.of(),
                OptionalDouble.empty(),
                OptionalDouble.of(0));
    }

    /** Ten threads are runnable by what the JVM says, and the kernel gives the whole process so many cores, some of them perhaps for something else. */
    private static Diagnosis runnable(double cores) {
        return Measured.observed(
                Seen.during(30)
                        .pool(tomcat(200)
                                .active(10)
                                .completed(6000)
                                .doing(Activity.RUNNING, 10, "example.Shop.store:7"))
                        .machine(16, cores, cores + 0.2, 0.05),
                withoutErrors(200, 10));
    }

    @Test
    void whereMoreAreRunnableThanTheProcessorRunsItIsNotSaidThatHardlyAnyWaits() {
        Diagnosis diagnosis = runnable(6);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.notes()).anyMatch(note -> note.startsWith("By the kernel's account 3.7 requests"));
        assertThat(runnable(9).standing()).isEqualTo(Standing.SUPPORTED);
    }

    /** Reports that compute, and at a quick endpoint of its own a gate at which some wait. */
    private static Diagnosis besideReports(double waiting) {
        return Measured.observed(
                Seen.during(30)
                        .pool(tomcat(200)
                                .active(22)
                                .completed(1560)
                                .waits(Activity.AWAITING_OTHER, "", waiting, "shop.Gate.enter:9")
                                .doing(Activity.RUNNING, 22 - waiting, "shop.Reports.sum:3"))
                        .machine(32, 20.5, 21, 0),
                withoutErrors(52, 22));
    }

    @Test
    void whereSomebodyAlwaysWaitsAtALineItIsNotSaidThatHardlyAnyWaits() {
        Diagnosis diagnosis = besideReports(1.9);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.notes()).anyMatch(note -> note.contains("shop.Gate.enter:9"));
        assertThat(besideReports(0.4).standing()).isEqualTo(Standing.SUPPORTED);
    }

    /** 500 requests wait without a thread, as for a push, and 40 of 50 others for connections. */
    @Test
    void whatIsAllTakenIsToldBesideWaitsThatNobodyKnows() {
        Seen seen = Seen.during(30)
                .pool(tomcat(200)
                        .active(50)
                        .completed(3600)
                        .waits(Activity.AWAITING_CONNECTION, "HikariPool-1", 40)
                        .doing(Activity.RUNNING, 10, "shop.Orders.sum:3"))
                .resource(resource("HikariPool-1", StationKind.CONNECTION_POOL, 10)
                        .full(10, 40));
        Diagnosis diagnosis = found(seen, 120, 550);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.summary())
                .startsWith("For what most requests wait cannot be told")
                .endsWith("HikariPool-1 is all taken, and 40 threads wait for it.");
    }

    @Test
    void aDownstreamThatTakesMostOfTheTimeIsNeitherBlamedNorCleared() {
        Seen seen = Seen.during(30)
                .pool(tomcat(200)
                        .active(60)
                        .completed(30 * 600)
                        .byCompletions(0.1)
                        .waitsForDownstream(58))
                .calls("127.0.0.1:8090", 600, 0.097);
        Diagnosis diagnosis = found(seen, 600, 60);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.summary())
                .contains("Nothing of the service itself is near its limit", "127.0.0.1:8090", "cannot be seen");
    }

    @Test
    void aWaitThatNobodyKnowsIsToldWithItsLineAndNotAsAPoolThatIsTooSmall() {
        Seen seen = Seen.during(30)
                .pool(tomcat(50)
                        .full(20, 0)
                        .completed(30 * 60)
                        .waits(Activity.AWAITING_OTHER, "", 44, "example.Gate.enter:9")
                        .doing(Activity.RUNNING, 6));
        Diagnosis diagnosis = found(seen, 60, 70);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.waiters()).extracting("frame").contains("example.Gate.enter:9");
    }

    @Test
    void coresThatOthersUseAreNoLimitOfAServiceThatHardlyAsksForThem() {
        Seen seen = Seen.during(30)
                .pool(tomcat(200)
                        .active(60)
                        .completed(30 * 50)
                        .doing(Activity.SLEEPING, 59.5, "example.Pace.next:3")
                        .doing(Activity.RUNNING, 0.5))
                .processor(0.06, 3, 0);
        Diagnosis diagnosis = found(seen, 50, 60);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.summary()).contains("its task sleeps at example.Pace.next");
    }

    @Test
    void aServiceOfWhichAllRequestsHangIsNotFree() {
        Seen seen = Seen.during(30)
                .pool(tomcat(200).active(60).waits(Activity.AWAITING_DOWNSTREAM, "127.0.0.1:8091", 60))
                .hang("tomcat-8888", 60, false);
        for (double throughput : new double[] {0, 0.1, 5}) {
            assertThat(found(seen, throughput, 60).verdict())
                    .as("at " + throughput + "/s")
                    .isEqualTo(Verdict.UNKNOWN);
        }
    }

    @Test
    void withoutACountOfAllRequestsInFlightNothingIsSaidToBeFree() {
        Seen loops = Seen.during(30)
                .pool(pool("loops", StationKind.EVENT_LOOPS, 2)
                        .active(0.1)
                        .completed(3000)
                        .doing(Activity.RUNNING, 0.1));
        Diagnosis diagnosis =
                Doctor.inspect("shop", loops.observation(), Optional.empty()).found();
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
    }

    /** A virtual thread of Tomcat's ends with its connection, after three requests. */
    @Test
    void aThreadThatServesSeveralRequestsOfAConnectionDoesNotTellHowLongOneTakes() {
        Seen seen = Seen.during(30)
                .pool(virtualThreads(9.9).byClock(0.22).doing(Activity.SLEEPING, 9.9, "example.Shop.work:3"))
                .listener(10, 1, 50, 100, 0);
        assertThat(found(seen, 137, 60).bindingLimit()).contains(limit(LimitKind.ACCEPT_QUEUE, "port 8888", 10));
    }

    @Test
    void aPortThatTakesNoMoreConnectionsIsNoSymptomOfWorkersForWhichNobodyWaits() {
        Seen seen = Seen.during(30)
                .pool(tomcat(10).active(10).saturated(1).doing(Activity.SLEEPING, 10, "example.Shop.work:3"))
                .listener(10, 1, 50, 100, 0);
        assertThat(kind(found(seen, 100, 60))).isEqualTo(LimitKind.ACCEPT_QUEUE);
    }

    @Test
    void whereNobodyCountsTheRequestsInFlightTheyAreAtLeastThoseOfTheBusiestPool() {
        Seen seen = Seen.during(30)
                .pool(pool("loops", StationKind.EVENT_LOOPS, 4).active(0.2).completed(3000))
                .pool(pool("blocking", StationKind.EXECUTOR, 10).active(10).queue(50, 0));
        assertThat(inspected(seen, 100, Double.NaN).workload().inFlight()).isEqualTo(60);
    }

    /** One of four event loops computes all the while, and the connections of the others have nothing to read. */
    private static Seen loops(int... busy) {
        return Seen.during(10)
                .unread(58)
                .looks("vert.x-eventloop", busy)
                .pool(pool("vert.x-eventloop", StationKind.EVENT_LOOPS, 4)
                        .active(Arrays.stream(busy).average().orElse(0))
                        .doing(Activity.RUNNING, Arrays.stream(busy).average().orElse(0), "example.Shop.render:9"));
    }

    @Test
    void eventLoopsThatAreIdleWhileRequestsLieUnreadHaveNoConnections() {
        Diagnosis one = found(loops(1, 1, 1, 1, 1, 1, 1, 1, 1, 1), 700, 59);
        assertThat(one.bindingLimit()).contains(limit(LimitKind.EVENT_LOOPS, "vert.x-eventloop", 1));
        assertThat(one.notes()).anyMatch(note -> note.startsWith("Of its 4 event loops 3 have nothing"));
        Diagnosis varied = found(loops(0, 2, 1, 3, 0, 1, 2, 0, 0, 1), 700, 59);
        assertThat(varied.bindingLimit()).isEmpty();
        assertThat(varied.summary()).contains("58 requests wait in connections that nobody reads");
    }

    /** Jetty starts a virtual thread for each task, of which a semaphore lets so many go on, those that read among them. */
    private static Diagnosis tasks(double waiting) {
        Seen seen = Seen.during(10)
                .unread(46)
                .pool(virtualThreads(waiting + 14)
                        .waits(Activity.AWAITING_LOCK, "semaphore#2", waiting)
                        .doing(Activity.SLEEPING, 14, "example.Orders.handle:29"))
                .resource(resource("semaphore#2", StationKind.SEMAPHORE, 15).full(15, waiting));
        return found(seen, 139, 60);
    }

    @Test
    void whereMoreWaitThanHaveBeenReadThoseWhoReadMayWaitThere() {
        Diagnosis many = tasks(438);
        assertThat(many.bindingLimit())
                .hasValueSatisfying(limit -> assertThat(limit.kind()).isEqualTo(LimitKind.SEMAPHORE));
        assertThat(many.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(many.notes()).anyMatch(note -> note.startsWith("That those who would read the 46 requests"));
        assertThat(tasks(12).bindingLimit()).isEmpty();
    }

    /** A hundred threads of a batch wait for a semaphore of their own; three threads read requests and answer them, which is all that they can. */
    @Test
    void threadsThatHaveMoreWorkThanRequestsWereReadHaveNone() {
        Seen seen = Seen.during(10)
                .unread(57, 60)
                .pool(pool("batch", StationKind.OTHER, 100)
                        .active(100)
                        .waits(Activity.AWAITING_LOCK, "semaphore#0", 95, "example.Batch.run:18")
                        .doing(Activity.SLEEPING, 5, "example.Batch.run:20"))
                .pool(pool("reader", StationKind.OTHER, 3)
                        .active(3)
                        .saturated(1)
                        .queue(57, 0)
                        .doing(Activity.SLEEPING, 3, "example.Loop.answer:40"))
                .resource(resource("semaphore#0", StationKind.SEMAPHORE, 5).full(5, 95));
        Diagnosis found = found(seen, 448, 60);
        assertThat(found.bindingLimit())
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("reader"));
    }

    @Test
    void asManyAsAreAlwaysAtWorkAreToldWhereRequestsWaitNowhere() {
        String turns = "1 dispatcher worker is at work in every look, at example.Ledger.book:4";
        assertThat(actor(1, 1, 1, 1, 1, 1, 1, 1).notes()).anyMatch(note -> note.startsWith(turns));
        assertThat(actor(1, 0, 2, 1, 0, 2, 1, 1).notes()).isEmpty();
    }

    private static Diagnosis actor(int... busy) {
        Seen seen = Seen.during(10)
                .looks("dispatcher", busy)
                .pool(pool("jetty-qtp", StationKind.SERVLET_WORKERS, 150)
                        .active(1)
                        .doing(Activity.RUNNING, 1))
                .pool(pool("dispatcher", StationKind.FORK_JOIN)
                        .active(1)
                        .doing(Activity.SLEEPING, 1, "example.Ledger.book:4"));
        return found(seen, 60, 59);
    }

    /** Callers of an asynchronous client may wait for their answers at one object of its, however many it lets past. */
    @Test
    void anObjectThatAllWaitForAndNobodyHoldsIsToldAndNotBlamed() {
        Seen seen = Seen.during(30)
                .pool(tomcat(100).active(60).waits(Activity.AWAITING_OTHER, "Courier#1", 60))
                .resource(resource("Courier#1", StationKind.UNKNOWN).used(0, 60).saturated(1));
        Diagnosis diagnosis = found(seen, 1_184, 60);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.bindingLimit()).isEmpty();
        assertThat(diagnosis.summary()).contains("Courier#1");
    }

    /** Two threads of their own sleep so often a second, beside event loops that wait for no one; 187 requests/s are answered. */
    private static Diagnosis beside(double sleeps) {
        Seen seen = Seen.during(30)
                .pool(pool("event-loops", StationKind.EVENT_LOOPS, 4).active(0.1))
                .pool(pool("camera", StationKind.OTHER, 2)
                        .active(2)
                        .waitsBegun(30 * sleeps)
                        .doing(Activity.SLEEPING, 2, "shop.Camera.next:20"));
        return found(seen, 187, 60);
    }

    @Test
    void threadsThatSleepByAClockOfTheirOwnServeNoRequests() {
        assertThat(beside(187).bindingLimit())
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("camera"));
        assertThat(beside(199).bindingLimit()).isEmpty();
    }

    @Test
    void aPoolOfWhichNobodyKnowsTheBoundIsNotFullBecauseAllItsThreadsWork() {
        Seen seen = Seen.during(30)
                .pool(tomcat(60).active(59.6).doing(Activity.SLEEPING, 59.6, "example.Shop.work:3"))
                .unread(4.7);
        assertThat(found(seen, 574, 60).verdict()).isEqualTo(Verdict.LIMIT);
        assertThat(found(seen.by("dump"), 574, 60).verdict()).isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void requestsThatNobodyCountsAreToldAsSuch() {
        Seen seen = Seen.during(30).pool(tomcat(200).active(20).doing(Activity.RUNNING, 20));
        Diagnosis diagnosis =
                Doctor.inspect("shop", seen.observation(), Optional.empty()).found();
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.summary()).contains("requests of this service are not counted (nobody counts requests)");
    }

    @Test
    void aServiceOnWhichThereIsNoLoadIsToldAsSuch() {
        Seen seen = Seen.during(8).pool(tomcat(200).active(0));
        Diagnosis diagnosis =
                Doctor.inspect("shop", seen.observation(), Optional.empty()).found();
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.summary()).endsWith("no request was seen by a port in these 8 s: put load on it.");
    }

    /** As of messages, which come by no port. */
    @Test
    void aServiceThatIsBusyWithoutARequestIsNotToldToBePutUnderLoad() {
        Seen seen = Seen.during(30).pool(tomcat(200).active(0).completed(8)).pool(eightBusy("listeners", 80));
        Diagnosis diagnosis = found(seen, 0, 0);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.summary())
                .contains("no request was seen by a port in these 30 s")
                .doesNotContain("put load on it");
    }

    @Test
    void aLockForWhichOneInFortyWaitsDoesNotBind() {
        Seen seen = Seen.during(30)
                .pool(virtualThreads(58)
                        .waits(Activity.AWAITING_LOCK, "lock#1", 1.44)
                        .doing(Activity.RUNNING, 56.5))
                .resource(
                        resource("lock#1", StationKind.LOCK, 1).used(0.55, 1.44).held(0.001));
        assertThat(found(seen, 560, 58).verdict()).isNotEqualTo(Verdict.LIMIT);
    }

    /** An asynchronous client lets 5 of its calls run, on threads of a pool without a bound. */
    private static Seen client(Seen.PoolBuilder threads) {
        return Seen.during(10)
                .pool(pool("jetty-qtp", StationKind.SERVLET_WORKERS, 150).active(0.2))
                .pool(threads.active(5).waitsForDownstream(5))
                .resource(resource("dispatcher", StationKind.CONNECTION_POOL, 5).full(5, 54));
    }

    @Test
    void aPoolThatStartsAThreadForEachTaskHasNoQueueSoItsCallersWaitBeforeIt() {
        Seen asked = client(pool("calls", StationKind.EXECUTOR).completed(800));
        assertThat(found(asked, 80, 60).bindingLimit()).contains(limit(LimitKind.CONNECTION_POOL, "dispatcher", 5));
        Seen dumped = client(pool("calls", StationKind.EXECUTOR).doing(Activity.IDLE, 2));
        assertThat(found(dumped, 80, 60).bindingLimit()).contains(limit(LimitKind.CONNECTION_POOL, "dispatcher", 5));
    }

    /** Event loops of a service that has to share the processor with its own clients. */
    private static Diagnosis sharing(double service, double delay) {
        return found(
                Seen.during(10)
                        .processor(service, delay, 0)
                        .unread(56)
                        .pool(pool("loops", StationKind.EVENT_LOOPS, 3)
                                .active(1.6)
                                .doing(Activity.RUNNING, 1.6, "example.Shop.render:9")),
                5500,
                59);
    }

    @Test
    void requestsLieUnreadForWantOfAProcessorWhereTheServiceHasThreadsEnoughToFillIt() {
        assertThat(sharing(0.95, 2).bindingLimit()).contains(limit(LimitKind.CPU, "cpu", 2));
        assertThat(sharing(0.2, 2).bindingLimit()).isEmpty();
    }

    /** Threads of a pool that grows, woken for their tasks. */
    private static Diagnosis woken(double delay) {
        return found(
                Seen.during(10)
                        .processor(1.5, delay, 0)
                        .pool(pool("loops", StationKind.EVENT_LOOPS, 3).active(0))
                        .pool(pool("io", StationKind.EXECUTOR)
                                .active(4)
                                .completed(13_000)
                                .doing(Activity.IDLE, 60)
                                .doing(Activity.RUNNING, 4)),
                1330,
                52);
    }

    @Test
    void threadsThatWereWokenAndHaveNoCoreYetLookAsIfTheyWereIdle() {
        assertThat(woken(20).bindingLimit()).contains(limit(LimitKind.CPU, "cpu", 2));
        assertThat(woken(2).bindingLimit()).isEmpty();
    }

    @Test
    void aVirtualThreadThatHasARequestToReadWaitsForACarrierWhichTheKernelDoesNotSee() {
        Seen seen = Seen.during(10)
                .processor(1.83, 0.17, 0)
                .unread(58)
                .pool(virtualThreads(1.8)
                        .doing(Activity.IDLE, 58)
                        .doing(Activity.RUNNING, 1.8, "example.Shop.render:9"));
        assertThat(found(seen, 1200, 59).bindingLimit()).contains(limit(LimitKind.CPU, "cpu", 2));
    }

    /** Callers with a future of a client's own, beside a pool of 6 whose work sleeps for 100 ms. */
    private static Diagnosis calling(double completed, double queue) {
        return found(
                Seen.during(10)
                        .pool(tomcat(200)
                                .active(60)
                                .completed(600)
                                .waits(Activity.AWAITING_OTHER, "example.rpc.Pending", 60, "example.Shop.buy:42"))
                        .pool(pool("orders", StationKind.EXECUTOR, 6)
                                .full(queue, 0)
                                .completed(completed)
                                .byCompletions(60 / completed)
                                .doing(Activity.SLEEPING, 6)),
                60,
                60);
    }

    @Test
    void aPoolWhoseTasksAreAsManyAsItsCallersIsWhatTheyWaitFor() {
        Diagnosis diagnosis = calling(600, 54);
        assertThat(diagnosis.bindingLimit())
                .as(diagnosis.summary())
                .contains(limit(LimitKind.WORKER_POOL, "orders", 6));
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(calling(1800, 100).bindingLimit().orElseThrow().pool()).isEqualTo("orders");
    }

    @Test
    void aFullPoolWhoseNumbersAreOthersIsNotWhatUnknownWaitsAreFor() {
        List<Diagnosis> others = List.of(calling(100, 54), calling(600, 10), calling(600, 500));
        assertThat(others)
                .allSatisfy(diagnosis -> assertThat(diagnosis.summary())
                        .contains("60 requests wait")
                        .contains("example.Shop.buy:42"));
    }

    private static Standing ofAGate(String type) {
        return found(
                        Seen.during(10)
                                .pool(tomcat(200)
                                        .active(60)
                                        .waits(Activity.AWAITING_OTHER, "gate", 50)
                                        .doing(Activity.SLEEPING, 10))
                                .resource(resource("gate", StationKind.UNKNOWN)
                                        .type(type)
                                        .capacity(10)
                                        .full(10, 50)),
                        100,
                        60)
                .standing();
    }

    /** Of a window that lets five past every 200 ms, whose work after it takes 190 ms, five are past it at any time; they hold nothing. */
    @Test
    void asManyAllTheWhileMayBeARateWhateverIsWaitedFor() {
        assertThat(ofAGate("")).isEqualTo(Standing.SUSPECTED);
        assertThat(ofAGate("example.Gate")).isEqualTo(Standing.SUSPECTED);
    }

    @Test
    void aGateOfWhichNotHowManyHoldItIsKnownIsNoSymptomOfCoresThatOneOfItsHoldersWaitsFor() {
        Seen seen = Seen.during(10)
                .processor(0.1, 16, 0)
                .pool(tomcat(60)
                        .active(60)
                        .waits(Activity.AWAITING_LOCK, "gate", 54)
                        .waitsForPool("orders", 5.2)
                        .doing(Activity.RUNNING, 0.8))
                .pool(pool("orders", StationKind.OTHER).active(5.2).doing(Activity.SLEEPING, 5.2))
                .resource(resource("gate", StationKind.SEMAPHORE)
                        .holders(6)
                        .full(0, 54)
                        .holdersWait(Activity.AWAITING_POOL, "tomcat-8888", 5.2));
        assertThat(kind(found(seen, 46, 60))).isEqualTo(LimitKind.SEMAPHORE);
    }

    @Test
    void aFewThatWaitForNobodyKnowsWhatAreNotMost() {
        Seen seen = Seen.during(10)
                .pool(tomcat(200)
                        .active(19)
                        .completed(1900)
                        .waits(Activity.AWAITING_OTHER, "example.rpc.Pending", 4, "example.Shop.buy:42")
                        .doing(Activity.RUNNING, 15));
        assertThat(found(seen, 190, 19).summary()).startsWith("For what some requests wait cannot be told");
    }

    private static Seen.PoolBuilder fullAndWaiting(Seen.PoolBuilder pool, double workers, int layer) {
        return pool.active(workers)
                .saturated(1)
                .completed(900)
                .waitsForPool("a" + layer, workers / 2)
                .waitsForPool("b" + layer, workers / 2);
    }

    /** There are 2^100 ways from the entry to the last pools, and each pool is a claim. */
    @Test
    void deepLayersOfFullPoolsAreDiagnosedPoolByPoolAndNotWayByWay() {
        int layers = 40;
        Seen seen = Seen.during(30).pool(fullAndWaiting(tomcat(200), 200, 0));
        for (int layer = 0; layer < layers; layer++) {
            for (String side : List.of("a", "b")) {
                Seen.PoolBuilder pool = pool(side + layer, StationKind.EXECUTOR, 20);
                seen.pool(
                        layer < layers - 1
                                ? fullAndWaiting(pool, 20, layer + 1)
                                : pool.active(20).completed(900).doing(Activity.SLEEPING, 20));
            }
        }
        Diagnosis diagnosis = assertTimeoutPreemptively(Duration.ofMinutes(2), () -> found(seen, 30, 300));
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LIMIT);
    }

    /** Workers that are full of so many tasks a second, over half a minute. */
    private static Seen.PoolBuilder eightBusy(String name, double tasks) {
        return pool(name, StationKind.EXECUTOR, 8)
                .active(8)
                .saturated(1)
                .completed(30 * tasks)
                .byCompletions(8 / tasks)
                .doing(Activity.SLEEPING, 8);
    }

    /** Messages come from elsewhere, and by the port only who asks for its health. */
    @Test
    void aServiceThatIsFullOfSomethingElseThanRequestsOfAPortIsNotFree() {
        Seen seen = Seen.during(30)
                .pool(tomcat(200).active(0).completed(8))
                .pool(eightBusy("listeners", 80).queue(1_000, 3));
        Diagnosis diagnosis = found(seen, 0.27, 0);
        assertThat(diagnosis.verdict()).as(diagnosis.summary()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.summary()).contains("listeners is full, and has far more tasks");
        assertThat(diagnosis.bindingLimit()).isEmpty();
        assertThat(found(seen, 0.3, 1).verdict())
                .as("one looks on all the while")
                .isEqualTo(Verdict.UNKNOWN);
        assertThat(found(seen, 47, 0.4).verdict()).as("whatever its tasks take").isEqualTo(Verdict.UNKNOWN);
    }

    /** Consumers of messages, whose connections are full, and by the port only who asks for its health. */
    private static Diagnosis besideConsumers(double active, double waiting, double throughput, double inFlight) {
        return found(
                Seen.during(30)
                        .pool(tomcat(200).active(0).completed(8))
                        .resource(resource("HikariPool-1", StationKind.CONNECTION_POOL, 4)
                                .used(active, waiting)),
                throughput,
                inFlight);
    }

    @Test
    void aServiceWhoseConnectionsOthersThanRequestsWaitForIsNotFree() {
        Diagnosis diagnosis = besideConsumers(4, 4, 0.27, 0);
        assertThat(diagnosis.verdict()).as(diagnosis.summary()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.summary())
                .contains("HikariPool-1 is all taken, and far more wait for it than requests of a port are in flight");
        assertThat(diagnosis.bindingLimit()).isEmpty();
        assertThat(besideConsumers(3, 0.2, 0.27, 0).verdict())
                .as("some are free")
                .isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
    }

    @Test
    void aBusyServiceIsFreeThoughABatchWaitsForItsOwnConnections() {
        Seen seen = Seen.during(30)
                .pool(tomcat(200).active(4).completed(30 * 400).doing(Activity.RUNNING, 4, "example.Shop.work:3"))
                .resource(
                        resource("batch-pool", StationKind.CONNECTION_POOL, 10).used(10, 40));
        Diagnosis diagnosis = found(seen, 400, 4);
        assertThat(diagnosis.verdict()).as(diagnosis.summary()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
    }

    /** As acceptors that take turns, a signal for which somebody waits, or who does something at a pace of its own. */
    @Test
    void whatIdleThreadsWaitForSaysNothing() {
        List<Seen.ResourceBuilder> idle = List.of(
                resource("acceptors", StationKind.LOCK, 1).used(1, 3),
                resource("ended", StationKind.SEMAPHORE, 1).used(1, 1),
                resource("begun", StationKind.SEMAPHORE).capacity(0).used(0, 1),
                resource("indexer", StationKind.RATE_LIMITER, 1).used(0, 1));
        assertThat(idle)
                .allSatisfy(resource -> assertThat(found(
                                        Seen.during(30)
                                                .pool(tomcat(200).active(0).completed(8))
                                                .resource(resource),
                                        0.27,
                                        0)
                                .verdict())
                        .isEqualTo(Verdict.LOAD_IS_THE_LIMIT));
    }

    /** Of a service that hands its requests on nobody is seen to wait for a pool. */
    @Test
    void whoHangsInAPoolToWhichRequestsMayBeHandedIsNotFree() {
        Seen seen = Seen.during(30)
                .pool(pool("loops", StationKind.EVENT_LOOPS, 4).active(0.3).completed(3000))
                .pool(pool("reports", StationKind.EXECUTOR, 8)
                        .active(4)
                        .completed(150)
                        .waits(Activity.AWAITING_DOWNSTREAM, "127.0.0.1:8091", 4))
                .hang("reports", 4, false);
        assertThat(found(seen, 100, 50).verdict()).isEqualTo(Verdict.UNKNOWN);
    }

    /** Of 40 requests three wait for tasks of a pool of which some hang. */
    @Test
    void whoHangsInAPoolThatSomeRequestsPassIsNotFree() {
        Seen seen = Seen.during(30)
                .pool(tomcat(200)
                        .active(40)
                        .completed(3000)
                        .byClock(0.4)
                        .waitsForPool("reports", 3)
                        .doing(Activity.RUNNING, 37, "example.Shop.work:3"))
                .pool(pool("reports", StationKind.EXECUTOR, 8)
                        .active(3)
                        .waits(Activity.AWAITING_DOWNSTREAM, "127.0.0.1:8091", 3))
                .machine(64, 37, 38, 0)
                .hang("reports", 3, false);
        assertThat(found(seen, 100, 40).verdict()).isEqualTo(Verdict.UNKNOWN);
    }

    /** As one that listens for what a database tells. */
    @Test
    void whoHangsInAPoolThatNoRequestPassesIsOnlyTold() {
        Seen seen = hardlyLoaded()
                .pool(pool("listen", StationKind.EXECUTOR, 8)
                        .active(1)
                        .completed(200)
                        .waits(Activity.AWAITING_DOWNSTREAM, "127.0.0.1:5432", 1))
                .hang("listen", 1, false);
        Diagnosis diagnosis = found(seen, 100, 2);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.notes()).anyMatch(note -> note.contains("listen"));
    }

    @Test
    void whatWouldBindFirstIsSaidOnlyIfItsUseRises() {
        Seen seen = hardlyLoaded()
                .resource(Seen.resource("batch", StationKind.CONNECTION_POOL, 4).used(3.2, 0));
        assertThat(found(seen, 100, 2).summary())
                .contains("batch is 80 % used and would bind at 125 requests/s if its use rose in proportion");
    }

    /** As of HTTP/2, whose requests the kernel does not tell apart: then those of a batch are counted in their place no more. */
    @Test
    void tasksOfABatchAreNoRequestsWhereTheseAreNotCounted() {
        Seen seen = Seen.during(30)
                .pool(pool("loops", StationKind.EVENT_LOOPS, 4).active(0.3))
                .pool(eightBusy("batch", 16).queue(500, 0));
        Diagnosis diagnosis = found(seen, Double.NaN, Double.NaN);
        assertThat(diagnosis.verdict()).as(diagnosis.summary()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.bindingLimit()).isEmpty();
    }

    /** As where gRPC is served on a port of its own, and the servlet container only tells the health: its tasks are hardly any of what is answered. */
    @Test
    void tasksOfOnePortAreNotAllRequestsWhereThoseOfAnotherAreNotCounted() {
        Seen seen = Seen.during(30)
                .pool(tomcat(200).active(0.01).completed(30).byClock(0.01))
                .pool(pool("grpc", StationKind.EXECUTOR)
                        .active(60)
                        .completed(6000)
                        .waits(Activity.AWAITING_CONNECTION, "HikariPool-1", 50)
                        .waits(Activity.AWAITING_DOWNSTREAM, "db:5432", 10))
                .resource(Seen.resource("HikariPool-1", StationKind.CONNECTION_POOL)
                        .full(10, 50)
                        .holdersWait(Activity.AWAITING_DOWNSTREAM, "db:5432", 10));
        Diagnosis partly = Measured.observed(
                seen,
                new Counted(
                        Measure.of(Double.NaN, "port 8081: counted; port 9090: not told"),
                        Double.NaN,
                        0,
                        List.of(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        true));
        assertThat(partly.verdict()).as(partly.summary()).isEqualTo(Verdict.UNKNOWN);
        assertThat(partly.summary()).contains("not counted");
        assertThat(found(seen, Double.NaN, Double.NaN).verdict())
                .as("of one port")
                .isEqualTo(Verdict.LIMIT);
    }

    private static Seen hardlyLoaded() {
        return Seen.during(30)
                .pool(tomcat(200)
                        .active(2)
                        .completed(3000)
                        .byClock(0.02)
                        .doing(Activity.RUNNING, 2, "example.Shop.work:3"));
    }

    /** It may be one row that all write: then more callers would get no more. */
    @Test
    void whereADownstreamTakesAThirdOfTheTimeThatNothingBindsIsOnlySuspected() {
        String queued = "Whether requests queue where the service itself waits for others";
        assertThat(calling(0.3).notes()).noneMatch(note -> note.startsWith(queued));
        Diagnosis diagnosis = calling(0.9);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.notes()).anyMatch(note -> note.startsWith(queued));
    }

    private static Diagnosis calling(double workers) {
        return found(
                Seen.during(30)
                        .pool(tomcat(200)
                                .active(2)
                                .completed(3000)
                                .byClock(0.02)
                                .waitsForDownstream(workers)
                                .doing(Activity.RUNNING, 2 - workers, "example.Shop.work:3")),
                100,
                2);
    }

    @Test
    void aServiceWithThreadsInADeadlockIsNotOneOfWhichNothingBinds() {
        assertThat(found(hardlyLoaded(), 100, 2).verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        Diagnosis diagnosis = found(hardlyLoaded().deadlocked(4), 100, 2);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.standing()).isNotEqualTo(Standing.SUPPORTED);
        assertThat(diagnosis.summary())
                .startsWith("4 threads wait for each other's locks in a circle")
                .endsWith("Nothing that other requests wait for is near its limit.");
        assertThat(diagnosis.notes()).noneMatch(note -> note.contains("in a circle"));
    }

    @Test
    void aPoolWhoseWorkersAllWaitForItsOwnTasksIsToldThoughNoRequestPassesIt() {
        Seen seen = hardlyLoaded()
                .pool(pool("nightly", StationKind.EXECUTOR, 4).active(4).waitsForPool("nightly", 4));
        Diagnosis diagnosis = found(seen, 100, 2);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.summary()).contains("tasks of their own pool");
    }

    @Test
    void aDeadlockAndThreadsThatHangAreToldBesideWhateverElseIsFound() {
        Seen downstream = Seen.during(30)
                .pool(tomcat(200)
                        .active(60)
                        .completed(30 * 600)
                        .byCompletions(0.1)
                        .waitsForDownstream(58))
                .calls("127.0.0.1:8090", 600, 0.097)
                .hang("nightly", 3, false)
                .deadlocked(2);
        assertThat(found(downstream, 600, 60).notes())
                .anyMatch(note -> note.startsWith("2 threads wait for each other's locks"))
                .anyMatch(note -> note.startsWith("3 nightly workers hang"));
        assertThat(found(hardlyLoaded().deadlocked(2).hang("nightly", 3, false), 100, 2)
                        .notes())
                .as("a deadlock in the summary")
                .anyMatch(note -> note.startsWith("3 nightly workers hang"));
    }

    private static List<String> notes(Seen seen) {
        Diagnosis diagnosis = found(seen, 100, 2);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        return diagnosis.notes();
    }

    @Test
    void whereNothingBindsWhatCouldNotBeSeenToIsSaid() {
        assertThat(notes(hardlyLoaded().collectionsUnseen()))
                .contains("Not seen this way: file descriptors, waits for a disk, the control group's quota,"
                        + " garbage collections.");
        assertThat(notes(hardlyLoaded()))
                .contains("Not seen this way: file descriptors, waits for a disk, the control group's quota.");
        assertThat(notes(hardlyLoaded().host(allKnown()).collectionsUnseen()))
                .contains("Not seen this way: garbage collections.");
        assertThat(notes(hardlyLoaded().host(allKnown()))).noneMatch(note -> note.startsWith("Not seen this way"));
    }

    /** A thread of the background waits for the disk, and requests compute, and write a line now and then. */
    @Test
    void aDiskThatTheBackgroundWaitsForDoesNotBindAnIdleService() {
        OptionalDouble little = OptionalDouble.of(0.01);
        Seen seen = Seen.during(30)
                .pool(tomcat(200)
                        .active(2)
                        .completed(3000)
                        .byClock(0.02)
                        .waits(Activity.AWAITING_DOWNSTREAM, Peers.FILES, 0.4)
                        .doing(Activity.RUNNING, 1.6, "example.Shop.work:3"))
                .host(new Observation.Host(
                        little, little, little, OptionalDouble.of(0.9), little, 0, List.of(), List.of()));
        Diagnosis diagnosis = found(seen, 100, 2);
        assertThat(diagnosis.verdict()).as(diagnosis.summary()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
    }

    private static Observation.Host allKnown() {
        OptionalDouble little = OptionalDouble.of(0.01);
        return new Observation.Host(little, little, little, little, little, 0, List.of(), List.of());
    }

    private static Seen behindLoops(double connections) {
        return Seen.during(30)
                .pool(pool("loops", StationKind.EVENT_LOOPS, 4).active(0.1))
                .pool(pool("workers", StationKind.EXECUTOR, 7)
                        .active(7)
                        .saturated(1)
                        .doing(Activity.SLEEPING, 7, "shop.Orders.place:9"))
                .listener(connections, 0, 0, 128, 0);
    }

    /** HTTP/2: 50 requests at a time, of which 43 wait for a worker. */
    @Test
    void whereAConnectionHasMoreThanOneRequestTheirNumberIsNotKnown() {
        assertThat(inspected(behindLoops(1), 140, 0.94).workload().arrivals())
                .isInstanceOfSatisfying(
                        Workload.Observed.class,
                        seen -> assertThat(seen.counted()).isFalse());
    }

    /** Of 140 requests each second each has three tasks. At a time, 120 workers are at those of 40 requests; one after the other, at those of 120. */
    @Test
    void whereEachRequestHasSeveralTasksNobodyKnowsHowManyThereAre() {
        Seen seen = Seen.during(30)
                .pool(pool("loops", StationKind.EVENT_LOOPS, 4).active(0.1))
                .pool(pool("workers", StationKind.EXECUTOR, 200)
                        .active(120)
                        .completed(3 * 140 * 30)
                        .doing(Activity.SLEEPING, 120, "shop.Orders.place:9"))
                .listener(40, 0, 0, 128, 0);
        Workload workload = inspected(seen, 140, 40).workload();
        assertThat(workload.arrivals())
                .isInstanceOfSatisfying(
                        Workload.Observed.class,
                        found -> assertThat(found.counted()).isFalse());
        assertThat(workload.inFlight()).as("at least").isEqualTo(40);
    }

    /** As where the workers do a batch. */
    @Test
    void whereConnectionsAreIdleEachHasOneRequest() {
        assertThat(inspected(behindLoops(20), 140, 0.94).workload().arrivals())
                .isInstanceOfSatisfying(
                        Workload.Observed.class,
                        seen -> assertThat(seen.counted()).isTrue());
    }

    /** Answers of both ports are counted, and V and the ceiling by requests of one would be below them. */
    @Test
    void whatRequestsOfOnePortWaitForBindsThoughAnotherPortIsCalledAsWell() {
        Seen seen = Seen.during(30)
                .pool(tomcat(200).active(40).completed(120).waitsForPool("orders-pool", 40))
                .pool(pool("tomcat-8081", StationKind.SERVLET_WORKERS, 10)
                        .active(0.1)
                        .completed(45)
                        .doing(Activity.RUNNING, 0.1))
                .pool(pool("orders-pool", StationKind.EXECUTOR, 8)
                        .full(32, 0)
                        .completed(120)
                        .byClock(2)
                        .doing(Activity.SLEEPING, 8, "example.Orders.place:9"));
        Diagnosis diagnosis = found(seen, 5.5, 40);
        assertThat(diagnosis.bindingLimit())
                .as(diagnosis.summary())
                .contains(limit(LimitKind.WORKER_POOL, "orders-pool", 8));
        assertThat(diagnosis.notes())
                .anyMatch(note -> note.startsWith("The entry pool counts only a part of the requests"));
    }

    /** Requests use one of four cores, and a batch the others. */
    private static Seen besideABatch(double threads) {
        return Seen.during(30)
                .machine(4, 4, 4, 1)
                .pool(tomcat(200).active(2.4).completed(6000).doing(Activity.RUNNING, 2.4, "example.Shop.work:3"))
                .pool(pool("batch", StationKind.OTHER).active(threads).doing(Activity.RUNNING, threads));
    }

    @Test
    void whatARequestTakesOfAProcessorIsNotToldWhereABatchTakesMostOfIt() {
        Diagnosis batch = found(besideABatch(3), 200, 2.4);
        assertThat(kind(batch)).isEqualTo(LimitKind.CPU);
        assertThat(batch.summary())
                .doesNotContain("processor time a request")
                .contains("perhaps also for other work: batch");
        assertThat(batch.standing()).isEqualTo(Standing.SUPPORTED);
        assertThat(batch.remedy().orElseThrow().reasoning()).doesNotContain("A request takes");
        Diagnosis alone = found(besideABatch(0), 200, 2.4);
        assertThat(kind(alone)).isEqualTo(LimitKind.CPU);
        assertThat(alone.summary()).contains("processor time a request");
    }

    /** Those who wait for a part of their own compute with the pool, and no wait shows it. */
    @Test
    void whatTheCommonPoolComputesIsTakenForRequests() {
        Seen seen = Seen.during(30)
                .machine(16, 16, 16, 2.4)
                .pool(tomcat(200).active(40).completed(6000).doing(Activity.RUNNING, 40, "example.Shop.work:3"))
                .pool(pool("ForkJoinPool.commonPool", StationKind.FORK_JOIN, 15)
                        .active(15)
                        .doing(Activity.RUNNING, 15, "example.Shop.work:3"));
        assertAllIsForRequests(found(seen, 200, 40));
    }

    private static void assertAllIsForRequests(Diagnosis diagnosis) {
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.CPU);
        assertThat(diagnosis.summary()).contains("processor time a request").doesNotContain("other work");
    }

    /** Nobody waits for either, and a request that was handed over may have passed both. */
    @Test
    void whereRequestsAreHandedOverAnyPoolMayComputeForThem() {
        Seen seen = Seen.during(30)
                .machine(16, 16, 16, 2.4)
                .pool(tomcat(200).active(1).completed(6000).doing(Activity.RUNNING, 1, "example.Shop.work:3"))
                .pool(pool("parallel", StationKind.EXECUTOR, 24)
                        .active(24)
                        .doing(Activity.RUNNING, 24, "example.Shop.sum:9"))
                .pool(pool("bounded-elastic", StationKind.EXECUTOR, 20)
                        .active(15)
                        .doing(Activity.RUNNING, 15, "example.Shop.sort:12"));
        assertAllIsForRequests(found(seen, 200, 40));
    }

    /** 100/s by the entry's count and by the ceiling of the pool behind it, and twice as many by the kernel's, which takes a request and its body for two. */
    @Test
    void aCountThatIsTwiceTheEntrysIsNotConfirmedByTheCeilingOfAPoolOfItsKind() {
        Seen seen = Seen.during(30)
                .pool(pool("server", StationKind.EXECUTOR, 200)
                        .active(60)
                        .completed(3_000)
                        .waitsForPool("orders-pool", 60))
                .pool(pool("orders-pool", StationKind.EXECUTOR, 8)
                        .full(52, 0)
                        .completed(3_000)
                        .byClock(0.08)
                        .doing(Activity.SLEEPING, 8, "example.Orders.place:9"));
        Diagnosis diagnosis = found(seen, 200, 60);
        assertThat(diagnosis.verdict()).as(diagnosis.summary()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.ratio()).isEmpty();
    }
}

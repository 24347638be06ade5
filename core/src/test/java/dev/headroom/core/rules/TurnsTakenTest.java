package dev.headroom.core.rules;

import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.resource;
import static dev.headroom.core.testing.Seen.tomcat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Counted;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** 40 users get 50 responses/s, 0.8 s each. A dispatcher sleeps in every look, and of its queue nothing is seen: 36 callers wait for a future, and four sleep elsewhere. */
class TurnsTakenTest {

    private static final int USERS = 40;
    private static final int SECONDS = 50;
    private static final int X = 50;
    private static final String EVENTS = "10.0.0.7:6379";
    private static final String LINE = "shop.Orders.submit:12";

    private static int[] always(int active) {
        int[] looks = new int[100];
        Arrays.fill(looks, active);
        return looks;
    }

    private static Seen.PoolBuilder dispatcher(String name, double waitsPerRequest) {
        return pool(name, StationKind.OTHER, 1).queueUnseen().active(1).waitsBegun(waitsPerRequest * X * SECONDS);
    }

    private static Seen.PoolBuilder asleep(String name, double waitsPerRequest) {
        return dispatcher(name, waitsPerRequest).doing(Activity.SLEEPING, 1, "shop.Orders.price:7");
    }

    private static Seen.PoolBuilder callers(int waiting) {
        return tomcat(200)
                .active(USERS)
                .completed(X * SECONDS)
                .doing(Activity.SLEEPING, USERS - waiting, "shop.Stock.look:3");
    }

    private static Seen seen(Seen.PoolBuilder dispatcher) {
        return seen(dispatcher, 36);
    }

    private static Seen seen(Seen.PoolBuilder dispatcher, int waiting) {
        return Seen.during(SECONDS)
                .pool(callers(waiting)
                        .waits(Activity.AWAITING_OTHER, "java.util.concurrent.CompletableFuture", waiting, LINE))
                .pool(dispatcher)
                .looks("dispatcher", always(1));
    }

    /** Of a JVM that is watched under somebody else's load: one user is never seen. */
    private static Diagnosis diagnosis(Seen seen) {
        Counted counted = Counts.byKernel(X, 1, USERS);
        return Measured.observed(seen, counted);
    }

    private static void namesTheDispatcher(Diagnosis diagnosis) {
        assertThat(diagnosis.bindingLimit())
                .as(diagnosis.summary())
                .contains(new Limit(LimitKind.WORKER_POOL, "dispatcher", "dispatcher", OptionalInt.of(1)));
        assertThat(diagnosis.standing()).isNotEqualTo(Standing.PROVED);
    }

    private static void namesNoPool(Diagnosis diagnosis) {
        assertThat(diagnosis.bindingLimit().map(Limit::kind).filter(LimitKind.WORKER_POOL::equals))
                .as(diagnosis.summary())
                .isEmpty();
    }

    @Test
    void whoBeginsAWaitForEachRequestServesThem() {
        Diagnosis diagnosis = diagnosis(seen(asleep("dispatcher", 1.02)));

        namesTheDispatcher(diagnosis);
        assertThat(diagnosis.summary()).contains("51 times/s", "50 requests/s");
    }

    @Test
    void aTurnMayHaveTwoWaits() {
        namesTheDispatcher(diagnosis(seen(asleep("dispatcher", 2))));
    }

    /** A task of Hazelcast's own executor serves requests until there are none, and is done four times a second. */
    @Test
    void whoServesManyInOneTaskWaitsForTheNextTaskAsWell() {
        Diagnosis diagnosis =
                diagnosis(seen(asleep("dispatcher", 1.16).completed(4 * SECONDS).byClock(0.1)));

        namesTheDispatcher(diagnosis);
        assertThat(diagnosis.summary()).contains("58 times/s", "4 to 8 of them for a next task");
        namesNoPool(diagnosis(seen(asleep("dispatcher", 1.3).completed(4 * SECONDS))));
        namesNoPool(diagnosis(seen(asleep("dispatcher", 1).completed(5 * SECONDS))));
    }

    /** Half of the requests pass there: as many go on from the line as it has turns. */
    @Test
    void whereAPartOfTheRequestsPassWhoGoesOnFromTheLineIsCounted() {
        Seen seen = Seen.during(SECONDS)
                .pool(callers(36)
                        .waits(Activity.AWAITING_OTHER, "java.util.concurrent.CompletableFuture", 36, LINE)
                        .at(new CallSite(LINE, Activity.AWAITING_OTHER, 36, OptionalDouble.of(24.5))))
                .pool(asleep("dispatcher", 0.5))
                .looks("dispatcher", always(1));
        Diagnosis diagnosis = diagnosis(seen);

        namesTheDispatcher(diagnosis);
        assertThat(diagnosis.summary()).contains("25 times/s", "24.5/s go on from " + LINE);
    }

    @Test
    void aRateOfItsOwnIsAThreadOfTheBackground() {
        namesNoPool(diagnosis(seen(asleep("dispatcher", 1.2))));
        namesNoPool(diagnosis(seen(asleep("dispatcher", 0.02))));
        namesNoPool(diagnosis(seen(asleep("dispatcher", 40))));
    }

    @Test
    void whereNobodyWaitsButWhoHasHisTurnThereIsRoom() {
        namesNoPool(diagnosis(seen(asleep("dispatcher", 1), 1)));
    }

    @Test
    void whoWaitsForOthersDoesNotServe() {
        namesNoPool(diagnosis(
                seen(dispatcher("dispatcher", 1).waits(Activity.AWAITING_OTHER, "unknown", 1, "shop.Orders.next:9"))));
    }

    @Test
    void whoseNumberVariesIsNotAlwaysAtWork() {
        int[] looks = always(1);
        for (int i = 0; i < looks.length; i += 4) {
            looks[i] = 0;
        }
        Seen seen = Seen.during(SECONDS)
                .pool(callers(36).waits(Activity.AWAITING_OTHER, "java.util.concurrent.CompletableFuture", 36, LINE))
                .pool(asleep("dispatcher", 1))
                .looks("dispatcher", looks);
        namesNoPool(diagnosis(seen));
    }

    @Test
    void ofTwoNeitherIsNamed() {
        namesNoPool(
                diagnosis(seen(asleep("dispatcher", 1)).pool(asleep("other", 1)).looks("other", always(1))));
    }

    private static Seen withLine() {
        return Seen.during(SECONDS)
                .pool(callers(36).waits(Activity.AWAITING_OTHER, LINE, 36, LINE))
                .pool(asleep("dispatcher", 1))
                .looks("dispatcher", always(1))
                .resource(resource(LINE, StationKind.UNKNOWN)
                        .awaiting(Activity.AWAITING_OTHER)
                        .full(4, 36)
                        .holdersAt("shop.Stock.look:3"));
    }

    /** 80 ms elsewhere after a turn of 20 ms each: four are there in every look, and no more than four would be let in. */
    @Test
    void asManyAsAreLetPastByThoseWhoServeAreNoBound() {
        namesTheDispatcher(diagnosis(withLine()));
    }

    /** It is at work with one user as well, so nobody takes a turn there: the line keeps its bound. */
    @Test
    void aThreadOfTheBackgroundTakesNoBoundAway() {
        Load.Closed load = Counts.closed(USERS, 0, new Until.Iterations(10));
        Seen alone = Seen.during(SECONDS)
                .pool(tomcat(200).active(1).completed(500).doing(Activity.SLEEPING, 1, "shop.Stock.look:3"))
                .pool(asleep("dispatcher", 1));
        Diagnosis diagnosis = Measured.run(load, X, 0.8, SECONDS, withLine())
                .alone(0.1, alone)
                .diagnosis();
        assertThat(diagnosis.bindingLimit())
                .as(diagnosis.summary())
                .contains(new Limit(LimitKind.UNKNOWN, LINE, LINE, OptionalInt.of(4)));
    }

    /** Who gets 10 responses/s. */
    private static Seen oneUser() {
        return Seen.during(SECONDS)
                .pool(tomcat(200)
                        .active(1)
                        .completed(10 * SECONDS)
                        .waits(Activity.AWAITING_OTHER, "java.util.concurrent.CompletableFuture", 0.2, LINE)
                        .doing(Activity.SLEEPING, 0.8, "shop.Stock.look:3"));
    }

    /** @param waits that it begins with one user, who gets 10 responses/s */
    private static Diagnosis withOneUser(double waits) {
        Load.Closed load = Counts.closed(USERS, 0, new Until.Iterations(10));
        Seen alone = oneUser()
                .pool(pool("dispatcher", StationKind.OTHER, 1)
                        .queueUnseen()
                        .active(0.3)
                        .waitsBegun(waits * SECONDS)
                        .doing(Activity.SLEEPING, 0.3, "shop.Orders.price:7"));
        return Measured.run(load, X, 0.8, SECONDS, seen(asleep("dispatcher", 1)))
                .alone(0.1, alone)
                .diagnosis();
    }

    @Test
    void withOneUserItWaitsForTheNextRequestAsWell() {
        namesTheDispatcher(withOneUser(20));
    }

    /** Its executor counts tasks, and each of them waits four times: as many tasks as requests, with one user as under load. */
    @Test
    void whereTasksAreCountedWaitsOfOneUserAreNotComparedWithThem() {
        Load.Closed load = Counts.closed(USERS, 0, new Until.Iterations(10));
        Seen alone = oneUser()
                .pool(pool("dispatcher", StationKind.OTHER, 1)
                        .queueUnseen()
                        .active(0.3)
                        .completed(10 * SECONDS)
                        .waitsBegun(5 * 10 * SECONDS)
                        .doing(Activity.SLEEPING, 0.3, "shop.Orders.price:7"));
        Diagnosis diagnosis = Measured.run(
                        load, X, 0.8, SECONDS, seen(asleep("dispatcher", 4).completed(X * SECONDS)))
                .alone(0.1, alone)
                .diagnosis();

        namesTheDispatcher(diagnosis);
    }

    /** They are tasks, and not waits, that are as many as the requests. */
    @Test
    void whereTasksAreCountedThatIsSaid() {
        Diagnosis diagnosis = diagnosis(seen(asleep("dispatcher", 4).completed(X * SECONDS)));

        namesTheDispatcher(diagnosis);
        assertThat(diagnosis.summary()).doesNotContain("they wait 50 times/s");
    }

    /** A thread that wakes 50 times/s wakes so with one user, too, or it began to under load: that X is 50/s as well is chance. */
    @Test
    void aClockThatHappensToGoAsFastServesNobody() {
        namesNoPool(withOneUser(50));
        namesNoPool(withOneUser(0));
    }

    /** As a worker of Vert.x that takes its orders in one task that does not end. */
    @Test
    void aTaskThatIsALoopCountsNoTurns() {
        namesTheDispatcher(diagnosis(seen(asleep("dispatcher", 1.02).completed(0))));
        namesTheDispatcher(diagnosis(seen(asleep("dispatcher", 1.02).completed(2))));
    }

    /** Of event loops that hand their requests over: nobody waits for the dispatcher on a thread. */
    private static Seen handedOver(double waitsPerRequest) {
        return Seen.during(SECONDS)
                .pool(pool("loops", StationKind.EVENT_LOOPS, 4).active(0.2))
                .pool(asleep("dispatcher", waitsPerRequest))
                .looks("dispatcher", always(1));
    }

    @Test
    void oneThreadAsleepIsNamedByItsTurnsThoughNobodyIsSeenToWaitForIt() {
        namesTheDispatcher(diagnosis(handedOver(1)));
    }

    @Test
    void oneThreadAsleepThatGoesByAnotherClockIsNot() {
        namesNoPool(diagnosis(handedOver(0.4)));
    }

    @Test
    void threadsOfTheBackgroundThatWaitForItAreNoRequests() {
        namesNoPool(diagnosis(Seen.during(SECONDS)
                .pool(pool("letters", StationKind.OTHER, 4)
                        .queueUnseen()
                        .active(4)
                        .waits(Activity.AWAITING_POOL, "dispatcher", 4, "shop.Letters.put:9"))
                .pool(asleep("dispatcher", 0.4))
                .looks("dispatcher", always(1))));
        namesNoPool(diagnosis(Seen.during(SECONDS)
                .pool(asleep("dispatcher", 0.4).queue(0.2, 0))
                .looks("dispatcher", always(1))));
    }

    private static Seen.PoolBuilder readers(StationKind kind, int threads, String from) {
        return pool("readers", kind, threads)
                .queueUnseen()
                .active(threads)
                .waits(Activity.AWAITING_DOWNSTREAM, from, threads, "shop.Child.read:36");
    }

    private static Seen besideLoops(Seen.PoolBuilder pool, int threads) {
        return Seen.during(SECONDS)
                .pool(pool("loops", StationKind.EVENT_LOOPS, 4).active(0.2))
                .pool(pool)
                .looks("readers", always(threads));
    }

    /** Of a child's output each line is a read. */
    @Test
    void whoReadsFromAPipeServesNobody() {
        namesNoPool(diagnosis(besideLoops(readers(StationKind.OTHER, 1, Peers.FILES), 1)));
        namesNoPool(diagnosis(besideLoops(readers(StationKind.OTHER, 5, Peers.FILES), 5)));
        namesNoPool(diagnosis(besideLoops(readers(StationKind.EXECUTOR, 5, Peers.FILES), 5)));
    }

    /** A read of a pipe that runs by its state, as no call of the system tells whether it waits. */
    @Test
    void whoRunsWithoutTheProcessorWaitsInACallThatNobodyKnows() {
        Seen.PoolBuilder runs = pool("readers", StationKind.OTHER, 1)
                .queueUnseen()
                .active(1)
                .doing(Activity.RUNNING, 1, "shop.Child.read:36");
        namesNoPool(diagnosis(besideLoops(runs, 1).processor(0.7, 0, 0)));
        namesTheReaders(1, besideLoops(runs, 1).processor(1.1, 0, 0));
    }

    /** As one that listens for events. */
    @Test
    void oneThatStandsAtASocketIsNamedByItsCallsOrTurnsAlone() {
        namesNoPool(diagnosis(besideLoops(readers(StationKind.OTHER, 1, EVENTS), 1)));
        namesNoPool(
                diagnosis(besideLoops(readers(StationKind.OTHER, 1, EVENTS), 1).calls(EVENTS, 2, 0.5)));
        namesTheReaders(1, besideLoops(readers(StationKind.OTHER, 1, EVENTS), 1).calls(EVENTS, X, 1.0 / X));
        namesTheReaders(1, besideLoops(readers(StationKind.OTHER, 1, EVENTS).waitsBegun(X * SECONDS), 1));
    }

    @Test
    void severalThatStandAtASocketMayServe() {
        namesTheReaders(5, besideLoops(readers(StationKind.OTHER, 5, EVENTS), 5));
    }

    private static void namesTheReaders(int threads, Seen seen) {
        Diagnosis diagnosis = diagnosis(seen);
        assertThat(diagnosis.bindingLimit())
                .as(diagnosis.summary())
                .contains(new Limit(LimitKind.WORKER_POOL, "readers", "readers", OptionalInt.of(threads)));
    }

    /** By thread dumps, which show no tasks: one thread that makes reports by a clock, always late. */
    @Test
    void anExecutorsOneThreadIsNamedByItsTurnsAloneWhereNobodyCountsTasks() {
        namesNoPool(diagnosis(besideLoops(late(0.2), 1)));
        Diagnosis diagnosis = diagnosis(besideLoops(late(1), 1));
        assertThat(diagnosis.bindingLimit().map(Limit::pool))
                .as(diagnosis.summary())
                .contains("readers");
    }

    private static Seen.PoolBuilder late(double waitsPerRequest) {
        return pool("readers", StationKind.EXECUTOR, 1)
                .queueUnseen()
                .active(1)
                .waitsBegun(waitsPerRequest * X * SECONDS)
                .doing(Activity.SLEEPING, 1, "shop.Reports.make:5");
    }

    /** By thread dumps: an executor's threads are all at work, and neither tasks nor queue are counted. Its callers wait in a library's future; one thread of the background waits for room where they put. */
    @Test
    void anExecutorOfWhichNothingIsCountedIsNamedByItsTurns() {
        Diagnosis diagnosis = diagnosis(engravers(1));
        assertThat(diagnosis.bindingLimit())
                .as(diagnosis.summary())
                .contains(new Limit(LimitKind.WORKER_POOL, "engravers", "engravers", OptionalInt.of(4)));
        assertThat(diagnosis.summary()).contains("50 times/s");
        assertThat(diagnosis(engravers(1.3)).bindingLimit()).isEmpty();
    }

    private static Seen engravers(double waitsPerRequest) {
        return Seen.during(SECONDS)
                .pool(pool("front", StationKind.EXECUTOR)
                        .queueUnseen()
                        .active(USERS)
                        .doing(Activity.SLEEPING, 4, "shop.Stock.look:3")
                        .waits(Activity.AWAITING_OTHER, "unknown", 36, LINE))
                .pool(pool("engravers", StationKind.EXECUTOR, 4)
                        .queueUnseen()
                        .active(4)
                        .waitsBegun(waitsPerRequest * X * SECONDS)
                        .doing(Activity.SLEEPING, 4, "shop.Scores.render:5"))
                .pool(pool("scan", StationKind.OTHER, 1)
                        .queueUnseen()
                        .active(1)
                        .waits(Activity.AWAITING_POOL, "front", 1, "shop.Scores.scan:9"))
                .looks("engravers", always(4));
    }

    /** As of a client that lets eight of its calls out at a time, to workers of the same JVM that have room. */
    @Test
    void beforeAPoolThatHasRoomWhatMostAreSeenToWaitForIsWhatLetsThemPast() {
        Diagnosis diagnosis = diagnosis(callee("shop.Turnstile"));
        assertThat(diagnosis.bindingLimit())
                .as(diagnosis.summary())
                .contains(new Limit(LimitKind.UNKNOWN, "shop.Turnstile", "shop.Turnstile", OptionalInt.of(8)));
        assertThat(diagnosis.summary()).contains("8 of 120 callee threads", "wait for shop.Turnstile");
    }

    @Test
    void atALineTheyMayWaitForTheirAnswers() {
        assertThat(diagnosis(callee(LINE)).bindingLimit())
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("callee"));
    }

    /** @param door of which nothing is known but how many wait for it */
    private static Seen callee(String door) {
        return Seen.during(SECONDS)
                .pool(tomcat(200)
                        .active(USERS)
                        .completed(X * SECONDS)
                        .waits(Activity.AWAITING_OTHER, door, USERS - 8, LINE)
                        .doing(Activity.SLEEPING, 8, "shop.Stock.look:3"))
                .pool(pool("callee", StationKind.EXECUTOR, 120)
                        .active(8)
                        .completed(X * SECONDS)
                        .doing(Activity.SLEEPING, 8, "shop.Orders.price:7"))
                .resource(resource(door, StationKind.UNKNOWN).used(0, USERS - 8))
                .looks("callee", always(8));
    }
}

package dev.headroom.core.evidence;

import static dev.headroom.core.testing.Seen.pool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Counted;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Event loops of a running JVM hand 45 requests on, nobody sees to whom: 319 are answered a second. Two workers of another pool are always at work, for 28 ms each. */
class AsyncDispatchTest {

    private static final double SECONDS = 10;
    private static final double ANSWERS = 319;

    private static Diagnosis diagnosed(double queued, double tasksPerSecond, Seen.PoolBuilder... others) {
        return diagnosed(index(queued, tasksPerSecond), others);
    }

    private static Seen.PoolBuilder index(double queued, double tasksPerSecond) {
        return pool("index", StationKind.EXECUTOR)
                .maximum(2)
                .active(2)
                .saturated(1)
                .queue(queued, 0)
                .completed(tasksPerSecond * SECONDS)
                .byClock(2 / tasksPerSecond)
                .doing(Activity.SLEEPING, 2, "shop.Index.write:16");
    }

    private static Diagnosis diagnosed(Seen.PoolBuilder index, Seen.PoolBuilder... others) {
        Seen seen = Seen.during(SECONDS)
                .pool(pool("event-loops", StationKind.EVENT_LOOPS).maximum(1).active(0.2))
                .pool(index);
        for (Seen.PoolBuilder other : others) {
            seen.pool(other);
        }
        Counted counted = Counts.byKernel(ANSWERS, 5, 45);
        return Measured.observed(seen, counted);
    }

    private static Seen.PoolBuilder many() {
        return pool("many", StationKind.EXECUTOR)
                .maximum(150)
                .active(44.5)
                .queue(0.3, 0)
                .completed(ANSWERS * SECONDS)
                .byClock(0.14)
                .doing(Activity.SLEEPING, 44.5, "shop.Order.place:12");
    }

    /** It has a task of each request, done beside its answer, and its queue was empty in every look. */
    @Test
    void anExecutorThatShowsAnEmptyQueueHoldsNobody() {
        Seen.PoolBuilder clerks = pool("clerk", StationKind.EXECUTOR)
                .maximum(4)
                .active(3.65)
                .queue(0, 0)
                .queueMax(0)
                .completed(ANSWERS * SECONDS)
                .byClock(3.65 / ANSWERS)
                .doing(Activity.SLEEPING, 3.65, "shop.Album.keep:13");

        Diagnosis found = diagnosed(clerks);

        assertThat(found.account().places()).noneMatch(place -> place.kind() == Place.Kind.QUEUED);
    }

    @Test
    void aPoolWithATaskForEachRequestInFlightMayHoldThem() {
        assertThat(diagnosed(43, ANSWERS).bindingLimit())
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("index"));
    }

    /** A timer's task that takes longer than its period is always at work; so are those whose tasks hand in the next. */
    @Test
    void whoHasNoTaskOfMostRequestsKeepsNobody() {
        assertThat(diagnosed(0, ANSWERS / 5).bindingLimit()).isEmpty();
        assertThat(diagnosed(index(30, ANSWERS / 2).queueMax(31)).bindingLimit())
                .isEmpty();
        assertThat(diagnosed(index(30, ANSWERS / 2).queueMax(36)).bindingLimit())
                .as("it comes and goes")
                .isPresent();
        assertThat(diagnosed(0, ANSWERS).bindingLimit())
                .as("a task of each")
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("index"));
    }

    @Test
    void moreTasksThanRequestsAreSomebodyElses() {
        assertThat(diagnosed(58, 71).verdict()).isNotEqualTo(Verdict.LIMIT);
        assertThat(diagnosed(58, 71, many()).verdict()).isNotEqualTo(Verdict.LIMIT);
        assertThat(diagnosed(88, 2 * ANSWERS).bindingLimit())
                .as("two of each request")
                .isPresent();
    }

    @Test
    void whoHasATaskForEachAnswerHoldsThemBeforeWhoHasNot() {
        assertThat(diagnosed(43, 71, many()).verdict()).isNotEqualTo(Verdict.LIMIT);
    }

    /** The pool is full, so m / (V S) is X whoever asks for its tasks. */
    @Test
    void whereFewerTasksThanRequestsAreDoneItIsNoMoreThanSuspected() {
        assertThat(diagnosed(42, 71).standing()).isEqualTo(Standing.SUSPECTED);
    }

    /** As a worker of Vert.x that copies files, each of which is handed in when another is done. */
    @Test
    void aQueueThatIsAsLongAllTheWhileThoughRequestsComeAndGoIsNotOfRequests() {
        assertThat(diagnosed(index(29, 71)).verdict()).isEqualTo(Verdict.LIMIT);
        assertThat(diagnosed(index(29, 71).queueMax(29.02)).verdict()).isNotEqualTo(Verdict.LIMIT);
        assertThat(diagnosed(index(29, ANSWERS).queueMax(29.02)).verdict())
                .as("each request has one, and what follows takes equally long for all")
                .isEqualTo(Verdict.LIMIT);
        assertThat(diagnosed(index(42.5, 71).queueMax(42.6)).verdict())
                .as("nobody is elsewhere")
                .isEqualTo(Verdict.LIMIT);
    }

    /** As the thread with which Pekko's TCP client selects. */
    @Test
    void aPoolWhoseOnlyTaskNeverEndsHoldsNoRequest() {
        Seen seen = Seen.during(SECONDS)
                .pool(pool("event-loops", StationKind.EVENT_LOOPS).maximum(2).active(0.07))
                .pool(pool("selector", StationKind.EXECUTOR)
                        .maximum(1)
                        .active(1)
                        .queue(0, 0)
                        .completed(0)
                        .doing(Activity.IDLE, 0.99)
                        .doing(Activity.RUNNING, 0.01));
        Counted counted = Counts.byKernel(97.5, 2, 50);

        assertThat(Measured.observed(seen, counted).verdict()).isNotEqualTo(Verdict.LIMIT);
    }

    private static Seen.PoolBuilder keepsTheJvmAlive(double waitsBegun) {
        return pool("keep", StationKind.OTHER)
                .queueUnseen()
                .maximum(1)
                .active(1)
                .waitsBegun(waitsBegun)
                .doing(Activity.SLEEPING, 1, "shop.Main.main:38");
    }

    private static List<Place> places(Seen.PoolBuilder... pools) {
        Seen seen = Seen.during(SECONDS);
        for (Seen.PoolBuilder one : pools) {
            seen.pool(one);
        }
        Counted counted = Counts.byKernel(ANSWERS, 5, 45);
        return Measured.observed(seen, counted).account().places();
    }

    /** Where no request has a thread, the only one that is always at work is that which never ends. */
    @Test
    void aThreadThatStandsStillHasNoRequests() {
        Seen.PoolBuilder loops =
                pool("event-loops", StationKind.EVENT_LOOPS).maximum(1).active(0.2);
        assertThat(places(loops, keepsTheJvmAlive(0)))
                .as("that are handed on")
                .extracting(Place::name)
                .doesNotContain("keep");
        Seen.PoolBuilder timers =
                pool("timers", StationKind.EXECUTOR).maximum(1).active(0.02).completed(ANSWERS * SECONDS);
        assertThat(places(timers, keepsTheJvmAlive(0)))
                .as("that come in")
                .extracting(Place::name)
                .doesNotContain("keep");
        assertThat(places(loops, keepsTheJvmAlive(ANSWERS * SECONDS)))
                .as("that sleeps for each")
                .extracting(Place::name)
                .contains("keep");
    }

    /** As one that hands on what a process beside prints. */
    @Test
    void aThreadThatReadsFromAPipeHasNoRequests() {
        Seen.PoolBuilder loops =
                pool("event-loops", StationKind.EVENT_LOOPS).maximum(1).active(0.2);
        Seen.PoolBuilder reader =
                pool("reader", StationKind.OTHER).queueUnseen().maximum(1).active(1);
        assertThat(places(loops, reader.waits(Activity.AWAITING_DOWNSTREAM, Peers.FILES, 1)))
                .extracting(Place::name)
                .doesNotContain("reader");
    }

    private static double at(String line, Seen seen) {
        Counted counted = Counts.byKernel(ANSWERS, 5, 45);
        return Measured.observed(seen, counted).account().places().stream()
                .filter(place -> place.name().equals(line))
                .mapToDouble(Place::requests)
                .sum();
    }

    private static Seen.PoolBuilder threads(double waiting) {
        return pool("workers", StationKind.OTHER)
                .queueUnseen()
                .active(waiting)
                .waits(Activity.AWAITING_OTHER, "", waiting, "shop.Files.parse:83");
    }

    /** As the workers of Grizzly, which are idle in part: so nobody knows how many there may be. */
    @Test
    void threadsThatNoPoolOwnsHoldTheRequestsWhereAsManyAreAtWork() {
        Seen.PoolBuilder delays = pool("delays", StationKind.EXECUTOR)
                .active(1)
                .waits(Activity.AWAITING_OTHER, "", 1, "http.Delays.run:30");
        Seen seen = Seen.during(SECONDS)
                .pool(pool("event-loops", StationKind.EVENT_LOOPS).maximum(1).active(0.1))
                .pool(delays);
        assertThat(at("shop.Files.parse:83", seen.pool(threads(44.8)))).isCloseTo(44.8, within(0.5));
        Seen few = Seen.during(SECONDS)
                .pool(pool("event-loops", StationKind.EVENT_LOOPS).maximum(1).active(0.1))
                .pool(threads(20));
        assertThat(at("shop.Files.parse:83", few)).isZero();
    }

    private static Diagnosis blocked(double virtual) {
        Seen seen = Seen.during(SECONDS)
                .pool(pool("event-loops", StationKind.EVENT_LOOPS)
                        .maximum(12)
                        .active(12)
                        .waits(Activity.AWAITING_DOWNSTREAM, "10.0.0.7:80", 12, "shop.Line.ask:149"))
                .pool(pool("virtual-threads", StationKind.VIRTUAL_THREADS)
                        .active(virtual)
                        .doing(Activity.SLEEPING, virtual, "shop.Stock.look:3"));
        Counted counted = Counts.byKernel(ANSWERS, 5, 45);
        return Measured.observed(seen, counted);
    }

    /** A controller that calls on the loops of its server, which read no other request meanwhile. */
    @Test
    void loopsThatAreAllBlockedServeTheRequestsAndNotAFewVirtualThreads() {
        assertThat(blocked(0.3).bindingLimit()).hasValueSatisfying(limit -> {
            assertThat(limit.pool()).isEqualTo("event-loops");
            assertThat(limit.workers()).hasValue(12);
        });
        assertThat(blocked(40).bindingLimit().filter(limit -> limit.pool().equals("event-loops")))
                .isEmpty();
    }

    /** One loop of a client is always in a call to a database, beside loops of a server that have room. */
    private static Diagnosis client(double unread, double calls) {
        Seen seen = Seen.during(SECONDS)
                .unread(unread, 45)
                .pool(pool("server", StationKind.EVENT_LOOPS).maximum(2).active(0.6))
                .pool(pool("client", StationKind.EVENT_LOOPS)
                        .maximum(1)
                        .active(1)
                        .waits(Activity.AWAITING_DOWNSTREAM, "10.0.0.7:80", 1, "shop.Line.store:9"))
                .calls("10.0.0.7:80", calls, 1 / calls);
        return Measured.observed(seen, Counts.byKernel(ANSWERS, 5, 45));
    }

    /** As of messages that are stored in a callback, while requests wait for something that nobody knows. */
    @Test
    void theLoopOfAClientThatMakesFewCallsIsNotWhereRequestsEnter() {
        Diagnosis found = client(0, 50);
        assertThat(found.bindingLimit()).as(found.summary()).isEmpty();
        assertThat(isSaidToHoldRequests(found)).isFalse();
        assertThat(client(0, ANSWERS).bindingLimit())
                .as("an executor of events has a queue of its own")
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("client"));
        assertThat(isSaidToHoldRequests(client(30, 50)))
                .as("requests lie unread: not all of them need a call")
                .isTrue();
    }

    private static boolean isSaidToHoldRequests(Diagnosis found) {
        return found.account().places().stream()
                .anyMatch(place ->
                        place.name().equals("10.0.0.7:80") || place.name().equals("client"));
    }

    /** Four threads of a batch have 56 tasks, and of 60 requests 45 wait in the queue of a pool of connections. */
    private static Diagnosis batch(Seen.PoolBuilder requests) {
        Seen seen = Seen.during(SECONDS)
                .pool(requests)
                .pool(pool("batch", StationKind.EXECUTOR)
                        .maximum(4)
                        .active(4)
                        .saturated(1)
                        .queue(52, 0)
                        .completed(200 * SECONDS)
                        .byClock(0.02)
                        .doing(Activity.SLEEPING, 4, "shop.Batch.write:16"))
                .resource(Seen.resource("r2dbc", StationKind.CONNECTION_POOL)
                        .full(10, 45)
                        .awaiting(Activity.IDLE)
                        .taken(150 * SECONDS));
        return Measured.observed(seen, Counts.byKernel(150, 2, 60));
    }

    private static void isBoundByConnections(Diagnosis found) {
        assertThat(found.bindingLimit())
                .as(found.summary())
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("r2dbc"));
        assertThat(found.account().places())
                .filteredOn(place -> place.name().equals("r2dbc"))
                .extracting(Place::requests)
                .allSatisfy(here -> assertThat(here).isCloseTo(45, within(1e-6)));
    }

    @Test
    void whoWaitsByAResourcesOwnCountHasNoTaskInAPoolThatIsInferred() {
        isBoundByConnections(
                batch(pool("event-loops", StationKind.EVENT_LOOPS).maximum(2).active(0.5)));
    }

    @Test
    void threadsThatWaitForFuturesWaitForWhatCountsThemBeforeAPoolThatIsInferred() {
        isBoundByConnections(batch(pool("http", StationKind.SERVLET_WORKERS)
                .maximum(200)
                .active(60)
                .completed(150 * SECONDS)
                .waits(Activity.AWAITING_POOL, "", 60, "shop.Order.place:12")));
    }
}

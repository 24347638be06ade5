package dev.headroom.core.evidence;

import static dev.headroom.core.testing.Seen.pool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Counted;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Event loops of a running JVM hand 45 requests on, nobody sees to whom. 200 are answered a second, and three workers are busy in every look. */
class BystandersTest {

    private static final double SECONDS = 10;

    private static Optional<String> named(Seen.PoolBuilder workers, Seen.PoolBuilder... others) {
        Seen seen = Seen.during(SECONDS)
                .pool(pool("event-loops", StationKind.EVENT_LOOPS).maximum(4).active(0.1))
                .pool(workers.maximum(3).active(3).saturated(1).queueUnseen());
        Arrays.stream(others).forEach(seen::pool);
        Counted counted = Counts.byKernel(200, 1, 45);
        return Measured.observed(seen, counted).bindingLimit().map(Limit::pool);
    }

    private static Seen.PoolBuilder asleep(double perSecond) {
        return sleeping(StationKind.EXECUTOR, perSecond);
    }

    private static Seen.PoolBuilder sleeping(StationKind kind, double perSecond) {
        return pool("sink", kind).waitsBegun(perSecond * SECONDS).doing(Activity.SLEEPING, 3, "shop.Slip.write:16");
    }

    @Test
    void whoSleepsForEachRequestMayServeThem() {
        assertThat(named(asleep(200))).hasValue("sink");
    }

    @Test
    void whoSleepsForTwoOfThreeDoesNotServeThemAll() {
        assertThat(named(asleep(133))).isEmpty();
    }

    /** Three pollers that sleep for 1 ms and look whether there is anything: 15 waits for each request that is answered. */
    @Test
    void whoSleepsForFifteenTimesAsManyAsAreAnsweredServesNobody() {
        assertThat(named(asleep(3000))).isEmpty();
    }

    /** Three pollers that sleep for 10 ms. */
    @Test
    void whoSleepsForSomeRequestsOnceAndForOthersTwiceGoesByTheClock() {
        assertThat(named(asleep(400))).hasValue("sink");
        assertThat(named(asleep(300))).isEmpty();
    }

    /** Three threads that have pictures made in parallel, in turn, for nobody's request. */
    @Test
    void thatAFewWaitForItMakesItNobodys() {
        Seen.PoolBuilder few = pool("album", StationKind.OTHER)
                .maximum(3)
                .active(3)
                .queueUnseen()
                .waits(Activity.AWAITING_POOL, "sink", 3, "shop.Album.make:13");
        assertThat(named(sleeping(StationKind.FORK_JOIN, 70), few)).isEmpty();
        assertThat(named(sleeping(StationKind.EXECUTOR, 70), few)).isEmpty();
        assertThat(named(sleeping(StationKind.FORK_JOIN, 200), few)).hasValue("sink");
    }

    @Test
    void whoComputesBeginsNoWait() {
        assertThat(named(pool("sink", StationKind.EXECUTOR).waitsBegun(0).doing(Activity.RUNNING, 3)))
                .hasValue("sink");
    }

    @Test
    void aLockOrASocketIsWaitedForWithoutBeingCounted() {
        assertThat(named(pool("sink", StationKind.EXECUTOR)
                        .waitsBegun(0)
                        .doing(Activity.AWAITING_DOWNSTREAM, 3, "shop.Mail.send:3")))
                .hasValue("sink");
    }

    /** As c3p0 does: whoever gives a connection back wakes all that wait for one. */
    @Test
    void whoIsWokenInVainMayWaitAnyNumberOfTimes() {
        assertThat(named(pool("sink", StationKind.EXECUTOR)
                        .waitsBegun(20 * 200 * SECONDS)
                        .doing(Activity.AWAITING_OTHER, 3, "shop.Slip.take:9")))
                .hasValue("sink");
    }

    /** As the consumers of an endpoint of Apache Camel: five pools of one thread each. */
    @Test
    void poolsWhoseNamesDifferByANumberShareTheRequests() {
        Seen seen = Seen.during(SECONDS)
                .pool(pool("event-loops", StationKind.EVENT_LOOPS).maximum(4).active(0.1));
        for (int i = 1; i <= 5; i++) {
            seen.pool(pool("sink #" + i, StationKind.EXECUTOR)
                    .maximum(1)
                    .active(1)
                    .saturated(1)
                    .queueUnseen()
                    .waitsBegun(40 * SECONDS)
                    .doing(Activity.SLEEPING, 1, "shop.Slip.write:16"));
        }
        assertThat(bystanders(seen)).isEmpty();
    }

    /** Consumers of two queues, the one with orders and the other with what became of them: their names differ by a number, and both serve every request. */
    @Test
    void orEachOfThemServesEveryRequest() {
        Seen seen = Seen.during(SECONDS)
                .pool(pool("event-loops", StationKind.EVENT_LOOPS).maximum(4).active(0.1))
                .pool(pool("consumers #0", StationKind.OTHER)
                        .active(3)
                        .waitsBegun(200 * SECONDS)
                        .doing(Activity.SLEEPING, 3, "shop.Slip.write:16"))
                .pool(pool("consumers #1", StationKind.OTHER)
                        .active(2)
                        .waitsBegun(136 * SECONDS)
                        .doing(Activity.AWAITING_OTHER, 2));
        assertThat(bystanders(seen)).isEmpty();
    }

    /** Of 200 requests a second. */
    private static Set<String> bystanders(Seen seen) {
        Workload load = Measurement.observed(seen.observation(), Optional.of(Counts.byKernel(200, 1, 45)))
                .workload();
        return Bystanders.in(seen.observation(), load);
    }
}

package dev.headroom.core.evidence;

import static dev.headroom.core.testing.Seen.pool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** 45 users of a service that calls another, beside a thread of the background whose queue is never empty, and whose task is a lambda of the method that waits for the call. */
class BackgroundWorkTest {

    private static final Load.Closed LOAD = Counts.closed(45, 0, new Until.Iterations(10));

    private static Diagnosis diagnosis(double throughput, double working, String line) {
        return Measured.run(
                        LOAD, Counts.of(LOAD, throughput, 45 / throughput, 50), seen(35, 10, 1, "shop.Slip.write:16"))
                .alone(0.132, seen(0.68, 0.28, working, line))
                .diagnosis();
    }

    private static Seen seen(double waiting, double sleeping, double working, String line) {
        return Seen.during(50)
                .pool(pool("virtual-threads", StationKind.VIRTUAL_THREADS)
                        .active(waiting + sleeping)
                        .waits(Activity.AWAITING_POOL, "clerk", waiting, "shop.Shop.lambda$main$1:27")
                        .doing(Activity.SLEEPING, sleeping, "shop.Work.nap:16"))
                .pool(pool("clerk", StationKind.OTHER)
                        .maximum(1)
                        .active(working)
                        .saturated(working >= 1 ? 1 : 0)
                        .doing(Activity.SLEEPING, working, line));
    }

    @Test
    void whoIsAsBusyWithOneUserWorksForNobodysRequest() {
        Diagnosis found = diagnosis(334, 1, "shop.Slip.write:16");

        assertThat(found.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(found.next())
                .hasValueSatisfying(
                        next -> assertThat(next.limit().kind()).isEqualTo(LimitKind.CPU)); // none of its pools
    }

    @Test
    void whereResponsesTakeMuchLongerItMayServeSeveralAtOnce() {
        assertThat(diagnosis(100, 1, "shop.Slip.write:16").verdict()).isEqualTo(Verdict.LIMIT);
    }

    /** As who writes the output of another process into a log. */
    @Test
    void whoReadsAPipeAllTheTimeServesNobody() {
        assertThat(held(reader()).bindingLimit())
                .hasValueSatisfying(limit -> assertThat(limit.kind()).isEqualTo(LimitKind.UNKNOWN));
        assertThat(held(pool("clerk", StationKind.OTHER)
                                .maximum(1)
                                .active(1)
                                .saturated(1)
                                .doing(Activity.SLEEPING, 1, "shop.Slip.write:16"))
                        .bindingLimit())
                .as("a clock that lets requests past")
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("clerk"));
    }

    /** Three that feed one, with one user as under load: his requests and the others' are somewhere else. */
    @Test
    void whoKeepsOnlyTheBackgroundWaitingWorksForIt() {
        assertThat(fed(3, 3).bindingLimit())
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isNotEqualTo("clerk"));
        assertThat(fed(0, 3).bindingLimit())
                .as("who waits for it came with the load")
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("clerk"));
        assertThat(fed(3, 3, 40).bindingLimit())
                .as("tasks of others are in its queue")
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("clerk"));
        assertThat(Evidence.of(Measured.run(LOAD, Counts.of(LOAD, 88, 0.68, 50), feeders(3, 0, 0.08, 4))
                                .alone(0.075, feeders(3, 0, 0.02, 1))
                                .measurement())
                        .observation()
                        .pools())
                .as("four times as many of it are at work under load")
                .extracting(Station::name)
                .contains("clerk");
    }

    private static Diagnosis fed(double alone, double loaded) {
        return fed(alone, loaded, 0);
    }

    private static Diagnosis fed(double alone, double loaded, double queued) {
        return Measured.run(LOAD, Counts.of(LOAD, 88, 0.68, 50), feeders(loaded, queued, 0.08, 1))
                .alone(0.075, feeders(alone, 0, 0.02, 1))
                .diagnosis();
    }

    private static Seen feeders(double waiting, double queued, double loops, double clerks) {
        Seen.PoolBuilder feeders = pool("feeder", StationKind.OTHER).maximum(3).active(waiting);
        return Seen.during(50)
                .pool(pool("loops", StationKind.EVENT_LOOPS).maximum(3).active(loops))
                .pool(
                        waiting > 0
                                ? feeders.waits(Activity.AWAITING_POOL, "clerk", waiting, "shop.Feed.put:9")
                                        .at("shop.Feed.put:9", Activity.AWAITING_POOL, waiting)
                                : feeders.doing(Activity.IDLE, 3))
                .pool(pool("clerk", StationKind.OTHER)
                        .maximum((int) clerks)
                        .active(clerks)
                        .queue(queued, 0)
                        .saturated(1)
                        .doing(Activity.SLEEPING, clerks, "shop.Slip.write:16"));
    }

    private static Seen.PoolBuilder reader() {
        return pool("clerk", StationKind.OTHER)
                .maximum(1)
                .active(1)
                .saturated(1)
                .waits(Activity.AWAITING_DOWNSTREAM, Peers.FILES, 1, "shop.Log.read:16")
                .at("shop.Log.read:16", Activity.AWAITING_DOWNSTREAM, 1);
    }

    private static Diagnosis held(Seen.PoolBuilder clerk) {
        Seen loaded = Seen.during(50)
                .pool(pool("virtual-threads", StationKind.VIRTUAL_THREADS)
                        .active(45)
                        .waits(Activity.AWAITING_POOL, "clerk", 40, "shop.Shop.lambda$main$1:27")
                        .doing(Activity.SLEEPING, 5, "shop.Work.nap:16"))
                .pool(clerk);
        Seen alone = Seen.during(50)
                .pool(pool("virtual-threads", StationKind.VIRTUAL_THREADS)
                        .active(1)
                        .doing(Activity.SLEEPING, 1, "shop.Work.nap:16"))
                .pool(clerk);
        return Measured.run(LOAD, Counts.of(LOAD, 100, 0.45, 50), loaded)
                .alone(0.05, alone)
                .diagnosis();
    }

    @Test
    void whoStandsAtAnotherLineWithOneUserMayHaveNothingToDo() {
        assertThat(diagnosis(334, 1, "shop.Slip.poll:9").bindingLimit())
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("clerk"));
    }

    /** As many as one thread that is always busy can serve. */
    @Test
    void whatItsDemandAllowsIsServedByIt() {
        assertThat(diagnosis(7.5, 1, "shop.Slip.write:16").verdict()).isEqualTo(Verdict.LIMIT);
    }

    private static Seen candidates(int threads) {
        return Seen.during(50)
                .pool(pool("event-loops", StationKind.EVENT_LOOPS).maximum(2).active(0.1))
                .pool(pool("candidates", StationKind.OTHER)
                        .maximum(threads)
                        .active(threads)
                        .doing(Activity.SLEEPING, threads, "shop.Leader.lead:45"));
    }

    private static Set<String> background(int threads) {
        Measured held = Measured.run(LOAD, Counts.of(LOAD, 100, 0.45, 50), candidates(threads))
                .alone(0.132, candidates(threads));
        return BackgroundWork.in(
                candidates(threads).observation(), candidates(threads).observation(), held.measurement());
    }

    /** Event loops hand 45 requests on, which wait for something: one thread may let them past by the clock. */
    @Test
    void moreThanOneThatWorkForOneUserWorkForSomebodyElseThoughRequestsWait() {
        assertThat(background(2)).containsExactly("candidates");
        assertThat(background(1)).isEmpty();
    }
}

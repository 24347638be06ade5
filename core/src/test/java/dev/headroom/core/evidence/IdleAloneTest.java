package dev.headroom.core.evidence;

import static dev.headroom.core.testing.Seen.pool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import org.junit.jupiter.api.Test;

/** 40 users get 50 responses/s: 20 ms of the one thread that paints, for which they wait in a way that names nobody. */
class IdleAloneTest {

    private static final Load.Closed LOAD = Counts.closed(40, 0, new Until.Iterations(10));
    private static final String LINE = "example.Page.paint:12";

    private static Seen seen(double seconds, double waiting, Seen.PoolBuilder painter) {
        return Seen.during(seconds)
                .pool(pool("callers", StationKind.VIRTUAL_THREADS)
                        .active(waiting)
                        .waits(Activity.AWAITING_POOL, "a future", waiting, LINE))
                .pool(painter);
    }

    private static Seen.PoolBuilder painter(double painting) {
        return pool("painter", StationKind.OTHER)
                .maximum(1)
                .active(1)
                .doing(Activity.SLEEPING, painting, "example.Brush.stroke:16");
    }

    private static final String WASH = "example.Brush.wash:9";

    /** @param washing of the one painter under load */
    private static Limit limit(double washing, Seen.PoolBuilder alone) {
        Seen loaded = seen(50, 40, painter(1 - washing).waits(Activity.AWAITING_OTHER, "a lock", washing, WASH));
        return Measured.run(LOAD, Counts.of(LOAD, 50, 0.8, 50), loaded)
                .alone(0.02, seen(10, 1, alone))
                .diagnosis()
                .bindingLimit()
                .orElseThrow();
    }

    private static void assertNamed(Limit limit) {
        assertThat(limit.kind()).isEqualTo(LimitKind.WORKER_POOL);
        assertThat(limit.pool()).isEqualTo("painter");
        assertThat(limit.workers()).hasValue(1);
    }

    @Test
    void whoStandsAloneWhereNobodyStandsUnderLoadHadNothingToDo() {
        assertNamed(limit(0.03, painter(0.2).waits(Activity.AWAITING_OTHER, "a queue", 0.8, "org.paint.Queue.next")));
    }

    /** Requests would wait there under load for longer, and more of them. */
    @Test
    void whoStandsAloneWhereHardlyOneStandsUnderLoadHadNothingToDo() {
        assertNamed(limit(0.03, painter(0.2).waits(Activity.AWAITING_OTHER, "a lock", 0.8, WASH)));
    }

    @Test
    void whatTheyWaitForTellsLinesWithoutCodeOfTheApplicationApart() {
        Seen loaded = seen(50, 40, painter(0.7).waits(Activity.AWAITING_OTHER, "a lock", 0.3, ""));
        Seen alone = seen(10, 1, painter(0.2).waits(Activity.AWAITING_OTHER, "a queue", 0.8, ""));
        assertNamed(Measured.run(LOAD, Counts.of(LOAD, 50, 0.8, 50), loaded)
                .alone(0.02, alone)
                .diagnosis()
                .bindingLimit()
                .orElseThrow());
    }

    @Test
    void whoIsAtWorkOrWaitsAsUnderLoadHadNoRoom() {
        assertThat(limit(0.03, painter(0.96).waits(Activity.AWAITING_OTHER, "a lock", 0.04, WASH))
                        .pool())
                .isNotEqualTo("painter");
        assertThat(limit(0.3, painter(0.2).waits(Activity.AWAITING_OTHER, "a lock", 0.8, WASH))
                        .pool())
                .isNotEqualTo("painter");
    }
}

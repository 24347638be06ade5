package dev.headroom.core.evidence;

import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.resource;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import org.junit.jupiter.api.Test;

/** 40 users get 50 responses/s: 20 ms of one consumer's time each, for which they wait in a future, and 80 ms asleep afterwards, so that four are past the wait all the while. */
class AwaitedWorkTest {

    private static final Load.Closed LOAD = Counts.closed(40, 0, new Until.Iterations(10));
    private static final String LINE = "example.Dao.load:16";

    private static Seen loaded() {
        return Seen.during(50)
                .pool(callers(36, 4).waits(Activity.AWAITING_OTHER, LINE, 36, LINE))
                .pool(consumer(1))
                .resource(resource(LINE, StationKind.UNKNOWN)
                        .type("")
                        .capacity(4)
                        .full(4, 36)
                        .awaiting(Activity.AWAITING_POOL));
    }

    /** @param waiting share of its time that one user is at the line */
    private static Seen alone(double waiting) {
        return Seen.during(10)
                .pool(callers(waiting, 1 - waiting).waits(Activity.AWAITING_POOL, "a future", waiting, LINE))
                .pool(consumer(waiting));
    }

    private static Seen.PoolBuilder callers(double waiting, double asleep) {
        return pool("virtual-threads", StationKind.VIRTUAL_THREADS)
                .active(waiting + asleep)
                .doing(Activity.SLEEPING, asleep, "example.Page.render:34");
    }

    private static Seen.PoolBuilder consumer(double busy) {
        return pool("matcher", StationKind.OTHER)
                .maximum(1)
                .active(busy)
                .doing(Activity.SLEEPING, busy, "example.Matcher.onEvent:19");
    }

    private static Diagnosis diagnosis(Seen alone) {
        return Measured.run(LOAD, Counts.of(LOAD, 50, 0.8, 50), loaded())
                .alone(0.1, alone)
                .diagnosis();
    }

    @Test
    void asManyPastALineAtWhichOneUserWaitsAsWellAreNoBound() {
        Limit limit = diagnosis(alone(0.2)).bindingLimit().orElseThrow();

        assertThat(limit.kind()).isEqualTo(LimitKind.WORKER_POOL);
        assertThat(limit.pool()).isEqualTo("matcher");
        assertThat(limit.workers()).hasValue(1);
    }

    @Test
    void whereOneUserWalksPastTheyAre() {
        Limit limit = diagnosis(alone(0)).bindingLimit().orElseThrow();

        assertThat(limit.kind()).isEqualTo(LimitKind.UNKNOWN);
        assertThat(limit.workers()).hasValue(4);
    }

    /** A buffer of twelve before something that nobody sees: with one user 25 ms of each request, with 40 of them 120 ms. */
    @Test
    void aGateWhoseHoldersWaitLongerThanOneUserDoesIsASymptom() {
        String within = "example.Sea.drift:49";
        Seen loaded = Seen.during(50)
                .pool(callers(28, 0)
                        .waits(Activity.AWAITING_OTHER, LINE, 28, LINE)
                        .waits(Activity.AWAITING_POOL, "a future", 12, within)
                        .at(within, Activity.AWAITING_POOL, 12)
                        .active(40))
                .resource(resource(LINE, StationKind.UNKNOWN)
                        .type("Buffer")
                        .capacity(12)
                        .full(12, 28)
                        .holdersAt(within)
                        .holdersWait(Activity.AWAITING_POOL, "a future", 12, within)
                        .awaiting(Activity.AWAITING_POOL));
        Seen alone = Seen.during(10)
                .pool(callers(0, 0.75)
                        .waits(Activity.AWAITING_POOL, "a future", 0.25, within)
                        .at(within, Activity.AWAITING_POOL, 0.25)
                        .active(1));

        Limit limit = Measured.run(LOAD, Counts.of(LOAD, 100, 0.4, 50), loaded)
                .alone(0.1, alone)
                .diagnosis()
                .bindingLimit()
                .orElseThrow();

        assertThat(limit.pool()).isEqualTo(within);
        assertThat(limit.workers()).isEmpty();
    }
}

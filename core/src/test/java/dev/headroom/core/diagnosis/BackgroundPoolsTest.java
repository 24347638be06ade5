package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Seen.pool;
import static org.assertj.core.api.Assertions.assertThat;

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

/** 60 users get 400 responses/s, of 0.15 s each; one user's takes 0.1 s. Six threads of the background are always at work. */
class BackgroundPoolsTest {

    private static final Load.Closed LOAD = Counts.closed(60, 0, new Until.Iterations(10));

    private static Seen seen(double seconds, double busy) {
        return Seen.during(seconds)
                .pool(pool("event-loops", StationKind.EVENT_LOOPS, 2).active(0.1))
                .pool(pool("candidate", StationKind.EXECUTOR, 6)
                        .active(busy)
                        .queue(0, 0)
                        .doing(Activity.SLEEPING, busy, "shop.Alerts.lead:34"));
    }

    private static Diagnosis diagnosis(double busyAlone) {
        return Measured.run(LOAD, 400, 0.15, 50, seen(50, 6))
                .alone(0.1, seen(10, busyAlone))
                .diagnosis();
    }

    @Test
    void whatWasFullWithOneUserAndIsWaitedForByNobodyIsNotTheRequests() {
        assertThat(diagnosis(6).bindingLimit().filter(limit -> limit.kind() == LimitKind.WORKER_POOL))
                .isEmpty();
    }

    @Test
    void whatHadRoomWithOneUserMayBe() {
        assertThat(diagnosis(0.1).bindingLimit())
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("candidate"));
    }
}

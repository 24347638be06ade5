package dev.headroom.core.evidence;

import static dev.headroom.core.testing.Seen.pool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.diagnosis.Doctor;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Counted;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Seen;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** 58 threads of a server wait for promises of a library's own, and 94 requests a second are answered. */
class TasksAwaitedTest {

    private static final double SECONDS = 12;
    private static final double ANSWERS = 94;
    private static final Counted COUNTED = Counts.byKernel(ANSWERS, 2, 60);

    private static Seen.PoolBuilder actors(double queued, double tasksPerSecond) {
        return pool("actors", StationKind.EXECUTOR)
                .maximum(8)
                .active(8)
                .saturated(1)
                .queue(queued, 0)
                .completed(tasksPerSecond * SECONDS)
                .byClock(8 / tasksPerSecond)
                .doing(Activity.SLEEPING, 8, "shop.Report.write:20");
    }

    private static Observation seen(Seen.PoolBuilder... pools) {
        Seen seen = Seen.during(SECONDS)
                .pool(pool("server", StationKind.SERVLET_WORKERS)
                        .maximum(130)
                        .active(60)
                        .completed(ANSWERS * SECONDS)
                        .waits(Activity.AWAITING_OTHER, "unknown", 57.5, "shop.Reports.report:19")
                        .doing(Activity.SLEEPING, 2.5, "shop.Times.sleep:20"));
        for (Seen.PoolBuilder other : pools) {
            seen.pool(other);
        }
        return seen.observation();
    }

    private static Optional<String> named(Seen.PoolBuilder... pools) {
        return Doctor.inspect("shop", seen(pools), Optional.of(COUNTED))
                .found()
                .bindingLimit()
                .map(Limit::pool);
    }

    @Test
    void whoseTasksAreAsManyAsWaitAndOneForEachAnswerIsWaitedFor() {
        assertThat(named(actors(49.5, ANSWERS))).hasValue("actors");
    }

    @Test
    void otherNumbersSayNothing() {
        assertThat(named(actors(30, ANSWERS))).as("fewer tasks than wait").isNotEqualTo(Optional.of("actors"));
        assertThat(named(actors(49.5, 40))).as("fewer than are answered").isNotEqualTo(Optional.of("actors"));
    }

    @Test
    void ofTwoThatFitNeitherIsNamed() {
        Seen.PoolBuilder twins = pool("twins", StationKind.EXECUTOR)
                .maximum(8)
                .active(8)
                .queue(49.5, 0)
                .completed(ANSWERS * SECONDS);
        assertThat(found(actors(49.5, ANSWERS))).isPresent();
        assertThat(found(actors(49.5, ANSWERS), twins)).isEmpty();
    }

    private static Optional<TasksAwaited> found(Seen.PoolBuilder... pools) {
        Observation seen = seen(pools);
        return TasksAwaited.in(
                seen, Measurement.observed(seen, Optional.of(COUNTED)).workload());
    }
}

package dev.headroom.core.conservation;

import static dev.headroom.core.testing.Seen.pool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import org.junit.jupiter.api.Test;

/** 40 users of a service whose handler waits for a client's promise, while a thread of the background runs another lambda of the same method. */
class WaitsElsewhereTest {

    private static final Load.Closed LOAD = Counts.closed(40, 0, new Until.Iterations(10));

    /** @param working of the background's thread, under load and with one user */
    private static Diagnosis diagnosis(double throughput, double response, double waiting, double working) {
        double aloneWaiting = 0.64;
        return Measured.run(LOAD, Counts.of(LOAD, throughput, response, 50), seen(waiting, 40 - waiting, 1))
                .alone(0.163, seen(aloneWaiting, 1 - aloneWaiting, working))
                .diagnosis();
    }

    private static Seen seen(double waiting, double sleeping, double working) {
        return Seen.during(50)
                .pool(pool("virtual-threads", StationKind.VIRTUAL_THREADS)
                        .active(waiting + sleeping)
                        .waits(Activity.AWAITING_POOL, "gardener", waiting, "village.Meadow.lambda$main$1:23")
                        .doing(Activity.SLEEPING, sleeping, "village.Meadow.nap:16"))
                .pool(pool("gardener", StationKind.OTHER)
                        .maximum(1)
                        .active(working)
                        .saturated(working >= 1 ? 1 : 0)
                        .doing(Activity.SLEEPING, working, "village.Meadow.nap:16"));
    }

    @Test
    void threadsThatIdleWhileOneUserWaitsAreNotThoseWhoServeHim() {
        Diagnosis found = diagnosis(238, 0.1675, 24, 0.14);

        assertThat(found.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(found.next()).isEmpty();
        assertThat(found.notes()).noneMatch(note -> note.contains("gardener"));
    }

    @Test
    void threadsThatWorkWhileOneUserWaitsServeHim() {
        assertThat(diagnosis(9.8, 4, 39.7, 0.64).bindingLimit())
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("gardener"));
    }

    /** A short task before a long call that no thread waits for: under load they wait for the task. */
    @Test
    void whereTheyWaitForMuchLongerUnderLoadSomebodyIsBeforeThem() {
        assertThat(diagnosis(50, 0.8, 32, 0.14).bindingLimit())
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("gardener"));
    }
}

package dev.headroom.core.rules;

import static dev.headroom.core.testing.Seen.pool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import org.junit.jupiter.api.Test;

/** 30 users get 50 responses/s of two cores that are full. */
class ProcessorsTest {

    private static final Load.Closed LOAD = Counts.closed(30, 0, new Until.Iterations(10));

    /** @param cores that one user's ten requests a second take */
    private static Diagnosis diagnosis(double cores) {
        Seen loaded = Seen.during(50)
                .pool(pool("workers", StationKind.OTHER).maximum(30).active(30).doing(Activity.RUNNING, 30))
                .processor(2, 14, 0);
        Seen alone = Seen.during(10)
                .pool(pool("workers", StationKind.OTHER).maximum(1).active(1).doing(Activity.RUNNING, 1))
                .processor(cores, 0, 0);
        return Measured.run(LOAD, Counts.of(LOAD, 50, 0.6, 50), loaded)
                .alone(0.1, alone)
                .diagnosis();
    }

    @Test
    void whatOneUsersRequestComputesIsWhatTheProcessorIsFullOf() {
        Diagnosis diagnosis = diagnosis(0.4);

        assertThat(diagnosis.bindingLimit().orElseThrow().kind()).isEqualTo(LimitKind.CPU);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUPPORTED);
    }

    /** Threads that spin for a lock use what others leave. */
    @Test
    void aProcessorThatIsFullOfSomethingElseIsSuspectedOnly() {
        Diagnosis diagnosis = diagnosis(0.03);

        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.notes()).anyMatch(note -> note.contains("With one user it would carry"));
    }
}

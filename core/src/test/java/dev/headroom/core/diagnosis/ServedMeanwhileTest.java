package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Seen.pool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** 60 users get 100 responses/s. One user's takes 100 ms: 60 ms of something that is served elsewhere, and 40 ms asleep. */
class ServedMeanwhileTest {

    private static final Load.Closed LOAD = Counts.closed(60, 0, new Load.Until.Iterations(10));
    private static final String LINE = "shop.Picture.scaled:24";

    private static Seen seen(double seconds, double waiting, double asleep) {
        return Seen.during(seconds)
                .pool(pool("virtual-threads", StationKind.VIRTUAL_THREADS)
                        .active(waiting + asleep)
                        .waits(Activity.AWAITING_OTHER, "a future", waiting, LINE)
                        .doing(Activity.SLEEPING, asleep, "shop.Page.render:34"));
    }

    private static Diagnosis read(double asleep, double waitingAlone, double errorAlone) {
        Diagnosis found = Measured.run(LOAD, Counts.of(LOAD, 100, 0.6, 50), seen(50, 60 - asleep, asleep))
                .alone(
                        0.1,
                        errorAlone,
                        Optional.of(seen(10, waitingAlone, 1 - waitingAlone).observation()))
                .diagnosis();
        assertThat(found.bindingLimit().orElseThrow().pool()).isEqualTo(LINE);
        assertThat(found.bindingLimit().orElseThrow().workers()).isEmpty();
        return ServedMeanwhile.in(found, 100, 50);
    }

    @Test
    void whatOneUsersRequestTakesThereTellsHowManyAreServedAtATime() {
        Diagnosis told = read(4, 0.6, 0.0005);

        assertThat(told.bindingLimit()).hasValueSatisfying(limit -> {
            assertThat(limit.kind()).isEqualTo(LimitKind.UNKNOWN);
            assertThat(limit.workers()).hasValue(6);
        });
        assertThat(told.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(told.notes()).anyMatch(note -> note.contains("6 are served"));
    }

    @Test
    void figuresThatDisagreeOrAreNoWholeNumberTellNothing() {
        assertThat(read(7, 0.6, 0.0005).bindingLimit().orElseThrow().workers()).isEmpty();
        assertThat(read(4.5, 0.55, 0.0005).bindingLimit().orElseThrow().workers())
                .isEmpty();
    }

    @Test
    void aResponseOfOneUserThatVariesTellsNothing() {
        assertThat(read(4, 0.6, 0.02).bindingLimit().orElseThrow().workers()).isEmpty();
    }
}

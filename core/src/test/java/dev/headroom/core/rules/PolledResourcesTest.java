package dev.headroom.core.rules;

import static dev.headroom.core.testing.Seen.resource;
import static dev.headroom.core.testing.Seen.virtualThreads;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** 56 of 60 requests sleep at one line until they find one of 4 permits, each of which is held for 0.2 s: 20 a second. */
class PolledResourcesTest {

    private static final Load.Closed LOAD = Counts.closed(60, 0, new Until.Iterations(10));

    private static Seen permits(double taken, double asleep, double work) {
        return Seen.during(50)
                .pool(virtualThreads(asleep + work)
                        .doing(Activity.SLEEPING, asleep, "shop.Again.execute:43")
                        .doing(Activity.RUNNING, work))
                .resource(resource("semaphore#1", StationKind.SEMAPHORE, 4).used(taken, 0));
    }

    private static Diagnosis diagnosed(Seen loaded, Seen alone) {
        return Measured.run(LOAD, 20, 3, 50, loaded)
                .alone(0.2, 0.01, Optional.of(alone.observation()))
                .diagnosis();
    }

    @Test
    void permitsThatAreTakenWhileNobodyQueuesAreWhatSleepersAskFor() {
        Diagnosis diagnosis = diagnosed(permits(4, 56, 4), permits(1, 0, 1));

        assertThat(diagnosis.bindingLimit()).as(diagnosis.summary()).hasValueSatisfying(limit -> {
            assertThat(limit.station()).isEqualTo("semaphore#1");
            assertThat(limit.workers()).hasValue(4);
        });
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.summary()).contains("shop.Again.execute:43");
    }

    @Test
    void notThoseOfWhichOneIsFree() {
        assertThat(named(diagnosed(permits(3.5, 56, 4), permits(1, 0, 1)))).isNotEqualTo("semaphore#1");
    }

    @Test
    void norThoseOfWhichOneUserTakesTooLittle() {
        assertThat(named(diagnosed(permits(4, 56, 4), permits(0.1, 0, 1)))).isNotEqualTo("semaphore#1");
    }

    @Test
    void norWhereOneUserSleepsThereAsWell() {
        assertThat(named(diagnosed(permits(4, 56, 4), permits(1, 0.2, 0.8)))).isNotEqualTo("semaphore#1");
    }

    private static String named(Diagnosis diagnosis) {
        return diagnosis.bindingLimit().map(Limit::station).orElse("");
    }
}

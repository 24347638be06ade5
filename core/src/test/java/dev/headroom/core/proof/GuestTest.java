package dev.headroom.core.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.proof.Campaign.Rights;
import org.junit.jupiter.api.Test;

/** What is not moved in a JVM that somebody else has started. */
class GuestTest extends Simulated {

    @Test
    void nobodyIsCalledLessInSomebodyElsesService() {
        proved(calls(), Rights.GUEST, moved -> 1);

        assertThat(done).isEmpty();
    }

    @Test
    void aPermitThatMayKeepOthersOutIsNotAddedToInSomebodyElsesService() {
        proved(permits(2), Rights.GUEST, moved -> of(moved, "semaphore#1"));
        assertThat(done).isNotEmpty();
        done.clear();
        proved(permits(1), Rights.GUEST, moved -> of(moved, "semaphore#1"));
        assertThat(done).isEmpty();
    }

    /** As an executor of one thread, which alone touches what has no lock. */
    @Test
    void norIsAThreadThatMay() {
        proved(sleeping(0.12, 2), Rights.GUEST, moved -> of(moved, TASKS));
        assertThat(done).isNotEmpty();
        done.clear();
        proved(sleeping(0.12, 1), Rights.GUEST, moved -> of(moved, TASKS));
        assertThat(done).isEmpty();
        proved(sleeping(0.12, 1), Rights.ALL, moved -> of(moved, TASKS));
        assertThat(done).as("in the lab, whose service it is").isNotEmpty();
    }

    @Test
    void ofSomebodyElsesServiceNeitherTheLoadNorWhatDoesNotComeBackIsMovedNorAnythingMadeSmaller() {
        proved(FULL_POOL, Rights.GUEST, moved -> 1);

        assertThat(done)
                .isNotEmpty()
                .allMatch(one -> one.move().up() && one.move().back() != Back.NEVER);
        done.clear();
        proved(FREE, Rights.GUEST, moved -> 1);
        assertThat(done).isEmpty();
    }
}

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

    @Test
    void ofSomebodyElsesServiceNeitherTheLoadNorWhatDoesNotComeBackIsMovedNorAnythingMadeSmaller() {
        proved(FULL_POOL, Rights.GUEST, moved -> 1);

        assertThat(done).allMatch(one -> one.move().up() && one.move().back() != Back.NEVER);
        done.clear();
        proved(FREE, Rights.GUEST, moved -> 1);
        assertThat(done).isEmpty();
    }
}

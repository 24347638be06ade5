package dev.headroom.core.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.diagnosis.Case;
import dev.headroom.core.diagnosis.Doctor;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.proof.Campaign.Rights;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Seen;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CaveatsTest extends Simulated {

    private static final String LASTS = "Whether the gain lasts was not watched";

    /** 60 requests of somebody else's, of which 6 at a time are at work for 100 ms. */
    private static Case observed() {
        Seen seen = Seen.during(60)
                .pool(tomcat(60).waitsForPool(TASKS, 60))
                .pool(tasks(6).byClock(0.1).waitsForDownstream(6))
                .lever(TOMCAT, 200, true)
                .lever(TASKS, 6, true);
        return Case.of(Doctor.inspect("shop", seen.observation(), Optional.of(Counts.byKernel(60, 1, 60))));
    }

    @Test
    void aProofUnderSomebodyElsesLoadSaysThatItDidNotWatchWhetherTheGainLasts() {
        Diagnosis diagnosis = proved(observed(), Rights.GUEST, moved -> of(moved, TASKS));
        assertThat(diagnosis.standing()).isEqualTo(Standing.PROVED);
        assertThat(diagnosis.notes()).anyMatch(note -> note.startsWith(LASTS));
    }

    @Test
    void oneUnderALoadOfOnesOwnDoesNot() {
        Diagnosis diagnosis = proved(FULL_POOL, Rights.ALL, moved -> of(moved, COMMON_POOL));
        assertThat(diagnosis.standing()).isEqualTo(Standing.PROVED);
        assertThat(diagnosis.notes()).noneMatch(note -> note.startsWith(LASTS));
    }
}

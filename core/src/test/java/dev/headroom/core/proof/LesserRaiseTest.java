package dev.headroom.core.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.diagnosis.Candidate;
import dev.headroom.core.diagnosis.Case;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Grounds;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.proof.Campaign.Rights;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Raises by less, where more came to the next limit. */
class LesserRaiseTest extends Simulated {

    @Test
    void onePoolBeforeAnUnseenLimitThatIsALittleSmallerIsNotProved() {
        // six connections before a database that serves five
        Diagnosis diagnosis = proved(FULL_POOL, Rights.ALL, moved -> Math.min(5.0 / 6, of(moved, COMMON_POOL)) * 6 / 5);

        assertThat(diagnosis.standing()).isNotEqualTo(Standing.PROVED);
    }

    /** Eleven would do as much as the next limit, of which nothing is known. */
    @Test
    void whereARaiseCameToTheNextLimitALesserOneIsTried() {
        Diagnosis diagnosis = proved(FULL_POOL, Rights.ALL, moved -> Math.min(11.0 / 7, of(moved, COMMON_POOL)));

        assertThat(done).extracting(Intervention::outcome).containsExactly(Outcome.PART, Outcome.FULL);
        assertThat(done).extracting(one -> one.move().parts().getFirst().to()).containsExactly(13.0, 9.0);
        assertThat(diagnosis.standing()).isEqualTo(Standing.PROVED);
    }

    @Test
    void aRaiseOfFewGoesUpWhereTheNextLimitIsNear() {
        Case about = Case.of(connections(0.12).measurement(), connections(0.12).diagnosis());
        for (Candidate one : about.candidates()) {
            for (int capacity = 1; capacity < 20; capacity++) {
                for (double room : new double[] {Double.NaN, 0.9, 1, 1.01, 1.1, 1.3, 1.9, 5}) {
                    Adjustable lever = new Adjustable(one.target(), capacity, true, "set");
                    Move up = new Steps(about, Double.POSITIVE_INFINITY)
                            .up(new Candidate(
                                    one.target(),
                                    one.limit(),
                                    Optional.of(lever),
                                    List.of(),
                                    Optional.empty(),
                                    Optional.empty(),
                                    0,
                                    room,
                                    one.explains(),
                                    one.explained(),
                                    one.used(),
                                    false))
                            .orElseThrow();

                    assertThat(up.up()).as("%d with room of %s", capacity, room).isTrue();
                    assertThat(up.parts().getFirst().to())
                            .isGreaterThan(capacity)
                            .isLessThanOrEqualTo(2.0 * capacity);
                }
            }
        }
    }

    @Test
    void aLesserRaiseForWhichNoTimeIsLeftChangesNothing() {
        Diagnosis told = proved(FULL_POOL, Rights.ALL, moved -> Math.min(11.0 / 7, of(moved, COMMON_POOL)));
        assertThat(told.standing()).isEqualTo(Standing.PROVED);
        Intervention untried = new Intervention(
                done.removeLast().move(),
                List.of(),
                Outcome.UNDECIDED,
                Optional.empty(),
                Optional.empty(),
                "",
                List.of());
        done.add(untried);

        Diagnosis diagnosis = Ruling.of(Case.of(FULL_POOL.measurement(), FULL_POOL.diagnosis()), done);

        assertThat(grounds(diagnosis)).isEqualTo(Grounds.IN_PART);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
    }

    /** As of two that both hold a request for half of its time. */
    @Test
    void aLesserRaiseThatIsAnsweredInPartAgainProvesNothing() {
        Diagnosis diagnosis = proved(FULL_POOL, Rights.ALL, moved -> Math.sqrt(of(moved, COMMON_POOL)));

        assertThat(done).extracting(Intervention::outcome).startsWith(Outcome.PART, Outcome.PART);
        assertThat(diagnosis.standing()).isNotEqualTo(Standing.PROVED);
    }
}

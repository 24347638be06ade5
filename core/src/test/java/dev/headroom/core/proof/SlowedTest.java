package dev.headroom.core.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Grounds;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.observation.Network;
import dev.headroom.core.proof.Campaign.Rights;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Of what there is no more to give: it is kept busy, or called less. */
class SlowedTest extends Simulated {

    @Test
    void aLockIsProvedByBeingHeldWhereTheNextLimitIsClearAbove() {
        Diagnosis diagnosis = proved(lock(0), Rights.ALL, moved -> of(moved, LOCK));

        assertThat(diagnosis.standing()).isEqualTo(Standing.PROVED);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.SLOWED);
    }

    @Test
    void aLockIsProvedBesideADownstreamThatAnswersFarMoreOneAtATime() {
        assertThat(grounds(proved(lock(0.005), Rights.ALL, moved -> of(moved, LOCK))))
                .isEqualTo(Grounds.SLOWED);
    }

    @Test
    void aLockIsNotProvedBesideADownstreamOfWhichNobodyKnowsWhatItCanDo() {
        Diagnosis diagnosis = proved(lock(0.05), Rights.ALL, moved -> of(moved, LOCK));

        assertThat(diagnosis.standing()).isNotEqualTo(Standing.PROVED);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.AT_ITS_CEILING);
        assertThat(diagnosis.bindingLimit().orElseThrow().kind()).isEqualTo(LimitKind.LOCK);
    }

    @Test
    void aQueueBehindCallsIsShownByFewerThatTakeAsManyTimesLess() {
        Diagnosis diagnosis = proved(calls(), Rights.ALL, moved -> 1);

        assertThat(done.getFirst().move().subject()).isEqualTo(Subject.CALLS);
        assertThat(diagnosis.standing()).as("it may be on the way").isEqualTo(Standing.SUPPORTED);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.CALLED_LESS);
        Move move = done.getFirst().move();
        assertThat(move.parts()).extracting(Part::to).containsExactly(30.0, 30.0);
        assertThat(move.factor()).isEqualTo(0.5);
    }

    /** The kernel shows five calls at work there, and others that lie unread. */
    @Test
    void aDownstreamIsProvedByFewerCallsWhereItIsSeenAtItsLimit() {
        Measured run = calls(Seen.during(60).callee(DATABASE, 60, new Network.Callee(1_000, 55, 1, 5, 0.99)));

        Diagnosis diagnosis = proved(run, Rights.ALL, moved -> 1);

        assertThat(grounds(diagnosis)).isEqualTo(Grounds.CALLED_LESS);
        assertThat(diagnosis.standing()).isEqualTo(Standing.PROVED);
    }

    @Test
    void aDownstreamThatAnswersLessOfFewerCallsIsNotAtItsCeiling() {
        Diagnosis diagnosis = proved(calls(), Rights.ALL, moved -> moved.containsKey(DATABASE) ? 0.5 : 1);

        assertThat(done.getFirst().outcome()).isEqualTo(Outcome.NONE);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.bindingLimit().map(Limit::kind)).isNotEqualTo(Optional.of(LimitKind.DOWNSTREAM));
    }

    @Test
    void whatIsOnlySlowedIsNotProvedWhereMoreOfEverythingElseAnswersInFull() {
        Diagnosis diagnosis = proved(calls(), Rights.ALL, moved -> of(moved, "load"));

        assertThat(done.getLast().move().subject()).isEqualTo(Subject.EVERYTHING);
        assertThat(done).allMatch(one -> one.outcome() == Outcome.FULL);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.AT_ITS_CEILING);
    }
}

package dev.headroom.core.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.diagnosis.Case;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Grounds;
import dev.headroom.core.model.diagnosis.Diagnosis.Proof;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.proof.Campaign.Rights;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Campaigns that raise limits, one after the other. */
class CampaignTest extends Simulated {

    @Test
    void aLimitThatThroughputAnswersInFullIsProved() {
        Diagnosis diagnosis = proved(FULL_POOL, Rights.ALL, moved -> of(moved, COMMON_POOL));

        assertThat(diagnosis.standing()).isEqualTo(Standing.PROVED);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.RAISED);
        assertThat(diagnosis.bindingLimit()).isEqualTo(FULL_POOL.diagnosis().bindingLimit());
        assertThat(done).hasSize(1);
        assertThat(done.getFirst().elasticity()).hasValueSatisfying(e -> {
            assertThat(e.low()).isLessThan(1);
            assertThat(e.high()).isGreaterThan(1);
        });
        assertThat(done.getFirst().placebo())
                .hasValueSatisfying(e -> assertThat(e.low() * e.high()).isNegative());
    }

    /** What is taken in while it is raised is paid for in between: by the windows alone it answers in full, and by what was diagnosed it does not. */
    @Test
    void aRaiseThatLessensThroughputAtHomeIsNotProvedByThat() {
        Diagnosis diagnosis = proved(FULL_POOL, Rights.ALL, moved -> moved.isEmpty() ? 0.86 : 1.55);

        assertThat(done.getFirst().outcome()).isEqualTo(Outcome.FULL);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.OTHER_STATE);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
    }

    @Test
    void oneThatThroughputDoesNotAnswerEitherWayIsRefutedAndNoRivalIsProvedInItsPlace() {
        Diagnosis diagnosis = proved(FULL_POOL, Rights.ALL, moved -> 1);

        assertThat(done.getFirst().outcome()).isEqualTo(Outcome.NONE);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.ANOTHER_REFUTED);
        assertThat(diagnosis.bindingLimit()).isNotEqualTo(FULL_POOL.diagnosis().bindingLimit());
    }

    @Test
    void aRivalThatAnswersInFullIsProvedWhereWhatWasNamedDoesNotAnswer() {
        Diagnosis diagnosis = proved(RIVALS, Rights.ALL, moved -> of(moved, ORDERS));

        assertThat(done).extracting(Intervention::outcome).containsExactly(Outcome.NONE, Outcome.FULL);
        assertThat(done).allMatch(one -> one.move().up());
        assertThat(diagnosis.standing()).isEqualTo(Standing.PROVED);
        assertThat(diagnosis.bindingLimit().map(Limit::pool)).contains(ORDERS);
    }

    @Test
    void whatWasRaisedInVainIsNotNamedWhileARivalMayAnswer() {
        Case about = Case.of(RIVALS.measurement(), RIVALS.diagnosis());
        assertThat(about.found().bindingLimit().map(Limit::pool)).contains(TASKS);
        Move first = new Campaign(about, Rights.ALL).next(done).orElseThrow();
        done.add(carriedOut(first, about.evidence().throughput(), moved -> 1, new SplittableRandom(11)));

        Diagnosis diagnosis = Ruling.of(about, done);

        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.bindingLimit().map(Limit::pool)).isNotEqualTo(Optional.of(TASKS));
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.ANOTHER_REFUTED);
    }

    /** As the connections to one host and those in all, of which there are as many: more of one alone is no more. */
    @Test
    void whatWouldPerhapsAnswerTogetherWithAnotherIsNotRefutedWhereTheyCouldNotBeMoved() {
        Case about = Case.of(RIVALS.measurement(), RIVALS.diagnosis());
        Optional<Move> next = new Campaign(about, Rights.GUEST).next(done);
        while (next.isPresent()) {
            Move move = next.get();
            done.add(
                    move.parts().size() > 1
                            ? new Intervention(
                                    move,
                                    List.of(),
                                    Outcome.UNDECIDED,
                                    Optional.empty(),
                                    Optional.empty(),
                                    "no time is left for it",
                                    List.of())
                            : carriedOut(move, about.evidence().throughput(), moved -> 1, new SplittableRandom(11)));
            next = new Campaign(about, Rights.GUEST).next(done);
        }

        Diagnosis diagnosis = Ruling.of(about, done);

        assertThat(done).anyMatch(one -> one.move().parts().size() > 1);
        assertThat(diagnosis.bindingLimit()).isEqualTo(about.found().bindingLimit());
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
    }

    /** It serves five at a time: a call takes a fifth longer than one alone, which is too little to tell by itself. */
    @Test
    void whatIsFullAndRaisedInVainWaitsForWhatBinds() {
        Measured run = connections(0.12);
        assertThat(run.diagnosis().bindingLimit().map(Limit::pool)).contains(ORDERS);

        Diagnosis diagnosis = proved(run, Rights.ALL, moved -> Math.min(5.0 / 6, of(moved, ORDERS)) * 6 / 5);

        assertThat(done.getFirst().outcome()).isEqualTo(Outcome.NONE);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.DOWNSTREAM_IS_THE_LIMIT);
        assertThat(diagnosis.bindingLimit().map(Limit::pool)).contains(DATABASE);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
    }

    @Test
    void whatIsNotSlowerThanForOneUserIsNotNamedThough() {
        Diagnosis diagnosis = proved(connections(0.1), Rights.ALL, moved -> 1);

        assertThat(grounds(diagnosis)).isEqualTo(Grounds.ANOTHER_REFUTED);
        assertThat(diagnosis.verdict()).isNotEqualTo(Verdict.DOWNSTREAM_IS_THE_LIMIT);
    }

    /** Who is not let in yet is in front of it. */
    @Test
    void whoIsNotReadYetIsNotBehindWhatWasRaisedInVain() {
        Diagnosis diagnosis = proved(connections(0.1, Seen.during(60).unread(1.5, 60)), Rights.ALL, moved -> 1);

        assertThat(grounds(diagnosis)).isEqualTo(Grounds.ANOTHER_REFUTED);
        assertThat(diagnosis.summary()).doesNotContain("nobody reads");
    }

    /** As a token bucket that somebody wrote by hand. */
    @Test
    void whatIsFullAndRaisedInVainSaysWhereItsHoldersAreKept() {
        Measured run = sleeping(0.12, 7);
        assertThat(run.diagnosis().bindingLimit().map(Limit::pool)).contains(TASKS);

        Diagnosis diagnosis = proved(run, Rights.ALL, moved -> 1);

        assertThat(diagnosis.bindingLimit())
                .hasValueSatisfying(limit -> assertThat(limit.kind()).isEqualTo(LimitKind.UNKNOWN));
        assertThat(diagnosis.bindingLimit().map(Limit::pool)).contains(SLEEPS);
    }

    @Test
    void twoThatTieAreProvedTogetherAndNeitherAlone() {
        Diagnosis diagnosis =
                proved(FULL_POOL, Rights.ALL, moved -> Math.min(of(moved, COMMON_POOL), of(moved, TOMCAT)));

        assertThat(done)
                .extracting(Intervention::outcome)
                .containsExactly(Outcome.NONE, Outcome.FULL, Outcome.FULL, Outcome.NONE);
        assertThat(diagnosis.standing()).isEqualTo(Standing.PROVED);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.RAISED_TOGETHER);
        assertThat(diagnosis.proof().orElseThrow().together())
                .extracting(Limit::pool)
                .containsExactlyInAnyOrder(COMMON_POOL, TOMCAT);
    }

    /** As before what is scaled up by itself: by then the first would have answered in full alone, and the other is full because of it. */
    @Test
    void whatIsBehindThemAndGrowsMeanwhileMakesNoTwoOfOne() {
        Diagnosis diagnosis =
                proved(FULL_POOL, Rights.ALL, moved -> Math.min(of(moved, COMMON_POOL), done.size() < 2 ? 1 : 2));

        assertThat(done)
                .extracting(Intervention::outcome)
                .containsExactly(Outcome.NONE, Outcome.FULL, Outcome.FULL, Outcome.FULL);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.RAISED);
        assertThat(diagnosis.proof().orElseThrow().together()).isEmpty();
        assertThat(diagnosis.bindingLimit().map(Limit::pool)).contains(COMMON_POOL);
    }

    /** As before, of the second, which was answered in part by itself while what is behind it was small. */
    @Test
    void whatGrowsBehindTheSecondMakesNoTwoOfOneEither() {
        Diagnosis diagnosis =
                proved(RIVALS, Rights.GUEST, moved -> Math.min(of(moved, ORDERS), done.size() < 2 ? 1.08 : 2));

        assertThat(done)
                .extracting(Intervention::outcome)
                .containsExactly(Outcome.NONE, Outcome.PART, Outcome.FULL, Outcome.NONE, Outcome.FULL);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.RAISED);
        assertThat(diagnosis.proof().orElseThrow().together()).isEmpty();
        assertThat(diagnosis.bindingLimit().map(Limit::pool)).contains(ORDERS);
    }

    /** Time was out before: which of them would answer by itself by now is not known. */
    @Test
    void twoOfWhichTheFirstWasNotRaisedOnceMoreAreSupported() {
        proved(FULL_POOL, Rights.ALL, moved -> Math.min(of(moved, COMMON_POOL), of(moved, TOMCAT)));
        Case about = Case.of(FULL_POOL.measurement(), FULL_POOL.diagnosis());

        Diagnosis diagnosis = Ruling.of(about, done.subList(0, 3));

        assertThat(grounds(diagnosis)).isEqualTo(Grounds.RAISED_TOGETHER);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUPPORTED);
    }

    /** As many connections as workers, each of which holds one for all of 100 ms: nobody waits for a connection. */
    @Test
    void whatNobodyWaitsForIsProvedWithTheOtherWhereAllOfItIsTakenAsWell() {
        Diagnosis diagnosis = proved(series(), Rights.ALL, moved -> Math.min(of(moved, TASKS), of(moved, ORDERS)));

        assertThat(grounds(diagnosis)).isEqualTo(Grounds.RAISED_TOGETHER);
        assertThat(diagnosis.standing()).isEqualTo(Standing.PROVED);
        assertThat(diagnosis.proof().orElseThrow().together())
                .extracting(Limit::pool)
                .containsExactly(TASKS, ORDERS);
    }

    @Test
    void theOtherIsNamedWhereThatAloneAnswersInFull() {
        Diagnosis diagnosis = proved(series(), Rights.ALL, moved -> of(moved, ORDERS));

        assertThat(diagnosis.standing()).isEqualTo(Standing.PROVED);
        assertThat(diagnosis.bindingLimit().map(Limit::pool)).contains(ORDERS);
    }

    private static Measured series() {
        return Measured.run(
                        USERS,
                        Counts.of(USERS, 60, 1, 60),
                        Seen.during(60)
                                .pool(tomcat(60).waitsForPool(TASKS, 60))
                                .pool(tasks(6).doing(Activity.SLEEPING, 6))
                                .resource(Seen.resource(ORDERS, StationKind.CONNECTION_POOL)
                                        .capacity(6)
                                        .used(6, 0))
                                .lever(TOMCAT, 200, true)
                                .lever(TASKS, 6, true)
                                .lever(ORDERS, 6, true))
                .alone(0.1, oneCalling());
    }

    private static final String STAMPS = "stamps";

    /** Two workers, connections behind them, and a semaphore that is full as well. */
    private static Measured three() {
        return Measured.run(
                        USERS,
                        Counts.of(USERS, 200, 0.3, 60),
                        Seen.during(60)
                                .pool(tomcat(200).waitsForPool(TASKS, 52).waits(Activity.AWAITING_OTHER, STAMPS, 8))
                                .pool(Seen.pool(TASKS, StationKind.EXECUTOR)
                                        .maximum(2)
                                        .active(2)
                                        .queue(49, 0)
                                        .saturated(1)
                                        .completed(12_000)
                                        .byCompletions(0.01)
                                        .waits(Activity.AWAITING_CONNECTION, ORDERS, 0.2)
                                        .doing(Activity.SLEEPING, 1.8))
                                .resource(Seen.resource(ORDERS, StationKind.CONNECTION_POOL)
                                        .capacity(6)
                                        .full(6, 1)
                                        .taken(12_000)
                                        .held(0.03))
                                .resource(Seen.resource(STAMPS, StationKind.SEMAPHORE)
                                        .capacity(3)
                                        .full(3, 8)
                                        .taken(12_000)
                                        .held(0.015))
                                .lever(TOMCAT, 200, true)
                                .lever(TASKS, 2, true)
                                .lever(ORDERS, 6, true)
                                .lever(STAMPS, 3, true))
                .alone(0.04);
    }

    @Test
    void ofThreeThatAnswerTogetherOneMayHaveNoPartInIt() {
        Diagnosis diagnosis = proved(three(), Rights.ALL, moved -> Math.min(of(moved, TASKS), 1.3 * of(moved, ORDERS)));

        Proof proof = diagnosis.proof().orElseThrow();
        assertThat(proof.grounds()).isEqualTo(Grounds.RAISED_TOGETHER);
        assertThat(proof.together()).hasSizeGreaterThan(2);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUPPORTED);
    }

    @Test
    void whatStaysRaisedIsOneStepAndSupportedAtMost() {
        Diagnosis diagnosis = proved(KEEPS, Rights.ALL, moved -> of(moved, COMMON_POOL));

        assertThat(done).extracting(Intervention::outcome).containsExactly(Outcome.FULL);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUPPORTED);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.RAISED);
    }

    @Test
    void whereWhatWasRaisedStaysSoNoRivalIsProvedByItself() {
        // two that tie: with one of them raised for good, the other answers in full
        Diagnosis diagnosis = proved(
                KEEPS,
                Rights.ALL,
                moved -> done.isEmpty() ? Math.min(of(moved, COMMON_POOL), of(moved, TOMCAT)) : of(moved, TOMCAT));

        assertThat(done).extracting(Intervention::outcome).containsExactly(Outcome.NONE, Outcome.FULL);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.AT_ITS_CEILING);
        assertThat(diagnosis.bindingLimit().map(Limit::pool)).contains(COMMON_POOL);
        assertThat(diagnosis.remedy().orElseThrow().action())
                .as("nobody is told to raise what gained nothing")
                .contains("Do not raise " + COMMON_POOL);
        assertThat(diagnosis.remedy().orElseThrow().value()).isEmpty();
        assertThat(diagnosis.next()).isEmpty();
    }

    /** Seven workers before what does a little more: with eight that is the limit already. */
    @Test
    void whatIsAtItsCeilingAndRaisedInPartIsSuspected() {
        Diagnosis diagnosis = proved(FULL_POOL, Rights.ALL, moved -> Math.min(7.5 / 7, of(moved, COMMON_POOL)));

        assertThat(done.getFirst().outcome()).isNotEqualTo(Outcome.FULL);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.AT_ITS_CEILING);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
    }

    @Test
    void aRaiseThatBringsErrorsProvesNothing() {
        failing = 0.5;
        Diagnosis diagnosis = proved(FULL_POOL, Rights.ALL, moved -> of(moved, COMMON_POOL));

        assertThat(done.getFirst().outcome()).isEqualTo(Outcome.BROKEN_OFF);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
    }

    /** As more permits than objects do, whose pool fails at once when it is empty. */
    @Test
    void whatAddsErrorsInPlaceOfAnswersIsNotNamed() {
        failing = 0.2;
        Diagnosis diagnosis = proved(FULL_POOL, Rights.ALL, moved -> 1);

        assertThat(done.getFirst().outcome()).isEqualTo(Outcome.BROKEN_OFF);
        assertThat(diagnosis.bindingLimit()).isNotEqualTo(FULL_POOL.diagnosis().bindingLimit());
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.ANOTHER_REFUTED);
    }

    @Test
    void aRaiseThatHarmsIsSaidToDoSo() {
        Diagnosis diagnosis = proved(FULL_POOL, Rights.ALL, moved -> 1 / of(moved, COMMON_POOL));

        assertThat(diagnosis.standing()).isNotEqualTo(Standing.PROVED);
    }

    @Test
    void afterALimitThatStaysLargerAnotherThroughputIsNoOtherState() {
        Case about = Case.of(KEEPS.measurement(), KEEPS.diagnosis());
        double home = about.evidence().throughput();
        SplittableRandom random = new SplittableRandom(11);
        Campaign campaign = new Campaign(about, Rights.ALL);
        for (double factor : List.of(1.0, 1.3)) {
            done.add(carriedOut(
                    campaign.next(done).orElseThrow(),
                    factor * home,
                    moved -> Math.sqrt(of(moved, COMMON_POOL)),
                    random));
        }
        assertThat(done.getFirst().move().back()).isNotEqualTo(Back.SET);
        assertThat(grounds(Ruling.of(about, done))).isNotEqualTo(Grounds.OTHER_STATE);

        assertThat(grounds(Ruling.of(about, done.subList(1, 2)))).isEqualTo(Grounds.OTHER_STATE);
    }
}

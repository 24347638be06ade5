package dev.headroom.report.text;

import static dev.headroom.report.fixture.Evidence.move;
import static dev.headroom.report.fixture.Evidence.moved;
import static dev.headroom.report.fixture.Evidence.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Grounds;
import dev.headroom.core.model.diagnosis.Diagnosis.Lifted;
import dev.headroom.core.model.diagnosis.Diagnosis.Proof;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Elasticity;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.report.fixture.Diagnoses;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProofWordsTest {

    private static final Limit ORDERS = new Limit(LimitKind.WORKER_POOL, "orders", OptionalInt.of(6));
    private static final Limit ITEMS = new Limit(LimitKind.CONNECTION_POOL, "items", OptionalInt.of(10));
    private static final Move UP = move("orders", 6, 12, Back.SET);
    private static final Move DOWN = move("orders", 6, 4, Back.SET);

    private static String sentence(Proof proof, Intervention... moves) {
        boolean stays = moves[proof.decisive()].move().back() == Back.NEVER;
        return sentence(stays ? Standing.SUPPORTED : Standing.PROVED, proof, moves);
    }

    private static String sentence(Standing standing, Proof proof, Intervention... moves) {
        Diagnosis found = Diagnoses.limit(ORDERS).toBuilder()
                .moves(List.of(moves))
                .proof(proof)
                .standing(standing)
                .build();
        return ProofWords.of(found, Optional.empty()).orElseThrow().replace('\u00a0', ' ');
    }

    private static String sentence(Grounds grounds, Intervention... moves) {
        return sentence(new Proof(grounds, moves.length - 1, List.of(), Optional.empty()), moves);
    }

    @Test
    void whatIsProvedSaysWhatWasMovedHowOftenAndHowMuchWasAnswered() {
        assertThat(sentence(Grounds.RAISED, moved(UP, Outcome.FULL, 100, 198, 0.07)))
                .isEqualTo("Proved: raised from 6 to 12 and back 4 times, throughput answered with elasticity 0.99"
                        + " (0.92 to 1.06, 99.9 %); a placebo moved it by 0.01.");
    }

    @Test
    void whatStaysRaisedIsSaidToBeNoProof() {
        assertThat(sentence(Grounds.RAISED, moved(move("orders", 6, 12, Back.NEVER), Outcome.FULL, 100, 198, 0.07)))
                .startsWith("Supported: raised from 6 to 12 once, and left so, throughput answered")
                .endsWith("one step is no proof: whatever else changed at that moment looks the same.");
    }

    @Test
    void byHowMuchEverythingTogetherFallsShortIsSaidOfWhatWasNotSeen() {
        Move all = new Move(
                Subject.EVERYTHING,
                List.of(new Part("orders", "orders", 6, 12), new Part(Part.LOAD, "the load", 60, 120)),
                2,
                Back.SET,
                Double.NaN);
        Intervention nothing = moved(UP, Outcome.NONE, 100, 100, 0.07);

        assertThat(sentence(
                        new Proof(Grounds.ANOTHER_REFUTED, 0, List.of(), Optional.of(ORDERS)),
                        nothing,
                        moved(all, Outcome.PART, 100, Math.pow(2, 0.4) * 100, 0.07)))
                .endsWith(" Everything that can be set to and fro was raised together with the load: elasticity 0.40"
                        + " (0.33 to 0.47, 99.9 %). 53 % to 67 % of what holds throughput is not among it.");
        assertThat(sentence(
                        new Proof(Grounds.ANOTHER_REFUTED, 0, List.of(), Optional.of(ORDERS)),
                        nothing,
                        moved(all, Outcome.FULL, 100, 198, 0.07)))
                .endsWith("99.9 %). What holds throughput is among it.");
    }

    @Test
    void whereThroughputIsGivenTheWaitIsWhatAnswers() {
        Intervention half = moved(UP, Outcome.PART, 100, 100, 0.1);
        Elasticity wait = new Elasticity(Elasticity.Answer.WAIT, 0.5, 0.4, 0.6, 0.999, 16);
        Intervention of = new Intervention(
                UP, half.phases(), half.outcome(), Optional.of(wait), Optional.empty(), "", half.series());

        assertThat(sentence(Grounds.IN_PART, of))
                .isEqualTo(
                        "One of several, or the next limit is near: raised from 6 to 12 and back 4 times, the wait for it"
                                + " answered in part, with 0.50 of the wait that it should take away (0.40 to 0.60, 99.9 %).");
        assertThat(sentence(Grounds.WAIT_GONE, of))
                .isEqualTo(
                        "Proved: raised from 6 to 12 and back 4 times, throughput is given, and the wait for it went:"
                                + " 0.50 of the wait that it should take away (0.40 to 0.60, 99.9 %).");
    }

    /** Surely not in full is all that such an interval tells. */
    @Test
    void whatIsOnlyKnownNotToAnswerInFullIsNotSaidToAnswerInPart() {
        Intervention some = moved(UP, Outcome.UNDECIDED, 100, 102, 0.42);
        Diagnosis found = Diagnoses.limit(ORDERS).toBuilder()
                .moves(List.of(some))
                .proof(new Proof(Grounds.IN_PART, 0, List.of(), Optional.empty()))
                .build();

        assertThat(sentence(Grounds.IN_PART, some))
                .startsWith(
                        "It does not bind alone, or the next limit is near: raised from 6 to 12 and back 4 times,"
                                + " throughput answered by less than in full, by how much could not be told, with elasticity 0.03 (");
        assertThat(ProofWords.brief(found)).hasValue("moved, and throughput answered by less than in full");
        assertThat(sentence(Grounds.IN_PART, moved(UP, Outcome.PART, 100, 140, 0.1)))
                .startsWith(
                        "One of several, or the next limit is near: raised from 6 to 12 and back 4 times, throughput"
                                + " answered in part, with elasticity 0.49 (");
    }

    @Test
    void twoThatBindTogetherAreSaidToGainNothingByThemselves() {
        Move together = new Move(
                Subject.CAPACITY,
                List.of(new Part("orders", "orders", 6, 12), new Part("items", "items", 10, 20)),
                2,
                Back.SET,
                Double.NaN);
        Intervention orders = moved(UP, Outcome.NONE, 100, 101, 0.05);
        Intervention items = moved(move("items", 10, 20, Back.SET), Outcome.NONE, 100, 101, 0.05);
        Intervention both = moved(together, Outcome.FULL, 100, 196, 0.05);

        assertThat(sentence(
                        new Proof(Grounds.RAISED_TOGETHER, 2, List.of(ORDERS, ITEMS), Optional.empty()),
                        orders,
                        items,
                        both))
                .startsWith("Proved together: orders and items, raised together and back 4 times, throughput answered")
                .endsWith("; by themselves neither.");
        assertThat(sentence(Grounds.RAISED_TOGETHER, orders, both)).endsWith("; by itself orders gains nothing.");
    }

    @Test
    void atItsCeilingSaysWhatARaiseGains() {
        Intervention down = moved(DOWN, Outcome.FULL, 100, 67, 0.05);

        assertThat(sentence(Grounds.AT_ITS_CEILING, moved(UP, Outcome.NONE, 100, 101, 0.05), down))
                .startsWith(
                        "At its ceiling: lowered from 6 to 4 and back 4 times, throughput fell with elasticity 0.99")
                .endsWith("; raising it alone gains nothing.");
        assertThat(sentence(Grounds.AT_ITS_CEILING, down)).endsWith("; raising it was not tried.");
    }

    @Test
    void whatCouldNotBeToldSaysBetweenWhatItLiesAndHowLongItTakesToTell() {
        assertThat(sentence(Grounds.UNDECIDED, moved(UP, Outcome.UNDECIDED, 100, 180, 0.45)))
                .isEqualTo(
                        "Could not be told: elasticity between 0.40 and 1.30 after 16 windows, which is not surely above 0.80, as one in full is;"
                                + " some 90 s of moving it alone would tell (--prove thorough).");
        assertThat(sentence(Grounds.UNDECIDED, moved(UP, Outcome.UNDECIDED, 100, 180, 1.5)))
                .endsWith(" after 16 windows; so uneven are they that some 15 min of moving would tell.");
        assertThat(sentence(Grounds.UNDECIDED, refused(UP, Outcome.UNDECIDED, "no time is left for it")))
                .isEqualTo("Could not be told: no time is left for it.");
    }

    @Test
    void whatIsSlowedSaysForWhichShareOfTheTime() {
        Move lock = new Move(
                Subject.OCCUPATION,
                List.of(new Part("lock#1", "the lock of Cache", 1, 0.7)),
                0.7,
                Back.SET,
                Double.NaN);

        assertThat(sentence(Grounds.SLOWED, moved(lock, Outcome.FULL, 100, 70, 0.05)))
                .startsWith(
                        "Proved: kept busy for 30 % of the time and back 4 times, throughput fell with elasticity 1.00")
                .endsWith("; the next known limit is well above this throughput.");
        assertThat(sentence(Grounds.AT_ITS_CEILING, moved(lock, Outcome.FULL, 100, 70, 0.05)))
                .startsWith("At its ceiling: kept busy for 30 % of the time and back 4 times, throughput fell with")
                .endsWith("; there is no more of it to give, and the next limit may be near.");
    }

    @Test
    void whatIsCalledSaysByHowManyAtOnce() {
        Move calls = new Move(
                Subject.CALLS,
                List.of(new Part("db:5432", "db:5432", 40, 20), new Part("tomcat-8080", "tomcat-8080", 200, 20)),
                0.5,
                Back.SET,
                Double.NaN);

        assertThat(sentence(Grounds.CALLED_LESS, moved(calls, Outcome.FULL, 100, 100, 0.05)))
                .startsWith(
                        "Proved: called by 20 at once in place of 40, and back 4 times, throughput stayed and a call"
                                + " took less, with elasticity ")
                .endsWith("; the next known limit is well above this throughput.");
        assertThat(sentence(
                        Standing.SUPPORTED,
                        new Proof(Grounds.CALLED_LESS, 0, List.of(), Optional.empty()),
                        moved(calls, Outcome.FULL, 100, 100, 0.05)))
                .startsWith("Supported: called by 20 at once")
                .endsWith("; whether the queue is there or on the way to it was not seen.");
        assertThat(sentence(Grounds.AT_ITS_CEILING, moved(calls, Outcome.FULL, 100, 100, 0.05)))
                .startsWith("At its ceiling: called by 20 at once in place of 40, and back 4 times, throughput stayed")
                .endsWith("; there is no more of it to give, and the next limit may be near.");
    }

    @Test
    void whatWasNamedFirstAndRefutedIsNamed() {
        Intervention none = moved(UP, Outcome.NONE, 100, 100.5, 0.05);

        assertThat(sentence(new Proof(Grounds.ANOTHER_REFUTED, 0, List.of(), Optional.of(ITEMS)), none))
                .startsWith(
                        "items, 10 connections does not bind alone: raised from 6 to 12 and back 4 times, throughput did not answer");
        assertThat(sentence(
                        new Proof(Grounds.RAISED, 0, List.of(), Optional.of(ITEMS)),
                        moved(UP, Outcome.FULL, 100, 198, 0.05)))
                .endsWith("; named in place of items, 10 connections.");
    }

    @Test
    void whatWasNotMovedSaysWhy() {
        assertThat(sentence(Grounds.NOT_MOVED, refused(UP, Outcome.REFUSED, "the executor has been replaced.")))
                .isEqualTo("Not moved: orders 6 → 12: the executor has been replaced.");
        assertThat(sentence(Grounds.NOT_MOVED, refused(UP, Outcome.BROKEN_OFF, "the lease was lost")))
                .isEqualTo("Broken off: orders 6 → 12: the lease was lost.");
        assertThat(sentence(Grounds.NOT_MOVED, moved(UP, Outcome.FULL, 100, 198, 0.05)))
                .isEqualTo("What is named was not moved; of orders 6 → 12, throughput answered in full.");
    }

    @Test
    void moreLoadThatFailsSaysWhatFailed() {
        assertThat(sentence(
                        Standing.SUSPECTED,
                        new Proof(Grounds.LOAD_NOT_ANSWERED, 0, List.of(), Optional.empty()),
                        refused(UP, Outcome.BROKEN_OFF, "52.8 % of the responses failed, where 14.3 % did before")))
                .startsWith("No room for more load: it was ")
                .endsWith(", and 52.8 % of the responses failed, where 14.3 % did before.");
    }

    @ParameterizedTest
    @EnumSource(
            value = Grounds.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"RAISED", "RAISED_TOGETHER", "WAIT_GONE", "SLOWED", "CALLED_LESS", "LOAD_RAISED"})
    void nothingElseIsSaidToBeProved(Grounds grounds) {
        assertThat(sentence(grounds, moved(UP, Outcome.PART, 100, 140, 0.05)))
                .doesNotStartWith("Proved")
                .endsWith(".");
    }

    @ParameterizedTest
    @EnumSource(Grounds.class)
    void aSentenceIsOneSentence(Grounds grounds) {
        assertThat(sentence(grounds, moved(UP, Outcome.UNDECIDED, 100, 140, 0.05)))
                .doesNotContain("..", "  ");
    }

    @Test
    void aLiftingVariantIsToldByHowFarItGotAndHowMuchDiffersAndNotAsProof() {
        assertThat(ProofWords.of(new Lifted("own-pool", Lifted.How.PAST_THE_CEILING, 20, List.of("a", "b"))))
                .isEqualTo("lifted by own-pool: past the ceiling, 2 settings differ");
        assertThat(ProofWords.of(new Lifted("own-pool", Lifted.How.NO_BACKLOG, 20, List.of("a"))))
                .isEqualTo("lifted by own-pool: no backlog under the same load, 1 setting differs");
        assertThat(ProofWords.of(new Lifted("own-pool", Lifted.How.NO_BACKLOG, 20, List.of())))
                .endsWith(", its code differs, and no setting");
    }
}

package dev.headroom.report.view.variant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Grounds;
import dev.headroom.core.model.diagnosis.Diagnosis.Proof;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.fixture.Users;
import dev.headroom.report.text.MoveWords;
import dev.headroom.report.text.Words;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MoveViewTest {

    private final List<MoveView> moves = MoveView.of(Users.commonPool(), 1);

    @Test
    void aMoveIsToldByItsTwoMeansAndItsElasticityAndNotByItsWindows() {
        MoveView load = MoveView.of(Users.lifted(), 4).getFirst();

        assertThat(load.title()).isEqualTo("the load 20 → 25/s and back 4 times");
        assertThat(plain(load.line())).isEqualTo("20/s → 24.9/s, elasticity 0.98 (0.93 to 1.03, 99.9 %), placebo 0.01");
        assertThat(load.outcome()).isEqualTo("Throughput answered in full.");
        assertThat(load.full()).isTrue();
    }

    @Test
    void inALineOfTextTheMoveThatDecidedLeavesOutWhatItsSentenceSays() {
        assertThat(plain(moves.getFirst().told())).isEqualTo("common-pool 7 → 14: 10.6/s → 19.8/s.");
        assertThat(plain(moves.getLast().told())).isEqualTo("tomcat-8888 200 → 400: the executor has been replaced.");
        assertThat(moves.getLast().moved()).isFalse();
    }

    @Test
    void whatThereWasNoTimeForWasNotMoved() {
        Run run = Users.commonPool();
        Diagnosis found = run.diagnosis().orElseThrow();
        Move down = new Move(
                Subject.CAPACITY, List.of(new Part("hikari#5", "HikariPool-1", 10, 7)), 0.7, Back.SET, Double.NaN);
        Intervention late = new Intervention(
                down,
                List.of(),
                Outcome.UNDECIDED,
                Optional.empty(),
                Optional.empty(),
                "no time is left for it",
                List.of());
        MoveView view = MoveView.of(
                        run.withDiagnosis(found.toBuilder()
                                .moves(List.of(found.moves().getFirst(), late))
                                .build()),
                        1)
                .getLast();

        assertThat(view.moved()).isFalse();
        assertThat(view.outcome()).isEqualTo("Not moved: no time is left for it.");
        assertThat(view.told()).isEqualTo("HikariPool-1 10 → 7: no time is left for it.");
    }

    @Test
    void whatTheSentenceOfARefusedMoveSaysIsNotSaidAgain() {
        Run run = Users.commonPool();
        Diagnosis found = run.diagnosis().orElseThrow();
        Diagnosis refused = found.judged(
                found.standing(),
                found.moves().subList(1, 2),
                new Proof(Grounds.NOT_MOVED, 0, List.of(), Optional.empty()));

        assertThat(MoveView.of(run.withDiagnosis(refused), 1).getFirst().told()).isEmpty();
    }

    @Test
    void itsWindowsAreThereToBeUnfolded() {
        assertThat(moves.getFirst().counted()).isEqualTo("16 windows");
        assertThat(moves.getFirst().windows())
                .extracting(window -> Words.of(window.setting()))
                .startsWith("at home", "moved", "moved", "placebo");
        assertThat(moves.getFirst().windows().get(1).factor()).isEqualTo(2);
    }

    /** An unfair lock may never let the agent in. */
    @Test
    void aWindowInWhichItWasNotKeptBusyIsNotTakenForMoved() {
        Intervention told = Users.commonPool().diagnosis().orElseThrow().moves().getFirst();
        Phase home = told.phases().getFirst();
        Phase moved = told.phases().get(1);

        assertThat(MoveWords.isMoved(moved, told.move())).isTrue();
        assertThat(MoveWords.isMoved(home, told.move())).isFalse();
        assertThat(MoveWords.isMoved(withFactor(home, 1.95), told.move())).isTrue();
        assertThat(MoveWords.isMoved(withFactor(moved, 1.1), told.move())).isFalse();
    }

    private static Phase withFactor(Phase phase, double factor) {
        return new Phase(
                phase.setting(),
                phase.at(),
                phase.length(),
                factor,
                phase.throughput(),
                phase.response(),
                phase.failed(),
                phase.inFlight(),
                Double.NaN);
    }

    @Test
    void whatKeepsWhatItHasIsSaidToBeRaisedOnce() {
        assertThat(moves.getFirst().title())
                .isEqualTo("common-pool 7 → 14 once, and what was added kept busy and freed 4 times");
    }

    @Test
    void aRefusedMoveSaysWhyAndHasNoPicture() {
        MoveView refused = moves.getLast();
        assertThat(refused.title()).isEqualTo("tomcat-8888 200 → 400");
        assertThat(refused.outcome()).isEqualTo("Not moved: the executor has been replaced.");
        assertThat(refused.full()).isFalse();
        assertThat(refused.chart()).isEmpty();
        assertThat(refused.line()).isEmpty();
    }

    private static String plain(String text) {
        return text.replace('\u00a0', ' ');
    }
}

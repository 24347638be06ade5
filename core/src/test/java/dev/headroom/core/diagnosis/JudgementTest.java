package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Seen.tomcat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Diagnosis.Standing;
import dev.headroom.core.model.Diagnosis.Verdict;
import dev.headroom.core.model.ErrorKind;
import dev.headroom.core.model.Intervention;
import dev.headroom.core.model.Intervention.Move;
import dev.headroom.core.model.Intervention.Outcome;
import dev.headroom.core.model.Intervention.Phase;
import dev.headroom.core.model.Load;
import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.Measure;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import dev.headroom.core.testing.UsersCase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class JudgementTest {

    private static final Load.Open LOAD = Counts.open(20, 60);
    private static final Measured RUN = Measured.run(
                    LOAD,
                    Counts.of(LOAD, UsersCase.CEILING, UsersCase.S),
                    UsersCase.commonPool().lever("tomcat-8888", 200, true).lever("common-pool", 7, false))
            .alone(UsersCase.PARALLEL, UsersCase.commonPoolAlone());
    private static final Diagnosis CLAIM = RUN.diagnosis();

    private static Move move(String target) {
        return Doctor.plan(RUN.measurement(), CLAIM).stream()
                .filter(one -> one.target().equals(target))
                .findFirst()
                .orElseThrow();
    }

    private static Intervention did(Move move, Outcome outcome) {
        return new Intervention(move, List.of(), outcome, "the service refused it", List.of());
    }

    private static Diagnosis judged(Intervention... moved) {
        return Doctor.judge(RUN.measurement(), CLAIM, List.of(moved));
    }

    @Test
    void aLimitThatThroughputFollowedIsProved() {
        Diagnosis diagnosis = judged(did(move("common-pool"), Outcome.FOLLOWED));
        assertThat(diagnosis.standing()).isEqualTo(Standing.PROVED);
        assertThat(diagnosis.bindingLimit()).isEqualTo(CLAIM.bindingLimit());
        assertThat(diagnosis.moves()).hasSize(1);
        assertThat(diagnosis.notes()).anyMatch(note -> note.startsWith("Proved: common-pool was moved from 7 to 10"));
    }

    @Test
    void aClosedLoadThatGivesFarMoreAfterwardsWasNotSettledWhenItWasCounted() {
        Load.Closed load = Counts.closed(250, 0, new Load.Until.Iterations(10));
        Diagnosis judged = brokenOff(load, Counts.of(load, 20, 12, 50), 55);

        assertThat(judged.verdict()).isEqualTo(Verdict.NOT_STATIONARY);
        assertThat(judged.bindingLimit()).isEmpty();
        assertThat(judged.moves()).hasSize(1);
    }

    @Test
    void soWasNotOneThatGetsAllThatItAsksForAfterwards() {
        Load.Closed load = Counts.closed(25, 0, new Load.Until.Iterations(10));
        assertThat(brokenOff(load, Counts.of(load, 20, 1.25, 50), 24.5).verdict())
                .isEqualTo(Verdict.NOT_STATIONARY);
        assertThat(brokenOff(load, Counts.of(load, 20, 1.25, 50), 21).bindingLimit())
                .isPresent();
    }

    @Test
    void aLoadThatGotAllThatItAskedForAndDoesSoAgainIsTheLimitThoughItsStepWasTooUneven() {
        Load.Closed load = Counts.closed(60, 0, new Load.Until.Iterations(10));
        Seen seen = Seen.during(50).pool(tomcat(200).active(60).completed(3000).byClock(1));
        Measured run = Measured.run(load, Counts.of(load, 60, 1, 50), seen).alone(1);
        Move quarter = Doctor.plan(run.measurement(), run.diagnosis()).getFirst();
        Measure sixty = new Measure(60, 1, "");
        Phase first = new Phase("A", Duration.ZERO, Duration.ofSeconds(1), 60, sixty, sixty);
        Intervention uneven = new Intervention(quarter, List.of(first), Outcome.BROKEN_OFF, "too uneven", List.of());

        Diagnosis judged = Doctor.judge(run.measurement(), run.diagnosis(), List.of(uneven));

        assertThat(judged.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(judged.standing()).isEqualTo(run.diagnosis().standing());
    }

    @Test
    void oneThatMayHaveGivenAsMuchByChanceTellsNothing() {
        Load.Closed load = Counts.closed(60, 0, new Load.Until.Iterations(10));
        LoadResult result = Counts.of(load, 20, 3, 50);
        assertThat(brokenOff(load, result, 11, 9).verdict()).isEqualTo(Verdict.LIMIT);
        assertThat(brokenOff(load, result, 11, 1).verdict()).isEqualTo(Verdict.NOT_STATIONARY);
    }

    @Test
    void oneOfWhoseRequestsManyFailMayHaveLeftWorkBehindAndTellsNothing() {
        Load.Closed load = Counts.closed(250, 0, new Load.Until.Iterations(10));
        Diagnosis judged = brokenOff(load, Counts.failing(load, 20, 12, ErrorKind.STATUS, 504, 3, 50), 1);

        assertThat(judged.bindingLimit()).isPresent();
    }

    /** Of 20 threads that are held for a second, after a move before which the load gave something else. */
    private static Diagnosis brokenOff(Load.Closed load, LoadResult result, double afterwards) {
        return brokenOff(load, result, afterwards, 0.1);
    }

    private static Diagnosis brokenOff(Load.Closed load, LoadResult result, double afterwards, double chance) {
        Measured run = Measured.run(
                        load,
                        result,
                        Seen.during(50)
                                .pool(tomcat(20)
                                        .active(20)
                                        .saturated(1)
                                        .completed(1000)
                                        .byClock(1)))
                .alone(1);
        Measure counted = new Measure(20, 1, "");
        Phase first =
                new Phase("A", Duration.ZERO, Duration.ofSeconds(1), 20, new Measure(afterwards, chance, ""), counted);
        Intervention brokenOff =
                new Intervention(move("common-pool"), List.of(first), Outcome.BROKEN_OFF, "another state", List.of());
        assertThat(run.diagnosis().bindingLimit()).isPresent();
        return Doctor.judge(run.measurement(), run.diagnosis(), List.of(brokenOff));
    }

    @Test
    void aRivalOfTheSameNameThatThroughputDidNotFollowSpeaksOfItselfAlone() {
        Move named = move("common-pool");
        Move rival = new Move(
                named.subject(),
                "semaphore#9",
                named.name(),
                named.from(),
                named.to(),
                named.predicted(),
                named.comesBack());
        assertThat(judged(did(rival, Outcome.NOT_FOLLOWED)).standing()).isEqualTo(CLAIM.standing());
    }

    @Test
    void aLimitThatThroughputDidNotFollowIsOnlySuspected() {
        assertThat(CLAIM.standing()).isEqualTo(Standing.SUPPORTED);
        Diagnosis diagnosis = judged(did(move("common-pool"), Outcome.NOT_FOLLOWED));
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.bindingLimit()).isEqualTo(CLAIM.bindingLimit());
        assertThat(diagnosis.notes()).anyMatch(note -> note.startsWith("Not proved: common-pool"));
    }

    private static Intervention moved(Move move, double a, double b) {
        Phase before = new Phase("A", Duration.ZERO, Duration.ofSeconds(1), move.from(), measure(a), measure(a));
        Phase after =
                new Phase("B", Duration.ofSeconds(2), Duration.ofSeconds(1), move.to(), measure(b), move.predicted());
        return new Intervention(move, List.of(before, after), Outcome.NOT_FOLLOWED, "", List.of());
    }

    private static Measure measure(double value) {
        return new Measure(value, value / 100, "");
    }

    @Test
    void aLimitThatThroughputDoesNotAnswerAtAllIsNotNamedAnyMore() {
        Move move = move("common-pool");
        Diagnosis diagnosis = judged(moved(move, UsersCase.CEILING, UsersCase.CEILING * 1.02));
        assertThat(diagnosis.bindingLimit()).isNotEqualTo(CLAIM.bindingLimit());
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.notes()).anyMatch(note -> note.startsWith("Refuted: common-pool was moved from 7"));
    }

    @Test
    void theNoteSpeaksOfTheNamedLimitWhereARivalWasRefutedBeforeIt() {
        Diagnosis diagnosis = judged(
                moved(move("tomcat-8888"), UsersCase.CEILING, UsersCase.CEILING),
                moved(move("common-pool"), UsersCase.CEILING, UsersCase.CEILING));
        assertThat(diagnosis.notes()).anyMatch(note -> note.startsWith("Refuted: common-pool was moved from 7"));
    }

    @Test
    void oneThatThroughputAnswersInPartStaysNamed() {
        Diagnosis diagnosis = judged(moved(move("common-pool"), UsersCase.CEILING, UsersCase.CEILING * 1.1));
        assertThat(diagnosis.bindingLimit()).isEqualTo(CLAIM.bindingLimit());
        assertThat(diagnosis.notes()).anyMatch(note -> note.startsWith("Not proved: common-pool"));
    }

    @Test
    void aRivalThatThroughputFollowedIsNamedInstead() {
        Diagnosis diagnosis =
                judged(did(move("common-pool"), Outcome.NOT_FOLLOWED), did(move("tomcat-8888"), Outcome.FOLLOWED));
        assertThat(diagnosis.bindingLimit().orElseThrow().pool()).isEqualTo("tomcat-8888");
        assertThat(diagnosis.standing()).isEqualTo(Standing.PROVED);
        assertThat(diagnosis.rivals()).anyMatch(rival -> rival.limit().pool().equals("common-pool"));
        assertThat(diagnosis.moves()).hasSize(2);
    }

    @Test
    void aMoveThatWasRefusedChangesNoGradeAndIsTold() {
        for (Outcome outcome : List.of(Outcome.REFUSED, Outcome.BROKEN_OFF)) {
            Diagnosis diagnosis = judged(did(move("common-pool"), outcome));
            assertThat(diagnosis.standing()).isEqualTo(CLAIM.standing());
            assertThat(diagnosis.notes()).contains("Not proved: the service refused it");
        }
    }

    @Test
    void whatWasNotMovedStaysAsItIs() {
        assertThat(judged()).isEqualTo(CLAIM);
    }

    @Test
    void aLoadThatGetsAllOfAQuarterMoreIsProvedToBeTheLimit() {
        Load.Closed load = Counts.closed(60, 0, new Load.Until.Iterations(10));
        Seen seen = Seen.during(50).pool(tomcat(200).active(60).completed(3000).byClock(1));
        Measured run = Measured.run(load, Counts.of(load, 60, 1, 50), seen).alone(1);
        Move quarter = Doctor.plan(run.measurement(), run.diagnosis()).getFirst();
        Diagnosis followed = Doctor.judge(run.measurement(), run.diagnosis(), List.of(did(quarter, Outcome.FOLLOWED)));
        assertThat(followed.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(followed.standing()).isEqualTo(Standing.PROVED);
        Diagnosis not = Doctor.judge(run.measurement(), run.diagnosis(), List.of(did(quarter, Outcome.NOT_FOLLOWED)));
        assertThat(not.standing()).isEqualTo(Standing.SUSPECTED);
    }
}

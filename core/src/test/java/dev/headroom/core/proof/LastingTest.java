package dev.headroom.core.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Elasticity;
import dev.headroom.core.model.diagnosis.Elasticity.Answer;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Setting;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.result.Failures;
import dev.headroom.core.model.result.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LastingTest {

    private static final Workload USERS = workload(new Workload.Closed(60, 0));
    private static final Move POOL = move(Subject.CAPACITY);
    private static final List<Phase> WINDOWS = List.of(phase(Setting.HOME, 100, 1), phase(Setting.MOVED, 200, 1));
    private static final Reading FULL = full(Answer.THROUGHPUT);

    private static Workload workload(Workload.Arrivals arrivals) {
        return workload(arrivals, 0);
    }

    private static Workload workload(Workload.Arrivals arrivals, double failed) {
        return new Workload(
                arrivals,
                Measure.exact(100, "told"),
                failed,
                60,
                0,
                0.6,
                10,
                10,
                List.of(),
                List.of(),
                Failures.NONE,
                Optional.empty());
    }

    private static Move move(Subject subject) {
        return new Move(subject, List.of(new Part("p", "p", 4, 8)), 2, Back.SET, Double.NaN);
    }

    private static Phase phase(Setting setting, double perSecond, double error) {
        return new Phase(
                setting,
                Duration.ofSeconds(1),
                Duration.ofSeconds(4),
                setting == Setting.MOVED ? 2 : 1,
                new Measure(perSecond, error, "told"),
                0.1,
                0,
                Double.NaN,
                Double.NaN);
    }

    private static Reading full(Answer by) {
        return new Reading(Outcome.FULL, Optional.of(new Elasticity(by, 1, 0.9, 1.1, 0.99, 2)), Optional.empty(), "");
    }

    private static Reading held(Workload seen, Move move, double perSecond, double error) {
        return Lasting.of(move, FULL, WINDOWS, seen, phase(Setting.MOVED, perSecond, error));
    }

    @Test
    void whatIsKeptUpStaysInFull() {
        assertThat(held(USERS, POOL, 195, 10)).isEqualTo(FULL);
        assertThat(held(USERS, POOL, 160, 20)).as("it may be 180").isEqualTo(FULL);
    }

    @Test
    void whatFallsBackIsTheShareThatIsLeft() {
        Reading part = held(USERS, POOL, 140, 5);

        assertThat(part.outcome()).isEqualTo(Outcome.PART);
        assertThat(part.elasticity().orElseThrow().value()).isCloseTo(0.47, within(0.03));
        assertThat(part.note()).contains("fell back");
        assertThat(held(USERS, POOL, 101, 5).outcome()).isEqualTo(Outcome.NONE);
        assertThat(held(USERS, POOL, 0, 0.25).outcome()).isEqualTo(Outcome.NONE);
    }

    /** Writes that are taken in while it is raised, and flushed in between: 131 of 100 a second last. */
    @Test
    void aRaiseIsHeldAgainstThroughputAsDiagnosedWhereItLessensThatAtHomeAsWell() {
        List<Phase> lessened = List.of(phase(Setting.HOME, 88, 1), phase(Setting.MOVED, 174, 1));
        Phase held = phase(Setting.MOVED, 145, 9);

        assertThat(Lasting.of(move(Subject.LOAD), FULL, lessened, USERS, held).outcome())
                .isEqualTo(Outcome.PART);
        assertThat(Lasting.of(POOL, FULL, lessened, USERS, held).outcome()).isEqualTo(Outcome.PART);
        assertThat(Lasting.of(POOL, FULL, lessened, USERS, phase(Setting.MOVED, 175, 1)))
                .isEqualTo(FULL);
    }

    /** A pool that serves its backlog does no more than it is asked for; a load that is raised asks for more itself. */
    @Test
    void noMoreCanBeAnsweredThanIsAskedFor() {
        Workload open = workload(new Workload.Open(130, 130, 0, true));

        assertThat(held(open, POOL, 128, 3)).isEqualTo(FULL);
        assertThat(held(open, POOL, 110, 3).outcome()).isEqualTo(Outcome.NONE);
        assertThat(held(open, move(Subject.LOAD), 128, 3).outcome()).isEqualTo(Outcome.PART);
    }

    @Test
    void whatAlwaysFailsIsNotAskedFor() {
        Workload failing = workload(new Workload.Open(130, 130, 0, true), 11);

        assertThat(held(failing, POOL, 116, 3)).isEqualTo(FULL);
        assertThat(held(failing, POOL, 110, 3).outcome()).isEqualTo(Outcome.NONE);
    }

    /** Each window at home may be off by a tenth, and nine of them together by a third of that. */
    @Test
    void homeIsAsSureAsTheMeanOfItsWindows() {
        List<Phase> windows = new ArrayList<>(Collections.nCopies(9, phase(Setting.HOME, 100, 10)));
        windows.add(phase(Setting.MOVED, 200, 10));
        Phase held = phase(Setting.MOVED, 160, 1);

        assertThat(Lasting.of(POOL, FULL, windows, USERS, held).outcome()).isEqualTo(Outcome.PART);
        assertThat(Lasting.of(POOL, FULL, windows.subList(8, 10), USERS, held)).isEqualTo(FULL);
    }

    @Test
    void whatTheWaitAnsweredIsNotAskedOfThroughput() {
        Reading byWait = full(Answer.WAIT);

        assertThat(Lasting.of(POOL, byWait, WINDOWS, USERS, phase(Setting.MOVED, 100, 1)))
                .isEqualTo(byWait);
    }
}

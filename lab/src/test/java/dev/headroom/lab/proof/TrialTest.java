package dev.headroom.lab.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Intervention.Move;
import dev.headroom.core.model.Intervention.Outcome;
import dev.headroom.core.model.Intervention.Phase;
import dev.headroom.core.model.Intervention.Subject;
import dev.headroom.core.model.Measure;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrialTest {

    private static final Measure DIAGNOSED = new Measure(100, 2, "counted");

    @Test
    void whatDoesAsPredictedAndComesBackFollowed() {
        assertThat(outcome(capacity(200), 101, 199, 99)).isEqualTo(Outcome.FOLLOWED);
    }

    @Test
    void throughputThatStaysWhenTheLimitMovesDidNotFollow() {
        assertThat(outcome(capacity(200), 100, 101, 100)).isEqualTo(Outcome.NOT_FOLLOWED);
    }

    @Test
    void throughputThatDoesNotComeBackMayHaveRisenByItself() {
        assertThat(outcome(capacity(200), 100, 200, 198)).isEqualTo(Outcome.NOT_FOLLOWED);
    }

    @Test
    void anotherStateThanTheOneDiagnosedIsTold() {
        assertThat(Trial.otherState(DIAGNOSED, phase("A", 40, 100)).orElseThrow())
                .contains("40/s now, and 100/s");
        assertThat(Trial.otherState(DIAGNOSED, phase("A", 97, 100))).isEmpty();
    }

    @Test
    void throughputThatIsTooUnevenIsNotMovedFrom() {
        Phase a = new Phase("A", Duration.ZERO, Duration.ofSeconds(1), 7, new Measure(90, 50, "counted"), DIAGNOSED);

        assertThat(Trial.otherState(DIAGNOSED, a).orElseThrow()).contains("90/s give or take 50");
    }

    @Test
    void aWindowSoUnsureThatItCouldBeEitherProvesNothing() {
        List<Phase> phases = List.of(
                phase("A", 100, 100),
                new Phase(
                        "B",
                        Duration.ZERO,
                        Duration.ofSeconds(1),
                        14,
                        new Measure(190, 110, "counted"),
                        new Measure(200, 6, "law")),
                phase("A'", 100, 100));

        assertThat(Trial.judge(capacity(200), phases).outcome()).isEqualTo(Outcome.BROKEN_OFF);
    }

    @Test
    void whatIsRefutedByBNeedsNoOther() {
        List<Phase> phases = List.of(phase("A", 100, 100), phase("B", 101, 200));

        assertThat(Trial.judge(capacity(200), phases).outcome()).isEqualTo(Outcome.NOT_FOLLOWED);
    }

    @Test
    void aPredictionThatNothingCouldRefuteProvesNothing() {
        assertThat(outcome(capacity(102), 100, 101, 100)).isEqualTo(Outcome.BROKEN_OFF);
    }

    @Test
    void throughputThatStaysWithMoreUsersIsThatOfALimit() {
        Move beyond = new Move(Subject.OVERLOAD, "load", "load", 60, 90, new Measure(100, 0, "law"), true);
        assertThat(outcome(beyond, 100, 100, 100)).isEqualTo(Outcome.FOLLOWED);
        assertThat(outcome(beyond, 100, 149, 100)).isEqualTo(Outcome.NOT_FOLLOWED);
    }

    @Test
    void throughputThatFollowsMoreUsersIsThatOfTheLoad() {
        assertThat(outcome(load(60, 75, 125), 100, 124, 100)).isEqualTo(Outcome.FOLLOWED);
        assertThat(outcome(load(60, 75, 125), 100, 101, 100)).isEqualTo(Outcome.NOT_FOLLOWED);
    }

    private static Outcome outcome(Move move, double a, double b, double last) {
        return Trial.judge(
                        move,
                        List.of(
                                phase("A", a, 100),
                                phase("B", b, move.predicted().value()),
                                phase("A'", last, 100)))
                .outcome();
    }

    private static Move capacity(double predicted) {
        return new Move(Subject.CAPACITY, "pool", "pool", 7, 14, new Measure(predicted, 0, "law"), true);
    }

    private static Move load(int from, int to, double predicted) {
        return new Move(Subject.LOAD, "load", "load", from, to, new Measure(predicted, 0, "law"), true);
    }

    private static Phase phase(String name, double throughput, double predicted) {
        return new Phase(
                name,
                Duration.ZERO,
                Duration.ofSeconds(1),
                7,
                new Measure(throughput, 2, "counted"),
                new Measure(predicted, 0, "law"));
    }
}

package dev.headroom.core.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Setting;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A pool is doubled and put back in somebody else's service, where nobody tells errors from good answers. */
class HarmTest {

    private static final Move MOVE =
            new Move(Subject.CAPACITY, List.of(new Part("p", "p", 4, 8)), 2, Back.SET, Double.NaN);

    private final List<Phase> phases = new ArrayList<>();

    private void window(Setting setting, double perSecond, double size) {
        window(setting, perSecond, size, Double.NaN);
    }

    private void window(Setting setting, double perSecond, double size, double failed) {
        window(setting, new Measure(perSecond, 1, "counted"), size, failed);
    }

    private void window(Setting setting, Measure perSecond, double size, double failed) {
        phases.add(new Phase(
                setting,
                Duration.ofSeconds(phases.size()),
                Duration.ofSeconds(1),
                setting == Setting.MOVED ? 2 : 1,
                perSecond,
                Double.NaN,
                failed,
                60,
                size));
    }

    /** A window that is none of those which are judged. */
    private Phase untouched(double perSecond, double size) {
        window(Setting.HOME, perSecond, size);
        return phases.removeFirst();
    }

    @Test
    void answersThatStayOfAnotherSizeThoughItWasPutBackMayBeErrors() {
        window(Setting.HOME, 100, 96);
        window(Setting.MOVED, 200, 115);
        assertThat(Harm.in(MOVE, Optional.empty(), phases)).as("one window").isEmpty();
        window(Setting.HOME, 100, 115);
        assertThat(Harm.in(MOVE, Optional.empty(), phases))
                .hasValueSatisfying(why -> assertThat(why).contains("another size", "96 B to 115 B"));
    }

    /** As where workers wait for each other from the first raise on, which all windows at home have seen as well. */
    @Test
    void whatDoesNotComeBackWhenItIsPutBackEndsTheProof() {
        Phase untouched = untouched(100, 96);
        window(Setting.HOME, 0, 96);
        assertThat(Harm.in(MOVE, Optional.of(untouched), phases))
                .as("one window")
                .isEmpty();
        window(Setting.MOVED, 0, 96);
        assertThat(Harm.in(MOVE, Optional.of(untouched), phases))
                .hasValueSatisfying(why -> assertThat(why).contains("has not come back"));
    }

    @Test
    void answersThatCanNoLongerBeCountedEndTheProof() {
        Phase untouched = untouched(100, 96);
        window(Setting.HOME, Double.NaN, 96);
        window(Setting.MOVED, Double.NaN, 96);
        assertThat(Harm.in(MOVE, Optional.of(untouched), phases))
                .hasValueSatisfying(why -> assertThat(why).contains("no longer be counted"));
    }

    @Test
    void aWindowThatIsAnsweredLessByChanceEndsNothing() {
        Phase untouched = untouched(4, 96);
        window(Setting.HOME, 1, 96);
        window(Setting.MOVED, 1, 96);
        assertThat(Harm.in(MOVE, Optional.of(untouched), phases)).isEmpty();
    }

    /** In a quarter of a second at the beginning as many bytes as of 20 answers came with 18 of them. */
    @Test
    void aWindowInWhichHalfOfTheAnswersAreOpenTellsNoSize() {
        window(Setting.HOME, 1, 1198);
        window(Setting.MOVED, 160, 1078);
        window(Setting.HOME, 80, 1078);
        assertThat(Harm.in(MOVE, Optional.empty(), phases)).isEmpty();
        window(Setting.MOVED, 160, 1178);
        window(Setting.MOVED, 160, 1178);
        assertThat(Harm.in(MOVE, Optional.empty(), phases)).isPresent();
    }

    /** Recorded: the sizes of windows differ by more than the last ones do from the first. */
    @Test
    void lessThanTheSizeOfWindowsDiffersAnyhowIsNoOtherSize() {
        window(Setting.HOME, 1, 784);
        window(Setting.MOVED, 158, 1095.1);
        window(Setting.PLACEBO, 75, 1141.4);
        window(Setting.MOVED, 148, 1078);
        window(Setting.HOME, 76, 1078);
        assertThat(Harm.in(MOVE, Optional.empty(), phases)).isEmpty();
    }

    /** Recorded: three windows of 38 to 40 answers were of the same size to a byte, and of two of 75 one answer or two were not counted. */
    @Test
    void anAnswerThatIsNotCountedIsNoOtherSize() {
        for (int i = 0; i < 3; i++) {
            window(Setting.HOME, 39, 1078);
        }
        window(Setting.MOVED, 80, 1078);
        window(Setting.MOVED, 73, 1100);
        window(Setting.MOVED, 75, 1101.4);
        assertThat(Harm.in(MOVE, Optional.empty(), phases)).isEmpty();
        window(Setting.MOVED, 75, 1350);
        window(Setting.MOVED, 75, 1350);
        assertThat(Harm.in(MOVE, Optional.empty(), phases)).isPresent();
    }

    /** Four come at a time, and the end of a window falls before them or after. */
    @Test
    void aFewAnswersMoreOrLessAreNoOtherSizeWhereTheyComeInStep() {
        Measure known = new Measure(76, 8, "counted");
        for (int i = 0; i < 3; i++) {
            window(Setting.HOME, known, 1050, Double.NaN);
            window(Setting.MOVED, new Measure(152, 8, "counted"), 1050, Double.NaN);
        }
        for (int i = 0; i < 2; i++) {
            window(Setting.MOVED, new Measure(148, 8, "counted"), 1078, Double.NaN);
        }
        assertThat(Harm.in(MOVE, Optional.empty(), phases)).isEmpty();
        for (int i = 0; i < 2; i++) {
            window(Setting.MOVED, known, 1350, Double.NaN);
        }
        assertThat(Harm.in(MOVE, Optional.empty(), phases)).isPresent();
    }

    /** It is moved once before its windows are counted. */
    @Test
    void answersAreComparedWithThoseBeforeItWasTouched() {
        Phase untouched = untouched(100, 76);
        window(Setting.HOME, 100, 97);
        window(Setting.HOME, 100, 97);
        assertThat(Harm.in(MOVE, Optional.empty(), phases)).isEmpty();
        assertThat(Harm.in(MOVE, Optional.of(untouched), phases)).isPresent();
    }

    /** The body is as long: {@code 500 Internal Server Error} and its header are 23 bytes longer. */
    @Test
    void aLineOfStatusIsEnoughInTwoWindowsThatAreMovedWhateverIsBetweenThem() {
        window(Setting.HOME, 100, 977);
        window(Setting.MOVED, 200, 1000);
        window(Setting.HOME, 100, 977);
        assertThat(Harm.in(MOVE, Optional.empty(), phases)).isEmpty();
        window(Setting.MOVED, 200, 1000);
        assertThat(Harm.in(MOVE, Optional.empty(), phases))
                .hasValueSatisfying(why -> assertThat(why).contains("another size", "977 B to 1 kB"));
    }

    @Test
    void theDigitsOfANumberAreNot() {
        for (int i = 0; i < 4; i++) {
            window(Setting.HOME, 100, 977);
            window(Setting.MOVED, 200, 978);
        }
        assertThat(Harm.in(MOVE, Optional.empty(), phases)).isEmpty();
    }

    @Test
    void answersOfASixthOfTheSizeEndItWithTheFirstWindow() {
        Phase untouched = untouched(100, 977);
        window(Setting.HOME, 100, 976);
        window(Setting.MOVED, 200, 153);
        assertThat(Harm.in(MOVE, Optional.of(untouched), phases)).isPresent();
    }

    @Test
    void whereItWasMovedAtFirstThoseAnswersAreTheMeasure() {
        window(Setting.MOVED, 200, 115);
        window(Setting.HOME, 100, 96);
        window(Setting.HOME, 100, 96.1);
        assertThat(Harm.in(MOVE, Optional.empty(), phases)).isPresent();
    }

    @Test
    void sizesThatDifferAnywayOrErrorsThatAreCountedSayNothing() {
        window(Setting.HOME, 100, 1000);
        window(Setting.HOME, 100, 1400);
        window(Setting.MOVED, 200, 1500);
        window(Setting.HOME, 100, 1450);
        assertThat(Harm.in(MOVE, Optional.empty(), phases)).isEmpty();
        phases.clear();
        window(Setting.HOME, 100, 96, 0);
        window(Setting.MOVED, 200, 115, 0);
        window(Setting.HOME, 100, 115, 0);
        assertThat(Harm.in(MOVE, Optional.empty(), phases)).isEmpty();
    }

    /** As of a pool whose new threads fail at once. */
    @Test
    void answersThatComeFasterThanItCanServeEndItWithTheFirstWindow() {
        window(Setting.HOME, 95, 96);
        window(Setting.MOVED, 9355, 96);
        assertThat(Harm.in(MOVE, Optional.empty(), phases))
                .hasValueSatisfying(why -> assertThat(why).startsWith("answers came 98.5 times as fast"));
        phases.removeLast();
        window(Setting.MOVED, 250, 96);
        assertThat(Harm.in(MOVE, Optional.empty(), phases)).isEmpty();
    }

    @Test
    void answersThatComeFarTooFastAreSeenInAPartOfTheRehearsal() {
        window(Setting.HOME, 100, 96);
        window(Setting.MOVED, 9_000, 96);
        assertThat(Harm.atOnce(MOVE, phases))
                .hasValueSatisfying(why -> assertThat(why).contains("90 times as fast"));
    }

    /** 3 answers in a second, and 13 in the next: so they come by chance. */
    @Test
    void aFewMoreThanThatMayComeByChance() {
        window(Setting.HOME, 3, 96);
        window(Setting.MOVED, 13, 96);
        assertThat(Harm.atOnce(MOVE, phases)).isEmpty();
    }

    @Test
    void whatARaiseHasBrokenIsKnownAfterwards() {
        window(Setting.HOME, 100, 96);
        window(Setting.MOVED, 9_000, 96);
        assertThat(Harm.did(ended(Outcome.BROKEN_OFF))).isTrue();
        assertThat(Harm.did(ended(Outcome.UNDECIDED))).isFalse();
    }

    @Test
    void aLeaseThatWasLostIsNoHarm() {
        window(Setting.HOME, 100, 96);
        window(Setting.MOVED, 190, 96);
        assertThat(Harm.did(ended(Outcome.BROKEN_OFF))).isFalse();
    }

    private Intervention ended(Outcome outcome) {
        return new Intervention(MOVE, phases, outcome, Optional.empty(), Optional.empty(), "", List.of());
    }
}

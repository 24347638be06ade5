package dev.headroom.lab.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.Intervention.Move;
import dev.headroom.core.model.Intervention.Subject;
import dev.headroom.core.model.Measure;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepTest {

    /** Of 20 objects 15 were never given back: two more are two fifths more. */
    private static Move leaking(boolean comesBack) {
        return new Move(Subject.CAPACITY, "pool", "pool", 20, 22, new Measure(70, 2.1, "X m' / m"), comesBack);
    }

    @Test
    void whatDoesNotComeBackIsMovedAsFarOnceMoreAndGivesAsMuchMore() {
        List<Step> steps = Step.of(leaking(false), 50);

        assertThat(steps).extracting(Step::setting).containsExactly(20, 22, 24);
        assertThat(steps.getLast().share()).isCloseTo(1.8, within(1e-9));
    }

    @Test
    void whatComesBackHasToGiveWhatItGaveBefore() {
        Step back = Step.of(leaking(true), 50).getLast();

        assertThat(back.setting()).isEqualTo(20);
        assertThat(back.predicted(new Measure(48, 1, "A"), leaking(true).predicted()))
                .isEqualTo(new Measure(48, 1, "X m' / m"));
    }

    @Test
    void aPredictionIsAsUnsureAsTheLawAndWhatCameBefore() {
        Measure predicted = Step.of(leaking(true), 50)
                .get(1)
                .predicted(new Measure(50, 2, "A"), leaking(true).predicted());

        assertThat(predicted.value()).isCloseTo(70, within(1e-9));
        assertThat(predicted.error()).isCloseTo(Math.hypot(2.1, 2.8), within(1e-9));
    }
}

package dev.headroom.core.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.diagnosis.Case;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Setting;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whether limits were moved in the state that was diagnosed. */
class OtherStateTest extends Simulated {

    private static final Case ABOUT = Case.of(FULL_POOL.measurement(), FULL_POOL.diagnosis());

    /**
     * Of the common pool, in 24 windows.
     *
     * @param home throughput over that which was diagnosed
     * @param moved the same
     * @param error of each window, relative
     */
    private static boolean isOther(int to, double home, double moved, double error) {
        return other(to, to / 7.0, home, moved, error).isPresent();
    }

    /** @param factor by which it was larger, as was seen */
    private static Optional<OtherState> other(int to, double factor, double home, double moved, double error) {
        Move move = new Move(
                Subject.CAPACITY, List.of(new Part(COMMON_POOL, COMMON_POOL, 7, to)), to / 7.0, Back.SET, Double.NaN);
        double diagnosed = ABOUT.evidence().throughput();
        List<Phase> phases = IntStream.range(0, WINDOWS)
                .mapToObj(number -> {
                    boolean is = number % 2 == 1;
                    double x = diagnosed * (is ? moved : home);
                    return new Phase(
                            is ? Setting.MOVED : Setting.HOME,
                            Duration.ofSeconds(10L * number),
                            Duration.ofSeconds(10),
                            is ? factor : 1,
                            new Measure(x, error * x, "told"),
                            Double.NaN,
                            0,
                            Double.NaN,
                            Double.NaN);
                })
                .toList();
        Reading reading = Reading.of(move, phases, 0.001, true);
        Intervention done = new Intervention(
                move, phases, reading.outcome(), reading.elasticity(), reading.placebo(), reading.note(), List.of());
        return OtherState.in(ABOUT, List.of(done));
    }

    /** Twelve that may each be off by 40 % are off by 12 % together. */
    @Test
    void manyUnevenWindowsTellTogetherThatThroughputWasLess() {
        assertThat(isOther(14, 0.75, 0.75, 0.4)).isTrue();
        assertThat(isOther(14, 0.9, 0.9, 0.4)).isFalse();
    }

    /** By the windows alone e is 1; by what was diagnosed 0.4 and 0.8. */
    @Test
    void aSmallRaiseThatIsAnsweredInFullOnlyByALowerHomeIsOfAnotherState() {
        assertThat(isOther(9, 0.87, 0.87 * 9 / 7, 0.02)).isTrue();
        assertThat(isOther(8, 0.86, 1, 0.02))
                .as("what was added is kept busy, and a seventh does nothing")
                .isTrue();
        assertThat(isOther(14, 0.9, 1.8, 0.02)).isFalse();
        assertThat(isOther(9, 0.97, 0.97 * 9 / 7, 0.02)).isFalse();
        assertThat(isOther(9, 0.86, 0.86, 0.02)).as("in vain").isFalse();
    }

    /** Not all that was asked for came, and of what came throughput answered in full. */
    @Test
    void aRaiseIsHeldAgainstWhatWasSeenOfIt() {
        assertThat(other(14, 1.7, 1, 1.7, 0.02)).isEmpty();
        assertThat(other(14, 1.7, 0.8, 0.8 * 1.7, 0.02)).isPresent();
    }

    @Test
    void whatARaiseGaveIsToldBesideWhatWasCounted() {
        assertThat(other(8, 8 / 7.0, 0.86, 1, 0.02).orElseThrow().trouble())
                .matches("the same load gave .*/s while it was counted; raised by 1.14 it gave .*/s,"
                        + " which is in full only of the .*/s in between");
    }
}

package dev.headroom.core.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Setting;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A move that is broken off since responses fail, or is not. */
class ReplicationTest {

    private static final Move MOVE =
            new Move(Subject.CAPACITY, List.of(new Part("p", "p", 4, 8)), 2, Back.SET, Double.NaN);

    private static final double PART = 0.125;

    private final Replication replication = new Replication(MOVE, 0, 0, 0.03, new SplittableRandom(1));

    private static Phase window(Setting setting, double seconds, int good, int failed) {
        return new Phase(
                setting,
                Duration.ZERO,
                Times.ofSeconds(seconds),
                setting == Setting.MOVED ? 2 : 1,
                Measure.exact(good / seconds, "counted"),
                Double.NaN,
                failed / seconds,
                Double.NaN,
                Double.NaN);
    }

    @Test
    void oneFailedAnswerOfThreeIsNoHarm() {
        replication.untouched(window(Setting.HOME, 1, 8, 0));

        assertThat(replication.rehearsed(window(Setting.MOVED, PART, 2, 1))).isEmpty();
        assertThat(replication.rehearsed(window(Setting.MOVED, PART, 3, 0))).isEmpty();
    }

    @Test
    void severalBriefPartsInWhichHalfFailAreHarm() {
        replication.untouched(window(Setting.HOME, 1, 40, 0));
        assertThat(replication.rehearsed(window(Setting.MOVED, PART, 5, 5)))
                .as("of ten, chance may fail five where three tenths are no harm")
                .isEmpty();
        replication.rehearsed(window(Setting.MOVED, PART, 5, 5));

        assertThat(replication.rehearsed(window(Setting.MOVED, PART, 5, 5))).hasValueSatisfying(reading -> {
            assertThat(reading.outcome()).isEqualTo(Outcome.BROKEN_OFF);
            assertThat(reading.note()).startsWith("50").contains("of the responses failed, where 3");
        });
    }

    /** As where calls fail only after the time for which a connection is waited for. */
    @Test
    void harmThatBeginsLateInTheRehearsalIsSeen() {
        replication.untouched(window(Setting.HOME, 1, 200, 0));
        for (int part = 0; part < 3; part++) {
            assertThat(replication.rehearsed(window(Setting.MOVED, PART, 60, 0)))
                    .isEmpty();
        }

        assertThat(replication.rehearsed(window(Setting.MOVED, PART, 0, 60))).isPresent();
    }

    @Test
    void theFirstWindowIsJudgedByWhatWasCountedBeforeAnythingWasMoved() {
        replication.untouched(window(Setting.HOME, 1, 200, 0));

        assertThat(replication.add(window(Setting.MOVED, 1, 0, 200), 0.01)).isPresent();
    }

    @Test
    void briefWindowsThatFailWhileMovedAreTakenTogether() {
        long windows = IntStream.iterate(0, at -> at + 1)
                .takeWhile(at -> replication
                        .add(
                                window(at % 2 == 0 ? Setting.HOME : Setting.MOVED, 1, 2, at % 2 == 0 ? 0 : 2),
                                (at + 1) / 100.0)
                        .isEmpty())
                .limit(40)
                .count();

        assertThat(windows).isBetween(4L, 12L);
    }
}

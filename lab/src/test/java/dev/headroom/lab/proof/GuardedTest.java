package dev.headroom.lab.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Point;
import dev.headroom.core.model.diagnosis.Intervention.Setting;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.proof.HeapRoom;
import dev.headroom.lab.Recorded;
import dev.headroom.probe.ProbeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A service whose heap has room for half as many again. */
class GuardedTest {

    private final List<String> done = new ArrayList<>();
    private final Guarded guarded = new Guarded(
            new Noted(),
            new RaiseRisk(
                    Recorded.observation("users-common-pool"),
                    Optional.of(new HeapRoom(200, 300, false)),
                    () -> new RaiseRisk.Left(OptionalLong.empty(), OptionalLong.empty())));

    private static Move to(int many) {
        return new Move(Subject.CAPACITY, List.of(new Part("none", "none", 8, many)), many / 8.0, Back.SET, Double.NaN);
    }

    @Test
    void whatMayBreakItForGoodIsNotBegun() {
        assertThatThrownBy(() -> guarded.begin(to(16), Duration.ZERO, Duration.ZERO))
                .isInstanceOf(ProbeException.class)
                .hasMessageContaining("of its heap");
        assertThat(done).isEmpty();
    }

    @Test
    void whatLetsOnePastAtATimeIsNotRaised() {
        Move two = new Move(Subject.CAPACITY, List.of(new Part("none", "none", 1, 1.25)), 1.25, Back.SET, Double.NaN);

        assertThatThrownBy(() -> guarded.begin(two, Duration.ZERO, Duration.ZERO))
                .isInstanceOf(ProbeException.class)
                .hasMessageContaining("lets one past at a time");
        assertThat(done).isEmpty();
    }

    @Test
    void nothingGoesBeyondWhatWasAskedFor() throws Exception {
        try (Plant.Moving moving = guarded.begin(to(12), Duration.ZERO, Duration.ZERO)) {
            moving.further(2);
            moving.putBack();
        }
        assertThat(done).containsExactly("begin", "MOVED", "back", "close");
    }

    /** Notes what is done. */
    private final class Noted implements Plant, Plant.Moving {

        @Override
        public Moving begin(Move move, Duration longest, Duration wait) {
            done.add("begin");
            return this;
        }

        @Override
        public double cycle() {
            return 1;
        }

        @Override
        public void turn(Setting to) {
            done.add(to.toString());
        }

        @Override
        public void further(double factor) {
            done.add("further");
        }

        @Override
        public void pass(double seconds) {}

        @Override
        public Phase count(Setting at, double seconds) {
            throw new AssertionError("nothing is counted");
        }

        @Override
        public void putBack() {
            done.add("back");
        }

        @Override
        public List<Point> series() {
            return List.of();
        }

        @Override
        public void close() {
            done.add("close");
        }
    }
}

package dev.headroom.lab.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Setting;
import dev.headroom.lab.Recorded;
import dev.headroom.probe.ProbeException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A service whose heap has room for half as many again. */
class LivePlantTest {

    private final Simulated gate = new Simulated(6, 0.1);
    private final LivePlant plant = new LivePlant(
            gate,
            length -> {
                throw new AssertionError("nothing is counted");
            },
            Recorded.commonPool(),
            LabPlantTest.risk());

    private Plant.Moving begin(Move move) throws Exception {
        return plant.begin(move, Duration.ofSeconds(30), Duration.ZERO);
    }

    private void isRefused(Move move, String why) {
        assertThatThrownBy(() -> begin(move)).isInstanceOf(ProbeException.class).hasMessageContaining(why);
        assertThat(gate.permits()).isEqualTo(6);
    }

    @Test
    void whatMayBreakItForGoodIsNotBegun() {
        isRefused(LabPlantTest.raise(6, 12), "of its heap");
    }

    @Test
    void whatLetsOnePastAtATimeIsNotRaised() {
        isRefused(LabPlantTest.raise(1, 1.25), "lets one past at a time");
    }

    @Test
    void nothingGoesBeyondWhatWasAskedFor() throws Exception {
        try (Plant.Moving moving = begin(LabPlantTest.raise(6, 9))) {
            moving.turn(Setting.MOVED);
            moving.further(2);
            assertThat(gate.permits()).isEqualTo(9);
        }
        assertThat(gate.permits()).isEqualTo(6);
    }
}

package dev.headroom.report.plain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.report.view.variant.Breakdown;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TimeTableTest {

    private static final Breakdown.Bar BAR = new Breakdown.Bar("", "", List.of());

    private static List<String> lines(Optional<Breakdown.Bar> alone) {
        Breakdown.Row row =
                new Breakdown.Row("", "computing", "", "0.0765\u00a0ms", "0.0998\u00a0ms", "", "", 1e-4, false);
        return TimeTable.lines(new Breakdown("", List.of(row), alone, BAR, "", "", List.of(), ""), 80);
    }

    @Test
    void timesOfManyDigitsStandApart() {
        assertThat(lines(Optional.of(BAR)).getLast()).contains("computing           0.0765 ms 0.0998 ms  ===");
    }

    @Test
    void whereItIsNotKnownWhatARequestTakesAloneThereIsNoColumnForIt() {
        assertThat(lines(Optional.empty()).getFirst()).isEqualTo("where the time goes      load");
        assertThat(lines(Optional.empty()).getLast()).contains("computing           0.0998 ms  ===");
    }
}

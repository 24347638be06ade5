package dev.headroom.report.plain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.report.view.Breakdown;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TimeTableTest {

    @Test
    void timesOfManyDigitsStandApart() {
        Breakdown.Row row =
                new Breakdown.Row("", "computing", "", "0.0765\u00a0ms", "0.0998\u00a0ms", "", "", 1e-4, false);
        Breakdown breakdown = new Breakdown(
                List.of(row), Optional.empty(), new Breakdown.Bar("", "", List.of()), "", "", List.of(), "");

        assertThat(TimeTable.lines(breakdown, 80).getLast()).contains("computing           0.0765 ms 0.0998 ms  ===");
    }
}

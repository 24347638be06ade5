package dev.headroom.harness.calibration;

import static dev.headroom.harness.drawn.Networks.of;
import static dev.headroom.harness.drawn.Networks.station;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.harness.drawn.DrawnKind;
import dev.headroom.harness.drawn.DrawnLoad;
import dev.headroom.harness.drawn.DrawnStation.Shape;
import dev.headroom.harness.drawn.Network;
import dev.headroom.harness.truth.Laws;
import dev.headroom.harness.truth.Truth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationTest {

    private static final Network NETWORK = of(
            DrawnLoad.closed(40, 0, false),
            Shape.DETERMINISTIC,
            station(DrawnKind.SEMAPHORE, "semaphore1", 4, 40, Shape.DETERMINISTIC));

    private static Row row(int number, Said said) {
        Network network = new Network(1, number, NETWORK.front(), NETWORK.demand(), NETWORK.extras());
        Verdict verdict = new Verdict(false, said, Said.nothing(), said, List.of(), 100, "");
        Truth truth = Laws.of(network).orElseThrow();
        return Row.of(7, network, truth, truth.json(), "lab", verdict);
    }

    private static Said named(String grade, int capacity) {
        Limit limit = new Limit(LimitKind.SEMAPHORE, "", OptionalInt.of(capacity));
        return new Said(Said.Claim.LIMIT, List.of(limit), grade);
    }

    private static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (int i = 1; i <= 50; i++) {
            rows.add(row(i, named("proved", 4)));
        }
        rows.add(row(51, named("suspected", 5)));
        rows.add(row(52, Said.nothing()));
        rows.add(row(53, new Said(Said.Claim.UNKNOWN, List.of(), "suspected")));
        return rows;
    }

    @Test
    void everyShareHasItsExactBound() {
        assertThat(Calibration.of(rows()))
                .contains("| all | 53 | 50 of 50 (at least 94.2 %) | - | 0 of 1 (at least 0.0 %) |"
                        + " 1 of 1 (at most 100.0 %) | 1 of 53 (at most 8.6 %) | 0 | - |");
    }

    @Test
    void aBaselineIsJudgedByTheSameTruth() {
        assertThat(Calibration.of(rows())).contains("| the fullest pool | 0 of 53 | 0 | 53 |");
    }

    @Test
    void whatWasDoneIsReadAgainAndNotDoneTwice(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("rows.json");
        Row row = row(1, named("proved", 4));
        CalibrationRows.open(Optional.of(file)).add(row);
        CalibrationRows again = CalibrationRows.open(Optional.of(file));
        assertThat(again.has(7, NETWORK, "lab")).isTrue();
        assertThat(again.has(7, NETWORK, "agent")).isFalse();
        assertThat(Calibration.all(again.all())).isEqualTo(Calibration.all(List.of(row)));
        assertThat(Files.readString(file)).contains("\"service\" : \"virtual > semaphore 4; closed, 40 users\"");
    }
}

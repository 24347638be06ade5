package dev.headroom.core.laws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.laws.WeightedLine.Point;
import java.util.List;
import org.junit.jupiter.api.Test;

class WeightedLineTest {

    @Test
    void pointsOnALineGiveThatLineWhateverTheirErrors() {
        WeightedLine line = WeightedLine.through(
                List.of(new Point(1, 0.1, 0.01), new Point(2, 0.2, 0.04), new Point(4, 0.4, 0.002)));
        assertThat(line.at(1)).isCloseTo(0.1, within(1e-9));
        assertThat(line.slope()).isCloseTo(0.1, within(1e-9));
    }

    @Test
    void whatIsReadIsKnownBetterThanByThatPointAlone() {
        List<Point> points = List.of(new Point(1, 0.11, 0.03), new Point(2, 0.1, 0.01), new Point(4, 0.1, 0.01));
        WeightedLine line = WeightedLine.through(points);
        assertThat(line.at(1)).isBetween(0.1, 0.105);
        assertThat(line.errorAt(1)).isLessThan(0.02);
        assertThat(line.passes(points)).isTrue();
    }

    @Test
    void pointsThatBendAreNoLine() {
        List<Point> points = List.of(new Point(1, 0.1, 0.001), new Point(2, 0.1, 0.001), new Point(4, 0.2, 0.001));
        assertThat(WeightedLine.through(points).passes(points)).isFalse();
    }
}

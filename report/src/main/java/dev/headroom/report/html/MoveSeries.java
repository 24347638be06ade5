package dev.headroom.report.html;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Point;
import dev.headroom.report.text.MoveWords;
import java.util.List;
import java.util.Map;

/** Throughput while a limit was moved, and the windows in which it was measured, in seconds since the start of the series. */
final class MoveSeries {

    private MoveSeries() {}

    static Map<String, Object> of(Intervention moved) {
        return Map.of(
                "t",
                        moved.series().stream()
                                .map(point -> ChartData.round(Times.seconds(point.at())))
                                .toList(),
                "x",
                        moved.series().stream()
                                .map(Point::perSecond)
                                .map(ChartData::round)
                                .toList(),
                "windows",
                        moved.phases().stream()
                                .map(phase -> window(phase, moved.move()))
                                .toList());
    }

    private static List<Object> window(Phase phase, Move move) {
        double from = Times.seconds(phase.at());
        return List.of(
                MoveWords.isMoved(phase, move),
                from,
                from + Times.seconds(phase.length()),
                ChartData.round(phase.throughput().value()));
    }
}

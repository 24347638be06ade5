package dev.headroom.lab;

import dev.headroom.core.laws.WeightedLine;
import dev.headroom.core.laws.WeightedLine.Point;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.result.Baseline;
import dev.headroom.lab.service.ServiceException;
import java.util.ArrayList;
import java.util.List;

/**
 * R0 where much depends on it: two and four users as well, and the line through the three means read at one user. They are answered sooner than
 * one, so that more is known of the mean in as much time. Where the three lie on no line, as where two find room and four do not, one user decides.
 */
final class FewUsers {

    private static final List<Integer> MORE = List.of(2, 4);

    private FewUsers() {}

    /** @return the same baseline where the others say nothing that one user did not */
    static Baseline refine(Baseline alone, Spread spread, Loading bench, Load counted, Pace pace)
            throws InterruptedException, ServiceException {
        List<Point> points = new ArrayList<>();
        if (2 * alone.response().value() > Times.seconds(pace.ofFewUsers().oneUserEnough())) {
            return alone; // too few answers would come
        }
        for (int users : MORE) {
            OneUser some = OneUser.measure(users, bench, counted, pace.ofFewUsers());
            some.response().stream()
                    .map(response -> point(users, spread.of(response, some.answers())))
                    .forEach(points::add);
        }
        return refine(alone, points);
    }

    static Baseline refine(Baseline alone, List<Point> more) {
        List<Point> points = new ArrayList<>(List.of(point(1, alone.response())));
        points.addAll(more);
        if (points.size() <= MORE.size() || !points.stream().allMatch(point -> Double.isFinite(point.error()))) {
            return alone;
        }
        WeightedLine line = WeightedLine.through(points);
        return line.passes(points) && line.errorAt(1) < alone.response().error()
                ? alone.with(new Measure(
                        line.at(1),
                        line.errorAt(1),
                        "the line through 1, 2 and 4 users read at one; "
                                + alone.response().source()))
                : alone;
    }

    static Point point(int users, Measure response) {
        return new Point(users, response.value(), response.error());
    }
}

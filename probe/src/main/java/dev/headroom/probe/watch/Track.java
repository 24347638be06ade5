package dev.headroom.probe.watch;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.PoolNames;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshot.PoolLook;
import dev.headroom.probe.os.process.Series;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * One pool through a window. A look in which the pool had no worker counts as one with none, so that means are over time
 * ({@link OverTime}) and not over the times that it was seen.
 */
final class Track {

    private static final double MOSTLY = 0.5;

    /** Workers that wait for a task on average: between two tasks each does, for a moment. */
    private static final double FEW = 0.5;

    private final String name;
    private final Window window;
    private final List<Point> points;
    private final List<Point> within;

    /**
     * @param seconds since the window began
     * @param weight what it counts for in a mean ({@link OverTime})
     * @param begun waits of its threads, of a pool that is followed
     */
    private record Point(double seconds, double weight, Optional<PoolLook> pool, OptionalLong begun) {

        double value(ToDoubleFunction<PoolLook> figure) {
            return pool.map(figure::applyAsDouble).orElse(0.0);
        }
    }

    /**
     * All of these names, in their order: each look is gone through once, however many there are.
     *
     * @param looks of the whole run, in order: those around the window's edges are needed too
     */
    static List<Track> all(Collection<String> names, List<Snapshot> looks, Window window) {
        Map<String, List<Point>> points = new TreeMap<>();
        names.forEach(name -> points.put(name, new ArrayList<>(looks.size())));
        double[] times = OverTime.times(looks, window);
        double[] weights = OverTime.weights(times, window.seconds());
        for (int i = 0; i < times.length; i++) {
            int look = i;
            for (PoolLook pool : looks.get(i).pools()) {
                List<Point> its = points.get(pool.name());
                if (its != null && its.size() == look) {
                    its.add(new Point(times[look], weights[look], Optional.of(pool), begun(pool, looks.get(look))));
                }
            }
            Point without = new Point(times[look], weights[look], Optional.empty(), OptionalLong.empty());
            points.values().stream().filter(its -> its.size() == look).forEach(its -> its.add(without));
        }
        return points.entrySet().stream()
                .map(one -> new Track(one.getKey(), one.getValue(), window))
                .toList();
    }

    private static OptionalLong begun(PoolLook pool, Snapshot look) {
        return look.followed()
                .map(their -> their.begun().get(pool.name()))
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    private Track(String name, List<Point> points, Window window) {
        this.name = name;
        this.window = window;
        this.points = points;
        double length = window.seconds();
        within = points.stream()
                .filter(point -> point.seconds() >= 0 && point.seconds() <= length)
                .toList();
    }

    String name() {
        return name;
    }

    int samples() {
        return within.size();
    }

    /** What it was first seen to be: a thread whose stack was not seen yet may be anything. */
    StationKind kind() {
        return points.stream()
                .flatMap(point -> point.pool().stream())
                .map(PoolLook::kind)
                .filter(kind -> kind != StationKind.OTHER)
                .findFirst()
                .orElse(StationKind.OTHER);
    }

    /**
     * The bound as last told; a pool may be resized while it is watched. A pool that cannot be asked is taken to be
     * bounded at its size where that never changed although all its workers were busy for most of the time; and at a {@link CountBound}
     * of those that are busy where its kind keeps more threads than it lets work, or the others accept and select. Any other with
     * workers that wait for a task has no queue: something before it lets so many in.
     */
    OptionalInt maximum() {
        Optional<PoolLook> last =
                within.stream().flatMap(point -> point.pool().stream()).reduce((earlier, later) -> later);
        if (last.isEmpty() || !isEstimated() || last.get().maximum().isPresent()) {
            return last.map(PoolLook::maximum).orElse(OptionalInt.empty());
        }
        int size = last.get().workers();
        boolean constant = within.stream()
                .allMatch(point -> point.pool().map(PoolLook::workers).orElse(0) == size);
        if (constant && mean(pool -> pool.active() >= size ? 1 : 0) > MOSTLY) {
            return OptionalInt.of(size);
        }
        if (!keepsMoreThanWork() && mean(Track::awaitingTasks) > FEW) {
            return OptionalInt.empty();
        }
        OptionalInt bound = CountBound.of(within.stream()
                .mapToDouble(point -> point.value(PoolLook::active))
                .toArray());
        return bound.orElse(0) > 1 ? bound : OptionalInt.empty();
    }

    private static double awaitingTasks(PoolLook pool) {
        return Stack.weight(pool.stacks(), stack -> stack.reading().activity() == Activity.IDLE && !stack.selects());
    }

    private boolean keepsMoreThanWork() {
        return kind() == StationKind.FORK_JOIN
                || points.stream()
                        .flatMap(point -> point.pool().stream())
                        .flatMap(pool -> pool.stacks().keySet().stream())
                        .anyMatch(PoolNames::isOfCoroutines);
    }

    /** Whether the pool could not be asked for its figures, so that they are told from its threads. */
    boolean isEstimated() {
        return kind() != StationKind.VIRTUAL_THREADS && !isQueueSeen();
    }

    boolean isQueueSeen() {
        return points.stream()
                .flatMap(point -> point.pool().stream())
                .anyMatch(pool -> pool.queue().isPresent());
    }

    double mean(ToDoubleFunction<PoolLook> figure) {
        return overTime(point -> point.value(figure));
    }

    private double overTime(ToDoubleFunction<Point> figure) {
        double[] weights = within.stream().mapToDouble(Point::weight).toArray();
        return OverTime.mean(weights, point -> figure.applyAsDouble(within.get(point)));
    }

    double max(ToDoubleFunction<PoolLook> figure) {
        return within.stream()
                .flatMap(point -> point.pool().stream())
                .mapToDouble(figure)
                .max()
                .orElse(0);
    }

    /** Standard deviation of a figure from look to look. */
    double deviation(ToDoubleFunction<PoolLook> figure) {
        double mean = mean(figure);
        return Math.sqrt(mean(pool -> Math.pow(figure.applyAsDouble(pool) - mean, 2)));
    }

    /** Change per second by least squares: mean of (t - mean t)(y - mean y) over mean of (t - mean t) squared. */
    double slope(ToDoubleFunction<PoolLook> figure) {
        double meanTime = overTime(Point::seconds);
        double meanFigure = mean(figure);
        double cross = overTime(point -> (point.seconds() - meanTime) * (point.value(figure) - meanFigure));
        double square = overTime(point -> Math.pow(point.seconds() - meanTime, 2));
        return square == 0 ? 0 : cross / square;
    }

    /** Tasks done in the window, the counter read between looks at the window's edges; empty where none is kept. */
    OptionalDouble completed() {
        return counted(point -> point.pool().map(PoolLook::completed).orElse(OptionalLong.empty()));
    }

    /** Waits that its threads began in the window, in the same way. */
    OptionalDouble begun() {
        return counted(Point::begun);
    }

    /** Where the counter was read in a part of the time alone, as many come in the rest. */
    private OptionalDouble counted(Function<Point, OptionalLong> counter) {
        List<Point> counted = points.stream()
                .filter(point -> counter.apply(point).isPresent())
                .toList();
        List<Point> there =
                points.stream().filter(point -> point.pool().isPresent()).toList();
        if (counted.isEmpty()) {
            return OptionalDouble.empty();
        }
        double length = window.seconds();
        double more = Series.of(
                        counted, Point::seconds, point -> counter.apply(point).orElse(0))
                .grown(0, length);
        double begins = there.getFirst().seconds();
        double ends = there.getLast().seconds();
        double from = begins <= points.getFirst().seconds() ? 0 : begins;
        double to = ends >= points.getLast().seconds() ? length : ends;
        double read = Math.min(counted.getLast().seconds(), length)
                - Math.max(counted.getFirst().seconds(), 0);
        double whole = Math.min(to, length) - Math.max(from, 0);
        return OptionalDouble.of(read >= Thresholds.HALF * whole && read > 0 ? more * whole / read : more);
    }

    Map<Activity, Double> activities() {
        Map<Activity, Double> means = new EnumMap<>(Activity.class);
        for (Activity activity : Activity.values()) {
            double mean = mean(pool -> pool.activities().getOrDefault(activity, 0.0));
            if (mean > 0) {
                means.put(activity, mean);
            }
        }
        return means;
    }

    /** Mean number of workers that stood in each stack. */
    Map<Stack, Double> stacks() {
        Map<Stack, Double> sums = new HashMap<>();
        double weights = within.stream().mapToDouble(Point::weight).sum();
        within.forEach(point -> point.pool()
                .ifPresent(pool -> pool.stacks()
                        .forEach((stack, workers) ->
                                sums.merge(stack, workers * point.weight() / weights, Double::sum))));
        return sums;
    }
}

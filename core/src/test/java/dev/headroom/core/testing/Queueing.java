package dev.headroom.core.testing;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.LoadPart;
import dev.headroom.core.model.load.Schedule;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.LoadResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * An open load on a pool behind Tomcat, first come, first served, task by task: what a load generator counts of it, and what a probe sees in
 * looks 100 ms apart. The window is the last stage of one rate but for its first tenth, as in a run.
 */
public record Queueing(
        Load.Open load, int workers, double mean, Service service, double[] arrived, double[] begun, double[] ended) {

    private static final double LOOK = 0.1;
    private static final double FIRST = 0.1;

    /** How long a task keeps its worker, of one mean. */
    public enum Service {
        /** The same each time: M/D/c under Poisson arrivals. */
        CONSTANT(0.01),
        /** Memoryless: M/M/c under Poisson arrivals. */
        EXPONENTIAL(0.4);

        /** Of the mean of some twenty, relative. */
        private final double error;

        Service(double error) {
            this.error = error;
        }
    }

    public static Queueing of(Load.Open load, int workers, double mean, Service service) {
        SplittableRandom random = new SplittableRandom(~load.seed());
        Schedule schedule = Schedule.of(load);
        PriorityQueue<Double> free = new PriorityQueue<>();
        for (int worker = 0; worker < workers; worker++) {
            free.add(0.0);
        }
        List<double[]> tasks = new ArrayList<>();
        for (long due = schedule.next(); due != Schedule.OVER; due = schedule.next()) {
            double at = due / 1e9;
            double from = Math.max(at, free.remove());
            double to = from
                    + mean
                            * switch (service) {
                                case CONSTANT -> 1;
                                case EXPONENTIAL -> random.nextExponential();
                            };
            free.add(to);
            tasks.add(new double[] {at, from, to});
        }
        return new Queueing(load, workers, mean, service, column(tasks, 0), column(tasks, 1), column(tasks, 2));
    }

    private static double[] column(List<double[]> tasks, int column) {
        return tasks.stream().mapToDouble(task -> task[column]).toArray();
    }

    /** @param share of the busy workers (0 to 1) that the probe sees */
    public Measured measured(double share) {
        return Measured.run(load, result(), seen(share)).alone(mean, service.error * mean, Optional.empty());
    }

    private LoadResult result() {
        double end = Arrays.stream(ended).max().orElse(0);
        double[] left = sorted(ended);
        Map<Integer, List<Double>> bySecond = IntStream.range(0, ended.length)
                .boxed()
                .collect(Collectors.groupingBy(
                        i -> (int) ended[i],
                        Collectors.mapping(i -> (ended[i] - arrived[i]) * 1e3, Collectors.toList())));
        List<LoadResult.Second> series = new ArrayList<>();
        for (int second = 0; second < end; second++) {
            double from = second;
            List<Double> times = bySecond.getOrDefault(second, List.of());
            double mean = times.stream().mapToDouble(time -> time).average().orElse(0);
            series.add(new LoadResult.Second(
                    second,
                    before(arrived, from + 1) - before(arrived, from),
                    times.size(),
                    0,
                    before(arrived, from + 1) - before(left, from + 1),
                    OptionalDouble.empty(),
                    mean,
                    mean,
                    mean,
                    mean));
        }
        double mean = IntStream.range(0, ended.length)
                .mapToDouble(i -> ended[i] - arrived[i])
                .average()
                .orElse(0);
        return Counts.result(ended.length, 0, end, mean, series);
    }

    private Seen seen(double share) {
        LoadPart steady = load.steady().orElseThrow();
        double length = Times.seconds(steady.end());
        double from = Times.seconds(steady.start()) * (1 - FIRST) + FIRST * length;
        double[] left = sorted(ended);
        double busy = 0;
        double queue = 0;
        double full = 0;
        int looks = 0;
        for (double at = from; at < length; at += LOOK) {
            double waiting = before(arrived, at) - before(begun, at);
            double working = before(begun, at) - before(left, at);
            busy += working;
            queue += waiting;
            full += working >= workers && waiting > 0 ? 1 : 0;
            looks++;
        }
        double inside = (busy * share + queue) / looks;
        double completed = before(left, length) - before(left, from);
        return Seen.during(from, length)
                .samples(looks)
                .pool(Seen.tomcat(200).active(inside).completed(completed).waitsForPool("inner", inside))
                .pool(Seen.pool("inner", StationKind.EXECUTOR)
                        .maximum(workers)
                        .active(busy * share / looks)
                        .queue(queue / looks, 0)
                        .saturated(full / looks)
                        .completed(completed)
                        .waitsForDownstream(busy * share / looks));
    }

    private static double[] sorted(double[] times) {
        double[] sorted = times.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    /** How many of these are earlier. Who came first begins first, so only the ends have to be sorted. */
    private static long before(double[] sorted, double moment) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < moment) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}

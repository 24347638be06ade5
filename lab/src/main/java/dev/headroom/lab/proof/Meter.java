package dev.headroom.lab.proof;

import dev.headroom.core.laws.StudentT;
import dev.headroom.core.model.Intervention.Point;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.load.Counts;
import dev.headroom.load.RunningLoad;
import java.util.ArrayList;
import java.util.List;

/** Throughput of one load or several at once, fine enough to see a limit that moves: good answers are counted every few milliseconds. */
final class Meter {

    private static final double NORMAL = 1.96;

    /** Batches for an interval of their mean (Schmeiser, "Batch Size Effects in the Analysis of Simulation Output", 1982: 10 to 30 do). */
    private static final int MOST_BATCHES = 20;

    private static final int FEWEST_BATCHES = 5;

    /** Seconds: shorter batches resemble one another. */
    private static final double SHORTEST_BATCH = 0.1;

    private static final double SLICE = 0.25;

    private record Reading(double at, double count) {}

    private final List<RunningLoad> loads = new ArrayList<>();
    private final List<Reading> readings = new ArrayList<>();
    private final long zero = System.nanoTime();

    /** Counts the answers of this one, too; those of one that has ended stay in. */
    void add(RunningLoad load) {
        loads.add(load);
    }

    /** Counts once more. */
    void read() {
        long at = 0;
        double count = 0;
        for (RunningLoad load : loads) {
            Counts counts = load.counts();
            at = Math.max(at, counts.at());
            count += counts.succeeded();
        }
        record(at - zero, count);
    }

    void record(long nanos, double count) {
        double at = nanos / 1e9;
        if (readings.isEmpty() || at > readings.getLast().at()) {
            readings.add(new Reading(at, count));
        }
    }

    /** Seconds since the beginning, of the last count. */
    double now() {
        return readings.isEmpty() ? 0 : readings.getLast().at();
    }

    /** Answers per second between two moments, in seconds since the beginning. */
    double rate(double from, double to) {
        return (count(to) - count(from)) / (to - from);
    }

    /**
     * The same with its 95 % interval, from the means of whole cycles where enough of them fit in: users that are answered together make
     * shorter ones differ though nothing does. Where they do not fit in, the smaller of two intervals that are both rather too wide: that
     * of short batches, and that of arrivals by chance (Poisson). Never less than one answer.
     *
     * @param cycle seconds of a request and the next
     */
    Measure throughput(double from, double to, double cycle) {
        double rate = rate(from, to);
        double length = to - from;
        double batch = Math.max(SHORTEST_BATCH, Math.max(cycle, length / MOST_BATCHES));
        double error = length / batch >= FEWEST_BATCHES
                ? ofBatches(from, to, batch)
                : Math.min(
                        NORMAL * Math.sqrt(Math.max(1, rate * length)) / length, ofBatches(from, to, SHORTEST_BATCH));
        return new Measure(rate, Math.max(error, 1 / length), "good answers in " + Math.round(length * 1e3) + " ms");
    }

    private double ofBatches(double from, double to, double batch) {
        int batches = (int) Math.floor((to - from) / batch);
        double width = (to - from) / batches;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < batches; i++) {
            double rate = rate(from + i * width, from + (i + 1) * width);
            sum += rate;
            squares += rate * rate;
        }
        return StudentT.halfWidth(batches, sum, squares);
    }

    List<Point> series() {
        List<Point> points = new ArrayList<>();
        for (double at = SLICE; at <= now(); at += SLICE) {
            points.add(new Point(Times.ofSeconds(at - SLICE / 2), rate(at - SLICE, at)));
        }
        return points;
    }

    /** Between two readings as if answers came evenly; they are some ten milliseconds apart. */
    private double count(double at) {
        int high = 0;
        int end = readings.size();
        while (high < end) { // the first reading that is not before it
            int middle = (high + end) >>> 1;
            if (readings.get(middle).at() < at) {
                high = middle + 1;
            } else {
                end = middle;
            }
        }
        if (high == readings.size()) {
            return readings.isEmpty() ? 0 : readings.getLast().count();
        }
        Reading after = readings.get(high);
        if (high == 0) {
            return after.count();
        }
        Reading before = readings.get(high - 1);
        double share = (at - before.at()) / (after.at() - before.at());
        return before.count() + share * (after.count() - before.count());
    }
}

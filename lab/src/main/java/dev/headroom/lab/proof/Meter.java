package dev.headroom.lab.proof;

import dev.headroom.core.laws.SampleMean;
import dev.headroom.core.laws.StudentT;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Intervention.Point;
import dev.headroom.load.RunningLoad;
import dev.headroom.load.recording.Counts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Throughput of one load or several at once, fine enough to see a limit that moves: good answers are counted every few milliseconds. Users
 * and workers march in step, so that a plain count of a second is a batch too many or too few, of six or ten. Each answer is therefore
 * weighted by a raised cosine over the window (Hann; F. J. Harris, Proceedings of the IEEE 66(1), 1978): what repeats twice or more often in it
 * cancels out, whatever its period. A window of less than two cycles is weighted by a trapezoid, so that what repeats with each of them cancels out. Windows overlap by half, and their spread gives the interval (P. D. Welch, IEEE Transactions on Audio and
 * Electroacoustics 15(2), 1967).
 */
final class Meter {

    /** Windows of a measurement are at most its length over this. */
    private static final double PARTS = 5;

    /** What repeats as often in a window cancels out. */
    static final double CYCLES = 2;

    /** Of overlapping windows, fewer have no spread worth its name. */
    private static final int FEWEST = 3;

    /** The variance of a mean of windows that overlap by half, over that of a mean of as many apart: neighbours correlate by 1/6. */
    private static final double OVERLAP = 4.0 / 3;

    /** The variance of a count that is weighted by a raised cosine, over that of a plain one. */
    private static final double TAPERED = 1.5;

    /** What a part of a window may differ from a cycle, relative, to count as a whole one. */
    private static final double WHOLE = 0.05;

    /** The spread of cycles over that of chance from which on users do not march in step; by chance it is less in one of thirty. */
    private static final double IN_STEP = 1.0 / 3;

    private static final double SLICE = 0.25;

    /**
     * @param due requests whose time had come
     * @param seconds response times of those that succeeded, added up
     * @param busy seconds times units for which what is moved was kept busy; only compared within a window
     */
    private record Reading(double at, double due, double count, double failed, double seconds, double busy) {}

    private final List<RunningLoad> loads = new ArrayList<>();
    private final List<Reading> readings = new ArrayList<>();
    private final long zero = System.nanoTime();

    /** When it was last asked for how long it was kept busy, in nanoseconds, and what that was. */
    private long busyAt;

    private double lastBusy;

    /**
     * What repeats no later than after so many seconds is to cancel out: users who come again; under an open load nobody knows after how long, and half
     * the room that the taper has goes to that.
     *
     * @param cycle seconds of a request that waits for no one, and of its user's thoughts
     */
    static double again(double cycle, boolean closed, double length) {
        return closed && cycle > 0 ? cycle : Math.clamp(cycle, length / CYCLES / 2, length / CYCLES);
    }

    /** Counts the answers of this one, too; those of one that has ended stay in. */
    void add(RunningLoad load) {
        loads.add(load);
    }

    /**
     * Counts once more.
     *
     * @param busy seconds times units for which what is moved was kept busy until now: the answers that are told with it were counted some milliseconds before
     */
    void read(double busy) {
        long now = System.nanoTime() - zero;
        long at = 0;
        double due = 0;
        double count = 0;
        double failed = 0;
        double seconds = 0;
        for (RunningLoad load : loads) {
            Counts counts = load.counts();
            at = Math.max(at, counts.at());
            due += counts.due();
            count += counts.succeeded();
            failed += counts.failed();
            seconds += counts.seconds();
        }
        record(at - zero, due, count, failed, seconds, busyAt(at - zero, now, busy));
        busyAt = now;
        lastBusy = busy;
    }

    private double busyAt(long at, long now, double busy) {
        double share = now > busyAt ? Math.clamp((at - busyAt) / (double) (now - busyAt), 0.0, 1.0) : 1;
        return lastBusy + share * (busy - lastBusy);
    }

    void record(long nanos, double due, double count, double failed, double seconds, double busy) {
        double at = nanos / 1e9;
        if (readings.isEmpty() || at > readings.getLast().at()) {
            readings.add(new Reading(at, due, count, failed, seconds, busy));
        }
    }

    /** Mean response time of the good answers between two moments; NaN where there were none. */
    double response(double from, double to) {
        double answers = count(to) - count(from);
        return answers > 0 ? (at(to, Reading::seconds) - at(from, Reading::seconds)) / answers : Double.NaN;
    }

    /** Responses per second that were no good ones. */
    double failures(double from, double to) {
        return (at(to, Reading::failed) - at(from, Reading::failed)) / (to - from);
    }

    /** Requests whose time had come and that had not ended, at the last count. */
    double inFlight() {
        return readings.isEmpty()
                ? 0
                : readings.getLast().due()
                        - readings.getLast().count()
                        - readings.getLast().failed();
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
     * The same with its 95 % interval. Where too few cycles fit in for their spread to tell, that of plain counts of a cycle each if these are
     * far more even than chance would have it; else the smaller of two that are both rather too wide, that of shorter windows and that of
     * arrivals by chance (Poisson). Never less than one answer.
     *
     * @param cycle seconds of a request and the next
     */
    Measure throughput(double from, double to, double cycle) {
        double length = to - from;
        double[] rates = windows(from, to, cycle, Reading::count);
        double rate = mean(rates, from, to, cycle, Reading::count);
        double error = spread(rates);
        if (rates.length < FEWEST) {
            boolean fits = length >= CYCLES * cycle;
            double byChance = StudentT.NORMAL * Math.sqrt((fits ? TAPERED : 1) * Math.max(1, rate * length)) / length;
            double inStep = byCycles(from, to, cycle);
            error = inStep < IN_STEP * byChance
                    ? inStep
                    : Math.min(spread(windows(from, to, 0, Reading::count)), byChance);
        }
        return new Measure(rate, Math.max(error, 1 / length), "good answers in " + Math.round(length * 1e3) + " ms");
    }

    /** Units that were kept busy between two moments: each moment weighs as much as it does in the throughput. */
    double busy(double from, double to, double cycle) {
        return mean(windows(from, to, cycle, Reading::busy), from, to, cycle, Reading::busy);
    }

    /** Requests per second that were offered between two moments, weighted in the same way. */
    double offered(double from, double to, double cycle) {
        return mean(windows(from, to, cycle, Reading::due), from, to, cycle, Reading::due);
    }

    private double mean(double[] rates, double from, double to, double cycle, ToDoubleFunction<Reading> what) {
        if (rates.length >= FEWEST) {
            return Arrays.stream(rates).average().orElse(0);
        }
        double length = to - from;
        return length >= CYCLES * cycle
                ? weighted(from, to, Meter::raisedCosine, what)
                : length >= cycle
                        ? weighted(from, to, moment -> trapezoid(moment, cycle / length), what)
                        : (at(to, what) - at(from, what)) / length;
    }

    /** How fast it grows in windows of two cycles, or of a fifth of the time, which overlap by half or a little more. */
    private double[] windows(double from, double to, double cycle, ToDoubleFunction<Reading> what) {
        double length = Math.max((to - from) / PARTS, CYCLES * cycle);
        int windows = Math.max(0, (int) Math.round(2 * (to - from) / length) - 1);
        double step = windows > 1 ? (to - from - length) / (windows - 1) : 0;
        return IntStream.range(0, windows)
                .mapToDouble(i -> weighted(from + i * step, from + i * step + length, Meter::raisedCosine, what))
                .toArray();
    }

    /** Of counts of a whole cycle each: users who march in step are in each of them once. Infinite where they do not fill the window. */
    private double byCycles(double from, double to, double cycle) {
        int count = (int) Math.rint((to - from) / cycle);
        double each = (to - from) / count;
        if (count < FEWEST || Math.abs(each - cycle) > WHOLE * cycle) {
            return Double.POSITIVE_INFINITY;
        }
        double[] rates = IntStream.range(0, count)
                .mapToDouble(i -> rate(from + i * each, from + (i + 1) * each))
                .toArray();
        return halfWidth(rates);
    }

    private static double spread(double[] rates) {
        return Math.sqrt(OVERLAP) * halfWidth(rates);
    }

    private static double halfWidth(double[] rates) {
        return SampleMean.of(Arrays.stream(rates).boxed().toList()).halfWidth();
    }

    /**
     * How fast it grows, each moment weighted.
     *
     * @param before share of the weight that lies before a moment of the window, in which 0 and 1 are the ends
     */
    private double weighted(double from, double to, DoubleUnaryOperator before, ToDoubleFunction<Reading> what) {
        double rate = 0;
        for (int i = Math.max(1, firstFrom(from));
                i < readings.size() && readings.get(i - 1).at() < to;
                i++) {
            Reading last = readings.get(i - 1);
            Reading next = readings.get(i);
            double weight = before.applyAsDouble(Math.clamp((next.at() - from) / (to - from), 0, 1))
                    - before.applyAsDouble(Math.clamp((last.at() - from) / (to - from), 0, 1));
            rate += weight * (what.applyAsDouble(next) - what.applyAsDouble(last)) / (next.at() - last.at());
        }
        return rate;
    }

    private static double raisedCosine(double moment) {
        return moment - Math.sin(2 * Math.PI * moment) / (2 * Math.PI);
    }

    /**
     * The mean over all whole cycles in the window: what repeats with each cycle cancels out, and nearly so what repeats with almost each.
     *
     * @param cycle of the window, 0.5 to 1
     */
    private static double trapezoid(double moment, double cycle) {
        double edge = 1 - cycle;
        return moment < edge
                ? moment * moment / (2 * edge * cycle)
                : moment <= cycle ? (moment - edge / 2) / cycle : 1 - (1 - moment) * (1 - moment) / (2 * edge * cycle);
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
        return at(at, Reading::count);
    }

    private double at(double at, ToDoubleFunction<Reading> what) {
        int next = firstFrom(at);
        if (next == readings.size()) {
            return readings.isEmpty() ? 0 : what.applyAsDouble(readings.getLast());
        }
        double after = what.applyAsDouble(readings.get(next));
        if (next == 0) {
            return after;
        }
        double before = what.applyAsDouble(readings.get(next - 1));
        double share = (at - readings.get(next - 1).at())
                / (readings.get(next).at() - readings.get(next - 1).at());
        return before + share * (after - before);
    }

    /** The first reading that is not before a moment. */
    private int firstFrom(double moment) {
        int low = 0;
        int high = readings.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (readings.get(middle).at() < moment) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}

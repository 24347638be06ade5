package dev.headroom.load.recording;

import dev.headroom.core.model.result.LoadResult.Second;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/** The run second by second. Where ends come in the order of time one histogram serves one second after another. */
final class Seconds {

    private static final long NANOS = 1_000_000_000;

    private final long zero;
    private final Ends ends = new Ends(new Histogram(1, LatencyRecorder.A_DAY, 3));
    private long[] due = new long[128];
    private long[] started = new long[128];
    /** By how much what came and ended in a second changes its mean number in flight. */
    private double[] changes = new double[128];

    private int seconds;
    /** Of the seconds that are over: ends only, the other numbers are not known before the end. */
    private final List<Second> over = new ArrayList<>();

    /** @param zero the nanoTime at which second 0 begins */
    Seconds(long zero) {
        this.zero = zero;
    }

    void due(long at) {
        int second = second(at);
        due = grown(due, second);
        due[second]++;
        change(second, left(at, second));
    }

    void started(long at) {
        int second = second(at);
        started = grown(started, second);
        started[second]++;
    }

    void succeeded(long at, long nanos) {
        ended(at);
        endSecondsBefore(at);
        ends.succeeded(nanos);
    }

    void failed(long at) {
        ended(at);
        endSecondsBefore(at);
        ends.failed();
    }

    /** @return in which second that is */
    int ended(long at) {
        int second = second(at);
        change(second, -left(at, second));
        return second;
    }

    private void change(int second, double by) {
        if (second >= changes.length) {
            changes = Arrays.copyOf(changes, 2 * second);
        }
        changes[second] += by;
    }

    /** Of the second, 0 to 1. */
    private double left(long at, int second) {
        return 1 - Math.clamp((double) (at - zero) / NANOS - second, 0, 1);
    }

    /** The last second that is over, or the one under way where none is. Answers 0 for seconds in which nothing ended. */
    Second latest(long now) {
        endSecondsBefore(now);
        return over.isEmpty() ? ends.in(0) : over.getLast();
    }

    List<Second> all() {
        Second last = ends.in(over.size());
        if (last.succeeded() + last.failed() > 0) {
            over.add(last);
            ends.clear();
        }
        return inFlight(Math.max(seconds, over.size()));
    }

    /** The same where requests ended in any order, by the seconds in which they did. */
    List<Second> all(Map<Integer, Ends> others) {
        for (int i = 0; i < seconds; i++) {
            over.add(others.getOrDefault(i, ends).in(i));
        }
        return inFlight(seconds);
    }

    /** Those that are over by then. */
    List<Second> over(long now) {
        endSecondsBefore(now);
        return inFlight(over.size());
    }

    /** The first ones, each with the number in flight at its end and on average. */
    private List<Second> inFlight(int count) {
        List<Second> all = new ArrayList<>();
        long inFlight = 0;
        for (int i = 0; i < count; i++) {
            Second ended =
                    i < over.size() ? over.get(i) : new Second(i, 0, 0, 0, 0, OptionalDouble.empty(), 0, 0, 0, 0);
            double mean = Math.max(0, inFlight + (i < changes.length ? changes[i] : 0));
            inFlight += at(due, i) - ended.succeeded() - ended.failed();
            all.add(new Second(
                    i,
                    at(started, i),
                    ended.succeeded(),
                    ended.failed(),
                    inFlight,
                    OptionalDouble.of(mean),
                    ended.meanMillis(),
                    ended.p50Millis(),
                    ended.p95Millis(),
                    ended.maxMillis()));
        }
        return all;
    }

    private void endSecondsBefore(long at) {
        int second = second(at);
        while (over.size() < second) {
            over.add(ends.in(over.size()));
            ends.clear();
        }
    }

    private int second(long at) {
        int second = (int) Math.max(0, (at - zero) / NANOS);
        seconds = Math.max(seconds, second + 1);
        return second;
    }

    private static long[] grown(long[] counts, int index) {
        return index < counts.length ? counts : Arrays.copyOf(counts, 2 * index);
    }

    private static long at(long[] counts, int index) {
        return index < counts.length ? counts[index] : 0;
    }
}

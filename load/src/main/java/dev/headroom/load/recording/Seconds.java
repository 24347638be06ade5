package dev.headroom.load.recording;

import dev.headroom.core.model.result.LoadResult.Second;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The run second by second. Where ends come in the order of time one histogram serves one second after another. */
final class Seconds {

    private static final long NANOS = 1_000_000_000;

    private final long zero;
    private final Ends ends = new Ends(new Histogram(1, LatencyRecorder.A_DAY, 3));
    private long[] due = new long[128];
    private long[] started = new long[128];
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
    }

    void started(long at) {
        int second = second(at);
        started = grown(started, second);
        started[second]++;
    }

    void succeeded(long at, long nanos) {
        endSecondsBefore(at);
        ends.succeeded(nanos);
    }

    void failed(long at) {
        endSecondsBefore(at);
        ends.failed();
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

    /** The first ones, each with the number in flight at its end. */
    private List<Second> inFlight(int count) {
        List<Second> all = new ArrayList<>();
        long inFlight = 0;
        for (int i = 0; i < count; i++) {
            Second ended = i < over.size() ? over.get(i) : new Second(i, 0, 0, 0, 0, 0, 0, 0, 0);
            inFlight += at(due, i) - ended.succeeded() - ended.failed();
            all.add(new Second(
                    i,
                    at(started, i),
                    ended.succeeded(),
                    ended.failed(),
                    inFlight,
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

    int second(long at) {
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

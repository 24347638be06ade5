package dev.headroom.load.recording;

import dev.headroom.core.model.result.LoadResult.Second;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;

/** The run second by second. Ends come in the order of time, so one histogram serves one second after another. */
final class Seconds {

    private static final long NANOS = 1_000_000_000;
    private static final long A_DAY = 24L * 3600 * 1_000_000;

    private final long zero;
    private final Histogram micros = new Histogram(1, A_DAY, 3);
    private double sumMillis;
    private double maxMillis;

    private long[] due = new long[128];
    private long[] started = new long[128];
    private int seconds;
    /** Of the seconds that are over: ends only, the other numbers are not known before the end. */
    private final List<Second> over = new ArrayList<>();

    private long succeeded;
    private long failed;

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
        succeeded++;
        micros.recordValue(Math.clamp(nanos / 1000, 0, A_DAY));
        sumMillis += nanos / 1e6;
        maxMillis = Math.max(maxMillis, nanos / 1e6);
    }

    void failed(long at) {
        endSecondsBefore(at);
        failed++;
    }

    /** The last second that is over, or the one under way where none is. Answers 0 for seconds in which nothing ended. */
    Second latest(long now) {
        endSecondsBefore(now);
        return over.isEmpty() ? endedIn(0) : over.getLast();
    }

    List<Second> all() {
        if (succeeded + failed > 0) {
            over.add(endedIn(over.size()));
            begin();
        }
        return inFlight(Math.max(seconds, over.size()));
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
            Second ends = i < over.size() ? over.get(i) : new Second(i, 0, 0, 0, 0, 0, 0, 0, 0);
            inFlight += at(due, i) - ends.succeeded() - ends.failed();
            all.add(new Second(
                    i,
                    at(started, i),
                    ends.succeeded(),
                    ends.failed(),
                    inFlight,
                    ends.meanMillis(),
                    ends.p50Millis(),
                    ends.p95Millis(),
                    ends.maxMillis()));
        }
        return all;
    }

    private void endSecondsBefore(long at) {
        int second = second(at);
        while (over.size() < second) {
            over.add(endedIn(over.size()));
            begin();
        }
    }

    private Second endedIn(int second) {
        return new Second(
                second,
                0,
                succeeded,
                failed,
                0,
                succeeded == 0 ? 0 : sumMillis / succeeded,
                Math.min(maxMillis, micros.getValueAtPercentile(50) / 1e3),
                Math.min(maxMillis, micros.getValueAtPercentile(95) / 1e3),
                maxMillis);
    }

    private void begin() {
        micros.reset();
        succeeded = 0;
        failed = 0;
        sumMillis = 0;
        maxMillis = 0;
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

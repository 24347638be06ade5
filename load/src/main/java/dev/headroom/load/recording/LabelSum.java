package dev.headroom.load.recording;

import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;

/** What the requests of one label have come to, in all and second by second. */
final class LabelSum {

    private static final int DIGITS = 3;
    private static final long NANOS_PER_MICRO = 1000;
    private static final int MICROS_PER_SECOND = 1_000_000;

    /** What ended in one second. */
    static final class Ends {
        final Histogram micros = new PackedHistogram(DIGITS);
        double sum;
        long greatest;
        long failed;

        void add(Ends other) {
            micros.add(other.micros);
            sum += other.sum;
            greatest = Math.max(greatest, other.greatest);
            failed += other.failed;
        }

        private void succeeded(long took) {
            micros.recordValue(took);
            sum += took;
            greatest = Math.max(greatest, took);
        }
    }

    final LatencyRecorder times = new LatencyRecorder();
    final Map<ErrorKind, Long> errors = new EnumMap<>(ErrorKind.class);
    /** Requests that began in each second. */
    final NavigableMap<Integer, Long> begun = new TreeMap<>();

    final NavigableMap<Integer, Ends> ends = new TreeMap<>();
    long failed;

    /** @param zero microseconds since the epoch at which second 0 begins */
    void add(Sample sample, long zero) {
        long took = Math.max(0, sample.endMicros() - sample.startMicros());
        begun.merge(second(sample.startMicros(), zero), 1L, Long::sum);
        Ends second = ends.computeIfAbsent(second(sample.endMicros(), zero), none -> new Ends());
        if (sample.error().isEmpty()) {
            times.record(took * NANOS_PER_MICRO);
            second.succeeded(took);
            return;
        }
        failed++;
        second.failed++;
        ErrorKind kind = sample.error().get();
        errors.merge(kind, 1L, Long::sum);
        if (kind.isTimeout()
                && took > 0) { // of one that never had a connection some tools do not tell how long it waited
            times.gaveUp(took * NANOS_PER_MICRO);
        }
    }

    void add(LabelSum other) {
        times.add(other.times);
        other.errors.forEach((kind, count) -> errors.merge(kind, count, Long::sum));
        other.begun.forEach((second, count) -> begun.merge(second, count, Long::sum));
        other.ends.forEach((second, own) ->
                ends.computeIfAbsent(second, none -> new Ends()).add(own));
        failed += other.failed;
    }

    long ended() {
        return times.count() + failed;
    }

    LoadResult.Kind kind(String name) {
        List<Long> perSecond = new ArrayList<>(Collections.nCopies(ends.isEmpty() ? 0 : ends.lastKey() + 1, 0L));
        ends.forEach((second, own) -> perSecond.set(second, own.micros.getTotalCount()));
        return new LoadResult.Kind(name, ended(), times.count(), errors, times.latency(), perSecond);
    }

    /** Seconds in which something began or ended, and those between. */
    int seconds() {
        return Math.max(begun.isEmpty() ? 0 : begun.lastKey() + 1, ends.isEmpty() ? 0 : ends.lastKey() + 1);
    }

    private static int second(long micros, long zero) {
        return (int) Math.max(0, (micros - zero) / MICROS_PER_SECOND);
    }
}

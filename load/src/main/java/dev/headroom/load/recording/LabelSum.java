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

/** What the requests of one label have come to: response times in all, and counts second by second. */
final class LabelSum {

    private static final long NANOS_PER_MICRO = 1000;
    private static final int MICROS_PER_SECOND = 1_000_000;

    final LatencyRecorder times = new LatencyRecorder();
    final Map<ErrorKind, Long> errors = new EnumMap<>(ErrorKind.class);
    /** Requests that began in each second. */
    final NavigableMap<Integer, Long> begun = new TreeMap<>();

    /** Requests that succeeded in each second in which any ended. */
    final NavigableMap<Integer, Long> succeeded = new TreeMap<>();

    long failed;

    /** @param zero microseconds since the epoch at which second 0 begins */
    void add(Sample sample, long zero) {
        long took = sample.tookMicros();
        begun.merge(second(sample.startMicros(), zero), 1L, Long::sum);
        succeeded.merge(second(sample.endMicros(), zero), sample.error().isEmpty() ? 1L : 0L, Long::sum);
        if (sample.error().isEmpty()) {
            times.record(took * NANOS_PER_MICRO);
            return;
        }
        failed++;
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
        other.succeeded.forEach((second, count) -> succeeded.merge(second, count, Long::sum));
        failed += other.failed;
    }

    long ended() {
        return times.count() + failed;
    }

    LoadResult.Kind kind(String name) {
        List<Long> perSecond =
                new ArrayList<>(Collections.nCopies(succeeded.isEmpty() ? 0 : succeeded.lastKey() + 1, 0L));
        succeeded.forEach(perSecond::set);
        return new LoadResult.Kind(name, ended(), times.count(), errors, times.latency(), perSecond);
    }

    /** Seconds in which something began or ended, and those between. */
    int seconds() {
        return Math.max(begun.isEmpty() ? 0 : begun.lastKey() + 1, succeeded.isEmpty() ? 0 : succeeded.lastKey() + 1);
    }

    static int second(long micros, long zero) {
        return (int) Math.max(0, (micros - zero) / MICROS_PER_SECOND);
    }
}

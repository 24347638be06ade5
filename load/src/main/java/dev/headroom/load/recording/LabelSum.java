package dev.headroom.load.recording;

import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.load.tools.Sample;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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
    final List<Long> begun = new ArrayList<>();

    final List<Ends> ends = new ArrayList<>();
    long failed;

    /** @param zero microseconds since the epoch at which second 0 begins */
    void add(Sample sample, long zero) {
        long took = Math.max(0, sample.endMicros() - sample.startMicros());
        int start = second(sample.startMicros(), zero);
        count(begun, start, 1);
        Ends second = endsOf(second(sample.endMicros(), zero));
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
        for (int i = 0; i < other.begun.size(); i++) {
            count(begun, i, other.begun.get(i));
        }
        for (int i = 0; i < other.ends.size(); i++) {
            endsOf(i).add(other.ends.get(i));
        }
        failed += other.failed;
    }

    long ended() {
        return times.count() + failed;
    }

    LoadResult.Kind kind(String name) {
        return new LoadResult.Kind(
                name,
                ended(),
                times.count(),
                errors,
                times.latency(),
                ends.stream().map(each -> each.micros.getTotalCount()).toList());
    }

    private Ends endsOf(int second) {
        while (ends.size() <= second) {
            ends.add(new Ends());
        }
        return ends.get(second);
    }

    private static int second(long micros, long zero) {
        return (int) Math.max(0, (micros - zero) / MICROS_PER_SECOND);
    }

    private static void count(List<Long> counts, int index, long more) {
        while (counts.size() <= index) {
            counts.add(0L);
        }
        counts.set(index, counts.get(index) + more);
    }
}

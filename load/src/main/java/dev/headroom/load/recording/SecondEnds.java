package dev.headroom.load.recording;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;

/** What the requests that ended in one second have come to, of all labels. Microseconds. */
final class SecondEnds {

    private static final int DIGITS = 3;

    private final Histogram micros = new PackedHistogram(DIGITS);
    private double sum;
    private long greatest;
    private long failed;

    void add(Sample sample) {
        if (sample.error().isPresent()) {
            failed++;
            return;
        }
        long took = sample.tookMicros();
        micros.recordValue(took);
        sum += took;
        greatest = Math.max(greatest, took);
    }

    void add(SecondEnds other) {
        micros.add(other.micros);
        sum += other.sum;
        greatest = Math.max(greatest, other.greatest);
        failed += other.failed;
    }

    long succeeded() {
        return micros.getTotalCount();
    }

    long failed() {
        return failed;
    }

    /** Of those that succeeded; 0 where none did. */
    double mean() {
        return succeeded() == 0 ? 0 : sum / succeeded();
    }

    double at(double percentile) {
        return Math.min(greatest, micros.getValueAtPercentile(percentile));
    }

    long greatest() {
        return greatest;
    }
}

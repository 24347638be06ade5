package dev.headroom.load.recording;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;

/** How many requests began in one second, and what those that ended in it have come to, of all labels. Microseconds. */
final class SampleSecond {

    private static final int DIGITS = 3;

    private final Histogram micros = new PackedHistogram(DIGITS);
    private double sum;
    private long greatest;
    private long started;
    private long failed;

    void begun() {
        started++;
    }

    void ended(Sample sample) {
        if (sample.error().isPresent()) {
            failed++;
            return;
        }
        long took = sample.tookMicros();
        micros.recordValue(took);
        sum += took;
        greatest = Math.max(greatest, took);
    }

    long started() {
        return started;
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

package dev.headroom.load.recording;

import dev.headroom.core.model.result.LoadResult.Second;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/** What the requests that ended in one second have come to. */
final class Ends {

    private final Histogram micros;
    private double sumMillis;
    private double maxMillis;
    private long failed;

    /** @param micros an empty one, for response times */
    Ends(Histogram micros) {
        this.micros = micros;
    }

    void succeeded(long nanos) {
        micros.recordValue(Math.clamp(nanos / 1000, 0, LatencyRecorder.A_DAY));
        sumMillis += nanos / 1e6;
        maxMillis = Math.max(maxMillis, nanos / 1e6);
    }

    void failed() {
        failed++;
    }

    /** Ends only: how many were started, and are in flight, others know. */
    Second in(int second) {
        long succeeded = micros.getTotalCount();
        return new Second(
                second,
                0,
                succeeded,
                failed,
                0,
                OptionalDouble.empty(),
                succeeded == 0 ? 0 : sumMillis / succeeded,
                Math.min(maxMillis, micros.getValueAtPercentile(50) / 1e3),
                Math.min(maxMillis, micros.getValueAtPercentile(95) / 1e3),
                maxMillis);
    }

    void clear() {
        micros.reset();
        failed = 0;
        sumMillis = 0;
        maxMillis = 0;
    }
}

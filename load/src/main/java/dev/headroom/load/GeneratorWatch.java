package dev.headroom.load;

import dev.headroom.core.model.ErrorKind;
import dev.headroom.core.model.Load;
import dev.headroom.core.model.LoadResult.Generator;
import java.time.Duration;

/**
 * What the generator sees of itself while it counts: how late it was, what it used of the processor, how busy its loop was.
 *
 * <p>Lag in an open load is how late each request went out. In a closed load a request is due when its user has its answer, which cannot
 * be seen apart from the handling of that answer; there lag is how late a beat that is due every 10 ms comes, which waits behind the
 * same work as an answer does.
 */
final class GeneratorWatch {

    private final Loop loop;
    private final LatencyRecorder lag = new LatencyRecorder();
    private long began;
    private long cpuBefore;
    private long busyBefore;
    private double utilization;

    GeneratorWatch(Loop loop) {
        this.loop = loop;
    }

    void begin(long at) {
        began = at;
        cpuBefore = loop.cpu();
        busyBefore = loop.busy();
    }

    void late(long nanos) {
        lag.record(nanos);
    }

    /** All requests have been sent: from here on the generator only waits. */
    void offered() {
        long elapsed = System.nanoTime() - began;
        utilization = elapsed <= 0 ? 0 : Math.min(1, (double) (loop.busy() - busyBefore) / elapsed);
    }

    Generator report(String engine, Load load, Recorder recorder, long connections) {
        Duration p99 = lag.at(0.99);
        boolean binding = GeneratorLimit.binds(
                load,
                new GeneratorLimit.Work(
                        recorder.requests(),
                        recorder.succeeded(),
                        recorder.failedBy(ErrorKind.GENERATOR),
                        p99,
                        recorder.medianFromBegun(),
                        utilization));
        return new Generator(
                engine, Duration.ofNanos(loop.cpu() - cpuBefore), lag.mean(), p99, lag.max(), connections, binding);
    }
}

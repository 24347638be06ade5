package dev.headroom.load.generator;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult.Generator;
import dev.headroom.core.model.result.LoadResult.Waits;
import dev.headroom.load.http.Loop;
import dev.headroom.load.recording.LatencyRecorder;
import dev.headroom.load.recording.Recorder;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the generator sees of itself while it counts: how late it sent each request, how late it comes to what is due every 10 ms, and so to
 * answers, and what it used of the processor.
 *
 * <p>Its utilisation U is the processor time of its one thread over elapsed time. On a full machine the thread waits for a core as well; that is
 * lateness, and no U.
 */
public final class GeneratorWatch {

    private final Loop loop;
    private final LatencyRecorder lag = new LatencyRecorder();
    private final LatencyRecorder readLag = new LatencyRecorder();
    private final LatencyRecorder waits = new LatencyRecorder();
    private long atOnce;
    private long began;
    private long cpuBefore;
    private OptionalDouble utilization = OptionalDouble.empty();

    public GeneratorWatch(Loop loop) {
        this.loop = loop;
    }

    public void begin(long at) {
        began = at;
        cpuBefore = loop.cpu();
    }

    /** A request went out so many nanoseconds after it was due. */
    public void late(long nanos) {
        lag.record(nanos);
    }

    /**
     * What was due on the loop, as answers are at any time, had to wait so many nanoseconds; and what was due meanwhile as much less. Else a stall counts as
     * one of many, however long it is (coordinated omission).
     *
     * @param every nanoseconds after which something is due on the loop
     */
    public void readLate(long nanos, long every) {
        readLag.record(nanos);
        for (long missed = nanos - every; missed > 0; missed -= every) {
            readLag.record(missed);
        }
    }

    /**
     * A request that was due found all connections in use, and one of them free after so many nanoseconds.
     *
     * @param most requests that these connections carry at once
     */
    public void waited(long nanos, long most) {
        waits.record(nanos);
        atOnce = most;
    }

    /** All requests have been sent: from here on the generator only waits. */
    public void offered() {
        utilization = OptionalDouble.of(utilization());
    }

    private double utilization() {
        long elapsed = System.nanoTime() - began;
        return elapsed <= 0 ? 0 : Math.min(1, (double) (loop.cpu() - cpuBefore) / elapsed);
    }

    public Generator report(String engine, Load load, Recorder recorder, long connections) {
        boolean binding = GeneratorLimit.binds(
                load,
                new GeneratorLimit.Work(
                        recorder.requests(),
                        recorder.succeeded(),
                        recorder.failedBy(ErrorKind.GENERATOR),
                        lag.at(0.99),
                        readLag.at(0.99),
                        recorder.medianFromBegun(),
                        utilization.orElseGet(this::utilization)));
        return new Generator(
                engine,
                Duration.ofNanos(loop.cpu() - cpuBefore),
                lag.mean(),
                lag.at(0.99),
                lag.max(),
                connections,
                binding,
                readLag.at(0.99),
                readLag.mean(),
                recorder.retries(),
                waits.count() == 0
                        ? Optional.empty()
                        : Optional.of(new Waits(waits.count(), waits.mean(), waits.max(), atOnce)),
                recorder.renewals(),
                Optional.empty());
    }
}

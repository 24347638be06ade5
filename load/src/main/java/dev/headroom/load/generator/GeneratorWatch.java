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
 * What the generator sees of itself while it counts: how late it sent each request, how late it read each answer, by how late it comes to
 * what is due every 10 ms, and what it used of the processor.
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
    /** Answers since the last beat that were read before the next was due, and after. */
    private long inTime;

    private long behind;
    private boolean beats;
    private long nextBeat;
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

    /** An answer has been read. */
    public void read(long now) {
        if (beats && now - nextBeat > 0) {
            behind++;
        } else {
            inTime++;
        }
    }

    /**
     * What is due on the loop again and again has its turn, late by as much as answers waited. Those of its time were about as late; of a longer stall only those that
     * are read after it. Answers count and not time, for in a stall users who wait for an answer send nothing that could be late.
     *
     * @param due when it should have had its turn
     * @param every nanoseconds after which it is due again
     */
    public void beat(long now, long due, long every) {
        long late = now - due;
        readLag.record(late > every ? 0 : late, inTime);
        readLag.record(late, behind);
        inTime = 0;
        behind = 0;
        beats = true;
        nextBeat = due + (Math.max(0, late) / every + 1) * every;
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
                        readLag.mean(),
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

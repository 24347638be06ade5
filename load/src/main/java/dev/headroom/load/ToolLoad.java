package dev.headroom.load;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.LoadResult.Generator;
import dev.headroom.core.model.result.LoadResult.Tool.Source;
import dev.headroom.load.generator.GeneratorLimit;
import dev.headroom.load.process.TimeAllowed;
import dev.headroom.load.recording.Counts;
import dev.headroom.load.recording.LoadProgress;
import dev.headroom.load.recording.LoadProgress.Phase;
import dev.headroom.load.recording.Recorder;
import dev.headroom.load.recording.Sample;
import dev.headroom.load.tools.ToolProcess;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The load of a tool, by what it tells while it runs. A request is known when it is over, so that none is in flight before the end. The load begins with the
 * first request that is told of, or with the process where none is. Stopped, the tool is ended: what it had in flight then is lost. One that goes on for much
 * longer than it was told, or that never sends anything, is ended, and the load has no result.
 */
final class ToolLoad extends Milestones {

    private static final System.Logger LOG = System.getLogger(ToolLoad.class.getName());
    private static final Duration EVERY = Duration.ofMillis(10);
    private static final long LOOK_NANOS = 500_000_000;

    /** Microseconds. A request that is told of as more apart from now was none of this load. */
    private static final long A_DAY = 24 * 3_600_000_000L;

    private final ToolProcess process;
    private final Load.Tool load;
    private final TimeAllowed allowed;
    private final AskedCheck asked;
    private final long started;
    private final Thread thread;
    /** Of microseconds since the epoch, to those of {@link System#nanoTime}. */
    private final long offset;

    private volatile boolean stopping;
    private volatile Counts counts;
    private volatile Counts early;
    private volatile LoadProgress progress;
    private volatile Optional<String> leftOut = Optional.empty();

    // Touched by its thread only
    private Optional<Recorder> recorder = Optional.empty();
    private Source counted;
    private String engine;
    private long began;
    private long lastSent;
    private long looked;
    private boolean unread;

    /** @param around time for the tool to start and to end */
    ToolLoad(ToolProcess process, Load.Tool load, Duration around) {
        this.process = process;
        this.load = load;
        allowed = new TimeAllowed(
                process.engine(), load.length(), load.transport().timeout(), around);
        asked = new AskedCheck(process.engine(), load);
        Instant now = Instant.now();
        long nanos = System.nanoTime();
        offset = nanos - 1_000_000_000L * now.getEpochSecond() - now.getNano();
        counted = process.counted();
        engine = process.engine();
        started = nanos;
        began = nanos;
        lastSent = nanos;
        counts = new Counts(nanos, 0, 0, 0, 0, 0, List.of());
        early = counts;
        progress = new LoadProgress(Phase.LOAD, Duration.ZERO, length(), 0, 0, 0, 0, 0);
        thread = Thread.ofPlatform()
                .daemon()
                .name("headroom-load-tool")
                .unstarted(() -> untilItsEnd().run());
    }

    void start() {
        thread.start();
    }

    /** @return what completes this load, for the time when nothing of the tool is left */
    private Runnable untilItsEnd() {
        try (process) {
            if (counted == Source.SERVICE) {
                begin(System.nanoTime());
            }
            boolean over = false;
            while (!over) {
                if (stopping && process.child().isRunning()) {
                    process.child().end();
                }
                Optional<String> overdue = overdue();
                if (overdue.isPresent()) {
                    throw new LoadFailedException(overdue.get());
                }
                over = !process.child().isRunning(); // before it is read: what it wrote last is read, too
                boolean more = read();
                while (more) {
                    more = read();
                }
                tell(Phase.LOAD);
                if (!over) {
                    Thread.sleep(EVERY);
                }
            }
            if (!unread) {
                takeAll(process.told().rest());
            }
            return finish();
        } catch (IOException e) {
            return () -> broke(new LoadFailedException(String.valueOf(e.getMessage()), e));
        } catch (InterruptedException | RuntimeException e) {
            return () -> broke(e);
        }
    }

    /** Why it is not waited for any longer. What tells later cannot be told from what never begins. */
    private Optional<String> overdue() {
        Duration ran = ran();
        return !process.child().isRunning()
                ? Optional.empty()
                : allowed.over(ran)
                        .or(() -> recorder.isEmpty() && process.tellsAtOnce()
                                ? allowed.neverBegan(ran)
                                : Optional.empty());
    }

    private Duration ran() {
        return Duration.ofNanos(System.nanoTime() - started);
    }

    @Override
    public Optional<String> waitedFor() {
        return result().isDone()
                ? Optional.empty()
                : allowed.waitedFor(ran(), counted().isDone());
    }

    @Override
    public Optional<String> leftOut() {
        return leftOut;
    }

    /** @return whether there may be more */
    private boolean read() {
        if (unread) {
            return false;
        }
        try {
            List<Sample> samples = process.read();
            takeAll(samples);
            return !samples.isEmpty();
        } catch (IOException e) {
            if (recorder.isPresent()) {
                throw new LoadFailedException(String.valueOf(e.getMessage()), e);
            }
            LOG.log(Level.WARNING, "{0}; requests are counted at the service", e.getMessage());
            unread = true;
            counted = Source.SERVICE;
            engine += " (" + e.getMessage() + ")";
            begin(System.nanoTime());
            return false;
        }
    }

    private void takeAll(List<Sample> samples) throws IOException {
        for (Sample sample : samples) {
            take(sample);
        }
    }

    private void take(Sample sample) throws IOException {
        long micros = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - offset);
        if (sample.startMicros() < micros - A_DAY || sample.endMicros() > micros + A_DAY) {
            throw new IOException(
                    process.engine() + " tells of a request at "
                            + Instant.EPOCH.plus(sample.startMicros(), ChronoUnit.MICROS)
                            + ", which is no time of this load: does something else write into its results, or did the clock jump?");
        }
        long sent = 1000 * sample.startMicros() + offset;
        if (recorder.isEmpty()) {
            begin(sent);
        }
        lastSent = Math.max(lastSent, sent);
        asked.request(sample);
        long end = 1000 * sample.endMicros() + offset;
        long over = over();
        if (end > over) {
            recorder.orElseThrow().unfinished(sample.label(), sent, over);
        } else {
            recorder.orElseThrow().ended(sample.label(), sent, sample.error(), sample.detail(), end);
        }
    }

    /** When the load is over, whatever is in flight then: after its time, and the drain of one that is cut short. */
    private long over() {
        return load.transport().cutsDrain() && load.length().isPresent()
                ? began + length().plus(load.transport().drain()).toNanos()
                : Long.MAX_VALUE;
    }

    private void begin(long at) {
        began = at;
        lastSent = at;
        recorder = Optional.of(new Recorder(instant(at), at));
        process.child().begin(at);
        countedFrom(instant(at));
    }

    private void tell(Phase phase) {
        long now = System.nanoTime();
        if (now - looked > LOOK_NANOS) {
            looked = now;
            process.child().look();
        }
        recorder.ifPresentOrElse(
                seen -> {
                    long until = process.tellsAtOnce() ? now : seen.lastEnd();
                    counts = seen.counts(until);
                    early = seen.early();
                    progress = seen.progress(phase, Duration.ofNanos(now - began), length(), seen.lastEnd());
                },
                () -> progress = new LoadProgress(phase, ran(), length(), 0, 0, 0, 0, 0));
    }

    private Runnable finish() {
        boolean reached = recorder.isPresent();
        Recorder seen = recorder.orElseGet(() -> new Recorder(Instant.now(), System.nanoTime()));
        long end = counted == Source.SERVICE ? System.nanoTime() : lastSent;
        LoadResult result = seen.result(generator());
        leftOut = process.told().leftOut();
        boolean byItself = !stopping;
        Optional<String> failure =
                (byItself ? process.failure() : Optional.<String>empty()).or(() -> asked.disobeyed(result, byItself));
        if (failure.isPresent()) {
            return () -> broke(new LoadFailedException(failure.get()));
        }
        tell(Phase.DONE);
        if (reached) {
            offeredAt(instant(end));
        }
        return () -> ended(result);
    }

    private Generator generator() {
        double seconds = Math.max(1e-3, (System.nanoTime() - began) / 1e9);
        Duration cpu = process.child().cpu();
        LoadResult.Tool tool = new LoadResult.Tool(
                counted,
                process.told().dropped(),
                process.told().iterations(),
                process.told().checks().filter(checks -> checks.made() > 0),
                load.transport().k6().isPresent());
        return GeneratorLimit.ofTool(
                engine, cpu, tool, process.child().busiest() / seconds, Times.seconds(cpu) / seconds);
    }

    private Instant instant(long nanos) {
        return Instant.EPOCH.plusNanos(nanos - offset);
    }

    private Duration length() {
        return load.length().orElse(Duration.ZERO);
    }

    @Override
    public LoadProgress progress() {
        return progress;
    }

    @Override
    public Counts counts() {
        return counts;
    }

    @Override
    public Counts early() {
        return early;
    }

    @Override
    public void stop() {
        stopping = true;
    }

    @Override
    public void close() {
        stopping = true;
        // interrupted or not: the tool ends in some seconds, and must not be left behind
        result().handle((seen, fault) -> seen).join();
    }
}

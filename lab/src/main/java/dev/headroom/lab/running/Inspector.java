package dev.headroom.lab.running;

import dev.headroom.core.diagnosis.Doctor;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.result.Answered;
import dev.headroom.core.model.result.Counted;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.probe.JvmEnded;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.os.requests.Requests;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** Watches a running JVM for a while, and says what binds it. */
public final class Inspector {

    private static final Duration WINDOW = Duration.ofSeconds(5);

    /** Where looks are seconds apart: those of a JVM with thousands of threads are. */
    private static final Duration LONG_WINDOW = WINDOW.multipliedBy(4);

    private static final double FEWEST_LOOKS = Thresholds.FEWEST;

    /** From which fewer may fall into five seconds, since looks are apart by chance. */
    private static final Duration LONG_INTERVAL = WINDOW.dividedBy(5);

    private static final long EVERY_MILLIS = 200;

    private final String service;
    private final ProcessId process;
    private final Probe probe;
    /** Says which seconds are meant. When they are over is told by {@link System#nanoTime}, which nobody sets back. */
    private final InstantSource clock;

    /**
     * @param service what the JVM runs, as its user knows it
     * @param probe of the JVM; started, and closed by whoever opened it
     */
    public Inspector(String service, ProcessId process, Probe probe) {
        this(service, process, probe, InstantSource.system());
    }

    Inspector(String service, ProcessId process, Probe probe, InstantSource clock) {
        this.service = service;
        this.process = process;
        this.probe = probe;
        this.clock = clock;
    }

    /**
     * From now on for so long.
     *
     * @param left told several times a second what is left of it
     * @throws ProbeException where the JVM ended meanwhile
     */
    public Inspection watch(Duration length, Consumer<Duration> left) throws ProbeException, InterruptedException {
        Window window = pass(length, left);
        return inspect(probe.observe(window.start(), window), probe.requests(window));
    }

    private Window pass(Duration length, Consumer<Duration> left) throws ProbeException, InterruptedException {
        long begin = System.nanoTime();
        Duration over = Duration.ZERO;
        while (over.compareTo(length) < 0) {
            Duration rest = length.minus(over);
            left.accept(rest);
            checkIsStill();
            Thread.sleep(Math.clamp(rest.toMillis(), 1, EVERY_MILLIS));
            over = Duration.ofNanos(System.nanoTime() - begin);
        }
        checkIsStill(); // another may have its number by now
        return new Window(clock.instant().minus(over), over);
    }

    /** What is asked and given from now on for so long. */
    public Answered count(Duration length) throws ProbeException, InterruptedException {
        Window window = pass(length, left -> {});
        Optional<Requests> requests = probe.requests(window);
        Workload workload =
                inspect(probe.glance(window.start(), window), requests).workload();
        return requests.map(Requests::told)
                .map(told -> new Answered(
                        workload, told.failed(), told.size(workload.throughput().value())))
                .orElse(new Answered(workload, Double.NaN, Double.NaN));
    }

    /**
     * What the last seconds say, at once: five of them, or half as many where only these show a limit, since a mean over what was before it names
     * it late; four times as many where looks are so far apart that few fall into five.
     *
     * @param begin of what may be looked at
     */
    public Inspection latest(Instant begin, Instant now) throws ProbeException {
        Inspection whole = glance(Collections.max(List.of(begin, now.minus(WINDOW))), now);
        if (!isBound(whole) && whole.seen().probe().samples() < FEWEST_LOOKS) {
            Inspection longer = glance(Collections.max(List.of(begin, now.minus(LONG_WINDOW))), now);
            if (longer.seen().probe().interval().compareTo(LONG_INTERVAL) > 0) {
                return longer; // else looks stopped, and those before that tell nothing of now
            }
        }
        Instant half = now.minus(WINDOW.dividedBy(2));
        if (isBound(whole) || half.isBefore(begin)) {
            return whole;
        }
        Inspection newest = glance(half, now);
        return isBound(newest) ? newest : whole;
    }

    private Inspection glance(Instant from, Instant to) throws ProbeException {
        Window window = new Window(from, Duration.between(from, to));
        return inspect(probe.glance(from, window), probe.requests(window));
    }

    private static boolean isBound(Inspection inspection) {
        return inspection.found().bindingLimit().isPresent();
    }

    /** Of what was seen before now no more is kept than {@link #latest} may ask for, and as much before it: what grew in a window is told by looks on both sides of its beginning. */
    public void forget(Instant now) {
        probe.forget(now.minus(LONG_WINDOW.multipliedBy(2)));
    }

    private Inspection inspect(Observation seen, Optional<Requests> requests) {
        return Doctor.inspect(service, seen, requests.map(told -> counted(told, seen.window())));
    }

    private static Counted counted(Requests told, Window window) {
        return new Counted(
                told.throughput().orElseGet(() -> new Measure(Double.NaN, Double.NaN, told.how())),
                told.inFlight().map(Requests.Count::value).orElse(Double.NaN),
                told.growth(),
                told.answered().stream()
                        .map(time -> Math.rint(1e4 * (time - Times.seconds(window.start()))) / 1e4)
                        .toList(),
                told.oldest(),
                told.told().errors().map(OptionalDouble::of).orElse(OptionalDouble.empty()),
                told.partly());
    }

    private void checkIsStill() throws ProbeException {
        if (!process.isStill()) {
            throw new JvmEnded("process " + process.pid() + " ended while it was watched"
                    + probe.leftBehind().map(files -> "; " + files).orElse(""));
        }
    }
}

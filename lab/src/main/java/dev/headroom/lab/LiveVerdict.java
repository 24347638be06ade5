package dev.headroom.lab;

import dev.headroom.core.diagnosis.Doctor;
import dev.headroom.core.evidence.Measurement;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.LoadPart;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.result.Baseline;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.lab.running.SettledVerdict;
import dev.headroom.lab.running.SettledVerdict.Change;
import dev.headroom.load.RunningLoad;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What seems to bind while the load goes on: the diagnosis of its last seconds, made again every second. It is a preview; nothing has been
 * moved, and one that differs from the one before is told once it has settled.
 */
final class LiveVerdict {

    private static final System.Logger LOG = System.getLogger(LiveVerdict.class.getName());

    /** Seconds: long enough for a mean, short enough to follow what changes. */
    private static final int LONGEST_WINDOW = 4;

    private static final long EVERY = 1_000_000_000L;

    /** A diagnosis that takes long is made less often: after the first few it may use this share (0 to 1) of one core. */
    private static final double MOST = 0.02;

    /** Made every second however long they take: the code is cold then, and a name is wanted soon. */
    private static final int FIRST = 4;

    /**
     * What a run gives before its end.
     *
     * @param baseline R0 as it was before the load
     * @param processes processor seconds of each since the load began, by name
     * @param watched name of the watched service
     */
    record Source(Load load, Probe probe, Optional<Baseline> baseline, Map<String, Double> processes, String watched) {}

    private final Supplier<Source> source;
    private final RunningLoad running;
    private final Instant began;
    private final Consumer<LabEvent.Named> told;
    private final SettledVerdict settled = new SettledVerdict();
    private CompletableFuture<LoadResult> soFar = new CompletableFuture<>();
    private final LongSupplier clock;
    private long next;
    private boolean asked;
    private int made;

    /**
     * @param began when the first request was due
     * @param clock in nanoseconds
     */
    LiveVerdict(
            Supplier<Source> source,
            RunningLoad running,
            Instant began,
            Consumer<LabEvent.Named> told,
            LongSupplier clock) {
        this.source = source;
        this.running = running;
        this.began = began;
        this.told = told;
        this.clock = clock;
        next = clock.getAsLong();
    }

    /** Called several times a second; looks when it is time to. */
    void look() {
        long now = clock.getAsLong();
        if (asked && soFar.isDone()) {
            asked = false;
            if (!soFar.isCompletedExceptionally()) {
                diagnose(soFar.join());
                made++;
                next = now + (made < FIRST ? EVERY : Math.max(EVERY, (long) ((clock.getAsLong() - now) / MOST)));
            }
        } else if (!asked && now >= next) {
            asked = true;
            next = now + EVERY;
            soFar = running.soFar();
        }
    }

    private void diagnose(LoadResult result) {
        Source seen = source.get();
        Optional<Window> window = window(seen.load(), result);
        if (window.isEmpty()) {
            return;
        }
        try {
            tell(Doctor.diagnose(Measurement.of(
                    seen.load(),
                    result,
                    seen.probe().glance(began, window.get()),
                    seen.baseline(),
                    seen.processes(),
                    seen.watched(),
                    Optional.empty())));
        } catch (ProbeException | RuntimeException e) {
            LOG.log(Level.DEBUG, "no live verdict: the run itself will say what is wrong", e);
        }
    }

    /** The last whole seconds in which the load was fully on. */
    private static Optional<Window> window(Load load, LoadResult result) {
        int over = result.series().size();
        int first = Math.max(1, over - LONGEST_WINDOW);
        if (load instanceof Load.Closed closed) {
            first = Math.max(first, (int) Math.ceil(Times.seconds(closed.rampUp())));
        }
        if (Windows.hasStages(load)) {
            // what binds is told of one load: a stage before or after it is another
            Optional<LoadPart> steady = load.steady();
            first = Math.max(
                    first,
                    steady.map(part -> (int) Math.ceil(Times.seconds(part.start())))
                            .orElse(over));
            over = Math.min(
                    over, steady.map(part -> (int) Times.seconds(part.end())).orElse(0));
        }
        return first < over
                ? Optional.of(new Window(result.startedAt().plusSeconds(first), Duration.ofSeconds(over - first)))
                : Optional.empty();
    }

    private void tell(Diagnosis diagnosis) {
        if (settled.add(diagnosis) == Change.REPLACED) {
            told.accept(new LabEvent.Named(Duration.between(began, Instant.now()), diagnosis));
        }
    }
}

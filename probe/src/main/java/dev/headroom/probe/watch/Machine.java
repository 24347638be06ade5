package dev.headroom.probe.watch;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Observation.Host;
import dev.headroom.core.model.observation.Observation.ProbeCost;
import dev.headroom.core.model.observation.Observation.Processor;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.os.ProcessWatch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** What the machine and the JVM gave in a window: processor, memory, files; and what watching took of it. */
final class Machine {

    private final JvmSession watch;
    private final Window window;
    private final List<Snapshot> looks;
    private final double seconds;

    Machine(JvmSession watch, Window window) {
        this.watch = watch;
        this.window = window;
        looks = watch.looks();
        seconds = window.seconds();
    }

    Host host() {
        ProcessWatch.Granted granted = watch.process().granted(window);
        int deadlocked = looks.stream()
                .filter(look -> !look.at().isAfter(window.end()))
                .mapToInt(Snapshot::deadlocked)
                .reduce((earlier, later) -> later)
                .orElse(0);
        return new Host(
                granted.quota(),
                granted.throttled(),
                granted.descriptors(),
                granted.diskWait(),
                known(watch.flight().map(flight -> Math.min(1, flight.stallSeconds(window) / seconds))),
                deadlocked,
                watch.flight().map(flight -> flight.hot(window)).orElse(List.of()),
                watch.flight().map(flight -> flight.allocating(window)).orElse(List.of()));
    }

    private static OptionalDouble known(Optional<Double> figure) {
        return figure.map(OptionalDouble::of).orElse(OptionalDouble.empty());
    }

    /** Those that the service may run on, beside others. */
    private int cores() {
        return watch.process().cores(window).orElse(Runtime.getRuntime().availableProcessors());
    }

    /** What it may use of them: its control group may grant less, and a part of one. */
    private double granted() {
        return Math.min(watch.process().granted(window).quota().orElse(Double.POSITIVE_INFINITY), cores());
    }

    Processor processor() {
        int cores = cores();
        Optional<ProcessWatch.Usage> usage = watch.process().usage(window);
        OptionalDouble machine =
                watch.flight().map(flight -> flight.machineLoad(window)).orElse(OptionalDouble.empty());
        return new Processor(
                cores,
                watch.processors().orElse((int) Math.ceil(granted())),
                usage.map(ProcessWatch.Usage::service).orElseGet(() -> spent(Snapshot::processNanos) / seconds),
                usage.map(ProcessWatch.Usage::machine).orElse(machine.orElse(0) * cores),
                known(usage.map(ProcessWatch.Usage::steal)),
                usage.map(ProcessWatch.Usage::runQueueDelay).orElse(OptionalDouble.empty()),
                paused());
    }

    /** Of a pause that has not ended neither knows, and a JVM that only collects writes no recording: then the one that knows more. */
    private OptionalDouble paused() {
        OptionalDouble recorded = known(watch.flight().map(flight -> flight.pauseSeconds(window)));
        return DoubleStream.concat(recorded.stream(), watch.pauses().seconds(window).stream())
                .map(paused -> Math.min(1, paused / seconds))
                .max();
    }

    ProbeCost cost() {
        List<Instant> times = watch.taken().stream().filter(window::holds).toList();
        Duration interval = times.size() < 2
                ? Duration.ZERO
                : Duration.between(times.getFirst(), times.getLast()).dividedBy(times.size() - 1);
        double cpu = isFirst() ? sinceAttached() : spent(Snapshot::probeNanos);
        return new ProbeCost(watch.mode(), times.size(), interval, Times.ofSeconds(cpu), cpu / seconds / granted());
    }

    /** Whether watching began with this window, to which belongs what it took to begin, then. */
    private boolean isFirst() {
        return looks.stream()
                        .filter(look -> look.at().isBefore(window.start()))
                        .limit(2)
                        .count()
                < 2;
    }

    private double sinceAttached() {
        return looks.stream()
                        .filter(look -> !look.at().isAfter(window.end()))
                        .mapToLong(Snapshot::probeNanos)
                        .filter(nanos -> nanos > 0)
                        .max()
                        .orElse(0)
                / 1e9;
    }

    /** Seconds by which a counter of nanoseconds grew in the window. */
    private double spent(ToDoubleFunction<Snapshot> counter) {
        List<Snapshot> known =
                looks.stream().filter(look -> counter.applyAsDouble(look) >= 0).toList();
        return OverTime.grown(known, window, counter) / 1e9;
    }
}

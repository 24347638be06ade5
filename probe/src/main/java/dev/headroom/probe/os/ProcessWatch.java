package dev.headroom.probe.os;

import dev.headroom.core.model.Observation.Window;
import dev.headroom.core.model.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** Reads, twice a second and from outside, what the kernel counts for the watched process. Costs that process nothing. */
public final class ProcessWatch implements AutoCloseable {

    /** No process of this machine. */
    public static final long NONE = -1;

    private static final long PERIOD_MILLIS = 500;

    /** Scheduling and connections take a file for each thread or socket, so only every fourth time. */
    private static final int SELDOM = 4;

    private final long pid;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("headroom-process-watch").factory());
    private final List<ProcessorReading> readings = new ArrayList<>();
    private final List<Delay> delays = new ArrayList<>();
    private final Map<String, Integer> outbound = new HashMap<>();
    private final Set<String> inbound = new HashSet<>();
    private Map<String, long[]> scheduling = Map.of();
    private int round;

    private record Delay(double atSeconds, double ranNanos, double waitedNanos) {}

    private ProcessWatch(long pid) {
        this.pid = pid;
    }

    public static ProcessWatch start(long pid) {
        ProcessWatch watch = new ProcessWatch(pid);
        watch.clock.scheduleAtFixedRate(watch::read, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        return watch;
    }

    /**
     * Cores used in a window.
     *
     * @param runQueueDelay time that threads waited for a core over the time that they ran
     */
    public record Usage(double service, double machine, double steal, OptionalDouble runQueueDelay) {}

    private synchronized void read() {
        double now = seconds(Instant.now());
        ProcessorReading.read(pid, now).ifPresent(readings::add);
        if (round++ % SELDOM == 0) {
            schedule(now);
            Connections.read(pid).ifPresent(connections -> {
                connections.outbound().forEach((target, count) -> outbound.merge(target, count, Integer::sum));
                inbound.addAll(connections.inbound());
            });
        }
    }

    private void schedule(double now) {
        Map<String, long[]> next = ProcessorReading.scheduling(pid);
        double ran = 0;
        double waited = 0;
        for (Map.Entry<String, long[]> thread : next.entrySet()) {
            long[] before = scheduling.getOrDefault(thread.getKey(), new long[2]);
            ran += thread.getValue()[0] - before[0];
            waited += thread.getValue()[1] - before[1];
        }
        if (!scheduling.isEmpty()) {
            delays.add(new Delay(now, ran, waited));
        }
        scheduling = next;
    }

    /** Empty where the kernel tells nothing, or the window was not watched. */
    public synchronized Optional<Usage> usage(Window window) {
        if (readings.size() < 2) {
            return Optional.empty();
        }
        double from = seconds(window.start());
        double to = seconds(window.end());
        List<Delay> within = delays.stream()
                .filter(delay -> delay.atSeconds() >= from && delay.atSeconds() <= to)
                .toList();
        double ran = within.stream().mapToDouble(Delay::ranNanos).sum();
        double waited = within.stream().mapToDouble(Delay::waitedNanos).sum();
        return Optional.of(new Usage(
                cores(ProcessorReading::service, from, to),
                cores(ProcessorReading::machine, from, to),
                cores(ProcessorReading::steal, from, to),
                ran > 0 ? OptionalDouble.of(waited / ran) : OptionalDouble.empty()));
    }

    /** Remote ends of the connections that the process opened, with how often each was seen. */
    public synchronized Map<String, Integer> outbound() {
        return Map.copyOf(outbound);
    }

    /** The remote end of a connection that the process accepted: a client, not a downstream. */
    public synchronized boolean isClient(String target) {
        return inbound.contains(target);
    }

    private double cores(ToDoubleFunction<ProcessorReading> counter, double from, double to) {
        double[] times =
                readings.stream().mapToDouble(ProcessorReading::atSeconds).toArray();
        double[] values = readings.stream().mapToDouble(counter).toArray();
        double first = Math.max(from, times[0]);
        double last = Math.min(to, times[times.length - 1]);
        return last <= first
                ? 0
                : (Interpolation.at(times, values, last) - Interpolation.at(times, values, first)) / (last - first);
    }

    private static double seconds(Instant at) {
        return Times.seconds(Duration.between(Instant.EPOCH, at));
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}

package dev.headroom.probe.os;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Observation.Memory;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.os.process.Bounds;
import dev.headroom.probe.os.process.MemoryLeft;
import dev.headroom.probe.os.process.ProcFiles;
import dev.headroom.probe.os.process.ProcessorReading;
import dev.headroom.probe.os.process.RandomInterval;
import dev.headroom.probe.os.process.Readings;
import dev.headroom.probe.os.process.Series;
import dev.headroom.probe.os.requests.CallWatch;
import dev.headroom.probe.os.requests.RequestWatch;
import dev.headroom.probe.os.requests.Requests;
import dev.headroom.probe.os.sockets.SocketWatch;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.ToDoubleFunction;

/** Reads, twice a second and from outside, what the kernel counts for the watched process. Costs that process nothing. */
public final class ProcessWatch implements AutoCloseable {

    /** No process of this machine. */
    public static final long NONE = -1;

    private static final long PERIOD_MILLIS = 500;

    /** Scheduling takes a file for each thread, so only every fourth time. */
    private static final int SELDOM = 4;

    /** Share of a core that looking at sockets may take. */
    private static final double SOCKETS_SHARE = 0.01;

    private static final double LONGEST_REST_NANOS = 2e9;

    private final long pid;
    private final BooleanSupplier still;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("headroom-process-watch").factory());
    private final Readings<ProcessorReading> readings = new Readings<>(ProcessorReading::atSeconds);
    private final Readings<Delay> delays = new Readings<>(Delay::atSeconds);
    private final Readings<Resident> resident = new Readings<>(Resident::atSeconds);
    private final Readings<Bounds> bounds = new Readings<>(Bounds::atSeconds);
    private final SocketWatch sockets = new SocketWatch();
    private final CallWatch calls = new CallWatch(sockets::called);
    private final Optional<RequestWatch> requests;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private Map<String, long[]> scheduling = Map.of();
    private int round;

    private record Delay(double atSeconds, double ranNanos, double waitedNanos) {}

    private record Resident(double atSeconds, long bytes) {}

    private ProcessWatch(long pid, BooleanSupplier still) {
        this.pid = pid;
        this.still = still;
        requests = ProcFiles.isOfOurNetwork(pid)
                ? RequestWatch.start(sockets::calledByOthers, sockets::itself, calls)
                : Optional.empty();
    }

    /** @param still whether that number is still that process's: what is read of another one is not counted */
    public static ProcessWatch start(long pid, BooleanSupplier still) {
        ProcessWatch watch = new ProcessWatch(pid, still);
        watch.clock.scheduleAtFixedRate(watch::read, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        watch.clock.execute(watch::readSockets);
        return watch;
    }

    /**
     * Cores used in a window, of those that the process may run on.
     *
     * @param runQueueDelay time that threads waited for a core over the time that they ran
     */
    public record Usage(double service, double machine, double steal, OptionalDouble runQueueDelay) {}

    private synchronized void read() {
        double now = Times.seconds(Instant.now());
        Optional<String> status = ProcFiles.text("/proc/" + pid + "/status");
        Optional<ProcessorReading> reading = ProcessorReading.read(pid, now, status);
        Optional<Long> memory = status.flatMap(MemoryLeft::resident);
        Optional<Bounds> granted = pid == NONE ? Optional.empty() : Optional.of(Bounds.read(pid, now));
        if (!still.getAsBoolean()) {
            return; // asked last: what was read before is its own then
        }
        reading.ifPresent(readings::add);
        memory.ifPresent(bytes -> resident.add(new Resident(now, bytes)));
        granted.ifPresent(bounds::add);
        if (round++ % SELDOM == 0) {
            schedule(now);
        }
    }

    /** Looks at the sockets, and plans the next look. A table of many closed connections takes the kernel a while to print: then it is asked the less often. */
    private void readSockets() {
        long used = threads.getCurrentThreadCpuTime();
        if (still.getAsBoolean()) {
            sockets.look(pid);
        }
        double rest = Math.min(LONGEST_REST_NANOS, (threads.getCurrentThreadCpuTime() - used) / SOCKETS_SHARE);
        long interval =
                RandomInterval.around(TimeUnit.MILLISECONDS.toNanos(PERIOD_MILLIS), ThreadLocalRandom.current());
        clock.schedule(this::readSockets, Math.max(interval, (long) rest), TimeUnit.NANOSECONDS);
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

    /** How many processors it might run on at the end of a window; empty where the kernel tells nothing, or nothing was read by then. */
    public synchronized OptionalInt cores(Window window) {
        return cores(readings.all().toList(), window);
    }

    static OptionalInt cores(List<ProcessorReading> all, Window window) {
        List<ProcessorReading> last = ProcessorReading.ofOneSet(all, Times.seconds(window.end()));
        return last.isEmpty() || last.getLast().processors().isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of(last.getLast().processors().size());
    }

    /** Empty where the kernel tells nothing, or the window was not watched. */
    public synchronized Optional<Usage> usage(Window window) {
        List<ProcessorReading> all = readings.all().toList();
        if (all.size() < 2) {
            return Optional.empty();
        }
        List<Delay> within = delays.within(window);
        double ran = within.stream().mapToDouble(Delay::ranNanos).sum();
        double waited = within.stream().mapToDouble(Delay::waitedNanos).sum();
        return Optional.of(usage(all, ran > 0 ? OptionalDouble.of(waited / ran) : OptionalDouble.empty(), window));
    }

    static Usage usage(List<ProcessorReading> all, OptionalDouble runQueueDelay, Window window) {
        List<ProcessorReading> same = ProcessorReading.ofOneSet(all, Times.seconds(window.end()));
        return new Usage(
                cores(all, ProcessorReading::service, window),
                cores(same, ProcessorReading::machine, window),
                cores(same, ProcessorReading::steal, window),
                runQueueDelay);
    }

    /** Empty where the kernel tells nothing, or the window was not watched. */
    public synchronized Optional<Memory> memory(Window window) {
        LongSummaryStatistics within =
                resident.within(window).stream().mapToLong(Resident::bytes).summaryStatistics();
        return within.getCount() == 0
                ? Optional.empty()
                : Optional.of(new Memory(Math.round(within.getAverage()), within.getMax()));
    }

    /**
     * What the kernel granted in a window; empty what it does not tell.
     *
     * @param quota cores of the control group
     * @param throttled share of the time for which a group of it was stopped, at most; empty where no group was seen
     * @param descriptors the most in use, 0 to 1
     * @param diskWait share of the looks, 0 to 1
     */
    public record Granted(
            OptionalDouble quota, OptionalDouble throttled, OptionalDouble descriptors, OptionalDouble diskWait) {}

    public synchronized Granted granted(Window window) {
        List<Bounds> within = bounds.within(window);
        return new Granted(
                within.isEmpty() ? OptionalDouble.empty() : within.getLast().quota(),
                within.isEmpty() ? OptionalDouble.empty() : Bounds.throttledShare(within),
                within.stream().mapToDouble(Bounds::descriptors).max(),
                within.stream().mapToDouble(one -> one.awaitsDisk() ? 1 : 0).average());
    }

    /** Nothing that was read before will be asked for any more. */
    public void forget(Instant before) {
        double from = Times.seconds(before);
        synchronized (this) {
            readings.forget(from);
            delays.forget(from);
            resident.forget(from);
            bounds.forget(from);
        }
        sockets.forget(from);
        requests.ifPresent(watch -> watch.forget(from));
        calls.forget(from);
    }

    public CallWatch calls() {
        return calls;
    }

    public SocketWatch sockets() {
        return sockets;
    }

    /**
     * Requests by the kernel's counters of connections, for each port on which the process alone listens and that had connections in the window. A port is left out
     * where the kernel does not tell.
     */
    public Map<Integer, Requests> requestsByPort(Window window) {
        return requests.map(watch -> watch.requests(window)).orElse(Map.of());
    }

    /** Requests on all ports by the kernel's counters; empty where the process has no connection. */
    public Optional<Requests> requests(Window window) {
        if (requests.isEmpty() || requests.get().broken().isPresent()) {
            return sockets.isSeen() ? Optional.of(unread(window)) : Optional.empty();
        }
        return Requests.together(requestsByPort(window));
    }

    /** All that {@code /proc} tells. */
    private Requests unread(Window window) {
        String why = requests.flatMap(RequestWatch::broken)
                .orElse("the process has a network of its own, or the kernel tells nothing by netlink");
        return Requests.unknown(String.format(
                Locale.ROOT,
                "%s: connections are seen, but not how much goes over them; %.1f of them have something that nobody has read",
                why,
                sockets.waiting(window).mean()));
    }

    private static double cores(List<ProcessorReading> all, ToDoubleFunction<ProcessorReading> counter, Window window) {
        if (all.isEmpty()) {
            return 0;
        }
        double first = Math.max(Times.seconds(window.start()), all.getFirst().atSeconds());
        double last = Math.min(Times.seconds(window.end()), all.getLast().atSeconds());
        return last <= first
                ? 0
                : Series.of(all, ProcessorReading::atSeconds, counter).grown(first, last) / (last - first);
    }

    @Override
    public void close() {
        clock.shutdownNow();
        requests.ifPresent(RequestWatch::close);
    }
}

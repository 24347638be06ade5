package dev.headroom.core.model.observation;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the probe saw of one JVM while the load was on it.
 *
 * @param window the part of the run that pools, calls and processor speak of: the offered load, warm-up and drain excluded
 * @param stations pools with at least one worker or task in the window, then other bounded resources that were used or waited for
 * @param calls outbound calls by downstream
 * @param series pools over the whole run, for the picture of threads over time
 * @param hangs workers that no longer come back, largest group first
 * @param memory empty where the operating system does not tell
 * @param levers what of all this can be moved while the service runs
 * @param host what the process stands on, besides processors
 * @param rounds waits that threads which are alone in their group begin, 1/s, by its name; of those that mostly wait as well
 */
public record Observation(
        Window window,
        List<Station> stations,
        List<Call> calls,
        Processor processor,
        List<Sample> series,
        Jvm jvm,
        ProbeCost probe,
        Network network,
        List<Hang> hangs,
        Optional<Memory> memory,
        List<Adjustable> levers,
        Host host,
        List<String> notes,
        Map<String, Double> rounds) {

    public Observation {
        rounds = Map.copyOf(rounds);
        levers = List.copyOf(levers);
        hangs = List.copyOf(hangs);
        stations = List.copyOf(stations);
        calls = List.copyOf(calls);
        series = List.copyOf(series);
        notes = List.copyOf(notes);
    }

    /** Those whose servers are threads. */
    public List<Station> pools() {
        return stations.stream().filter(one -> one.kind().isThreads()).toList();
    }

    /** The others: connections, objects, permits, locks, rates. */
    public List<Station> resources() {
        return stations.stream().filter(one -> !one.kind().isThreads()).toList();
    }

    public Optional<Station> station(String id) {
        return stations.stream().filter(one -> one.id().equals(id)).findFirst();
    }

    /**
     * What a limit is, by the id that it names. One that names no id but what it is called, as in files of earlier builds, is found by that: two stations may
     * be called the same, so a name finds nothing where an id is told.
     */
    public Optional<Station> station(Limit limit) {
        return station(limit.station())
                .or(() -> stations.stream()
                        .filter(one -> limit.station().equals(limit.pool())
                                && one.name().equals(limit.pool()))
                        .findFirst());
    }

    public Optional<Station> resource(String id) {
        return station(id).filter(one -> !one.kind().isThreads());
    }

    /** For what the workers of all pools wait. */
    public Stream<Station.Wait> waits() {
        return pools().stream().flatMap(pool -> pool.waits().stream());
    }

    /** Lines of the application at which the workers of all pools are. */
    public Stream<CallSite> holders() {
        return pools().stream().flatMap(pool -> pool.holders().stream());
    }

    /** The application's lines that wait for what bears that name. */
    public Set<String> lines(String target) {
        return waits().filter(
                        wait -> wait.target().equals(target) && !wait.site().isEmpty())
                .map(Station.Wait::site)
                .collect(Collectors.toSet());
    }

    /** Per second, who waited for others at such lines of the application and went on; 0 where nobody followed them. */
    public double gone(Predicate<String> line) {
        return holders()
                .filter(site -> site.activity().forOthers() && line.test(site.frame()))
                .mapToDouble((CallSite site) -> site.again().orElse(0))
                .sum();
    }

    /** Per second, who waited for what bears that name and went on; 0 where nobody followed them. */
    public double gone(String target) {
        return gone(lines(target)::contains);
    }

    /** Mean number of threads of others that wait for a pool. */
    public double othersOn(Station pool) {
        return pools().stream()
                .filter(other -> !other.id().equals(pool.id()))
                .mapToDouble(other -> other.waitingOn(pool.name()))
                .sum();
    }

    /** Mean number of threads that wait for a downstream, or whatever has that id. */
    public double threadsOn(String target) {
        return pools().stream().mapToDouble(pool -> pool.waitingOn(target)).sum();
    }

    /** A station's name, for the reader; what has no other is named by its target. */
    public String name(String target) {
        return station(target).map(Station::name).orElse(target);
    }

    /** Cores that the service may use: its quota may be a part of one, and is no more than the processors that it may run on. */
    public double granted() {
        return Math.min(host.quota().orElse(Double.POSITIVE_INFINITY), Math.max(1, processor.available()));
    }

    /** The same, with its pools seen otherwise. */
    public Observation withPools(List<Station> others) {
        return withStations(Stream.concat(others.stream(), resources().stream()).toList());
    }

    public Observation withStations(List<Station> others) {
        return new Observation(
                window, others, calls, processor, series, jvm, probe, network, hangs, memory, levers, host, notes,
                rounds);
    }

    public Observation withSeries(List<Sample> others) {
        return new Observation(
                window, stations, calls, processor, others, jvm, probe, network, hangs, memory, levers, host, notes,
                rounds);
    }

    /**
     * What the kernel and the JVM grant this process, in the window. What nobody told is empty, and not zero.
     *
     * @param quota cores that its control group may use (cgroup {@code cpu.max}); empty where there is no bound
     * @param throttledShare share of the window (0 to 1) for which the group was not allowed to run, at most: the kernel counts periods, and adds up processors
     * @param descriptors open file descriptors over the most that there may be, 0 to 1
     * @param diskWait share of the window (0 to 1) in which some thread of the process waited for a disk
     * @param allocationStall share of the window (0 to 1) in which threads waited for memory to be freed
     * @param deadlocked threads that wait for each other in a circle
     * @param hot the application's lines that use the processor, by JFR's execution samples
     * @param allocating the application's lines that allocate, by JFR's allocation samples
     */
    public record Host(
            OptionalDouble quota,
            OptionalDouble throttledShare,
            OptionalDouble descriptors,
            OptionalDouble diskWait,
            OptionalDouble allocationStall,
            int deadlocked,
            List<CallSite> hot,
            List<CallSite> allocating) {

        public static final Host UNKNOWN = new Host(
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                0,
                List.of(),
                List.of());

        public Host {
            hot = List.copyOf(hot);
            allocating = List.copyOf(allocating);
        }
    }

    public record Window(Instant start, Duration length) {
        public Instant end() {
            return start.plus(length);
        }

        public double seconds() {
            return Times.seconds(length);
        }

        public boolean holds(Instant at) {
            return !at.isBefore(start) && !at.isAfter(end());
        }
    }

    /**
     * Calls of the watched JVM to one downstream in the window.
     *
     * @param target {@code host:port}
     * @param rate calls answered per second
     * @param holdingTime seconds from asking to answer, as timed on the calling thread
     * @param concurrency mean number of calls outstanding
     */
    public record Call(String target, Rate rate, Measure holdingTime, double concurrency) {}

    /**
     * Processor use in the window, in cores (1.0 is one core busy all the time).
     *
     * @param available cores of the machine that the service may run on, whatever its quota
     * @param configured processors that the JVM believes it has ({@code -XX:ActiveProcessorCount})
     * @param service used by the watched JVM
     * @param machine used of these by all processes together
     * @param steal taken by the hypervisor; empty where unknown
     * @param runQueueDelay mean time that a runnable thread of the JVM waited for a core, over the time it ran; empty where unknown
     * @param gcPauseShare share of the window spent in collection pauses, 0 to 1; empty where nobody saw whether there were any
     */
    public record Processor(
            int available,
            int configured,
            double service,
            double machine,
            OptionalDouble steal,
            OptionalDouble runQueueDelay,
            OptionalDouble gcPauseShare) {

        /** Mean threads of the JVM that waited for a core, as the kernel accounts for them; 0 where it does not. */
        public double waiting() {
            return service * runQueueDelay.orElse(0);
        }

        /** Mean threads of the JVM that ran or waited for a core. */
        public double runnable() {
            return service + waiting();
        }
    }

    /**
     * What the JVM holds of the machine's memory in the window: heap, code, stacks of threads, buffers; in bytes.
     *
     * @param resident mean
     * @param residentMax the most that was seen
     */
    public record Memory(long resident, long residentMax) {}

    /**
     * One look at the JVM.
     *
     * @param at since the start of the counted load; negative in warm-up
     */
    public record Sample(Duration at, List<PoolSample> pools, int platformThreads, long virtualThreads) {
        public Sample {
            pools = List.copyOf(pools);
        }
    }

    /**
     * One pool in one sample.
     *
     * @param queue empty where it cannot be seen
     */
    public record PoolSample(
            String pool, int workers, int active, OptionalInt queue, Map<Activity, Integer> activities) {
        public PoolSample {
            activities = Map.copyOf(activities);
            queue = queue.orElse(0) < 0 ? OptionalInt.empty() : queue; // earlier builds stored -1
        }

        /** Tasks that were seen waiting: 0 where the queue cannot be seen, too. */
        public int queued() {
            return queue.orElse(0);
        }
    }

    public record Jvm(long pid, String version, String vendor, List<String> arguments) {
        public Jvm {
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * @param mode {@code agent} or {@code jmx}; {@link #NONE} where nothing could be watched
     * @param samples taken in the window
     * @param cpu processor time that the probe used inside the watched JVM, over the window
     * @param share {@code cpu} over the processor time available to the window (0 to 1)
     */
    public record ProbeCost(String mode, long samples, Duration interval, Duration cpu, double share) {

        /** No process was watched: what stands in the observation besides was not seen. */
        public static final String NONE = "none";

        private static final String AGENT = "agent";

        /** Whether there was no process to look at. */
        public boolean sawNothing() {
            return mode.equals(NONE);
        }

        /** Whether pools said how many workers they may have; else as many were taken for it as were seen. */
        public boolean asksPools() {
            return mode.equals(AGENT);
        }
    }

    /**
     * Workers that stood in one and the same call, without using processor time, for as long as they were watched.
     *
     * @param workers how many
     * @param target {@code host:port} that they wait for, or what else holds them
     * @param frame the frame of the application that made the call
     * @param atLeast how long they were seen so
     * @param bounded a timeout is set on the call, so it will end
     * @param mayEnd whether there is a timeout cannot be seen
     * @param activity how they wait
     */
    public record Hang(
            String pool,
            int workers,
            String target,
            String frame,
            Duration atLeast,
            boolean bounded,
            boolean mayEnd,
            Activity activity) {}
}

package dev.headroom.core.testing;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Network;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationBuilder;
import dev.headroom.core.model.observation.StationKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Writes observations as a probe would, without one. */
public final class Seen {

    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final Observation.Window window;
    private final List<Station> pools = new ArrayList<>();
    private final List<Observation.Call> calls = new ArrayList<>();
    private final List<Observation.Hang> hangs = new ArrayList<>();
    private final List<Network.Listener> listeners = new ArrayList<>();
    private final List<Network.Outbound> outbound = new ArrayList<>();
    private final Map<String, Double> rounds = new HashMap<>();
    private final List<Station> resources = new ArrayList<>();
    private final List<Adjustable> levers = new ArrayList<>();
    private final List<Observation.Sample> series = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private Observation.Host host = Observation.Host.UNKNOWN;
    private long samples = 100;
    private Duration every = Duration.ofMillis(100);
    private String mode = "agent";
    private String java = "25";
    private Observation.Processor processor = processorUsed(0.1, 0.3, OptionalDouble.empty(), OptionalDouble.of(0));

    private Seen(Observation.Window window) {
        this.window = window;
    }

    public static Seen during(Observation.Window window) {
        return new Seen(window);
    }

    public static Seen during(double seconds) {
        return during(0, seconds);
    }

    /** Between two moments, in seconds since the load began. */
    public static Seen during(double from, double to) {
        return during(new Observation.Window(START.plus(Times.ofSeconds(from)), Times.ofSeconds(to - from)));
    }

    public Seen pool(PoolBuilder pool) {
        pools.add(pool.build());
        return this;
    }

    public Seen resource(ResourceBuilder resource) {
        resources.add(resource.build());
        return this;
    }

    /** So many workers of a pool were busy at each look, a tenth of a second after the one before. */
    public Seen looks(String pool, int... active) {
        for (int i = 0; i < active.length; i++) {
            series.add(new Observation.Sample(
                    Duration.ofMillis(100L * i),
                    List.of(new Observation.PoolSample(pool, active[i], active[i], OptionalInt.of(0), Map.of())),
                    1,
                    0));
        }
        return this;
    }

    public Seen lever(String target, int capacity, boolean comesBack) {
        return lever(new Adjustable(target, capacity, comesBack, "a setter"));
    }

    public Seen lever(Adjustable lever) {
        levers.add(lever);
        return this;
    }

    public Seen host(Observation.Host others) {
        host = others;
        return this;
    }

    public Seen deadlocked(int threads) {
        return host(OptionalDouble.empty(), OptionalDouble.empty(), threads);
    }

    private Seen host(OptionalDouble quota, OptionalDouble throttled, int deadlocked) {
        OptionalDouble unknown = OptionalDouble.empty();
        return host(
                new Observation.Host(quota, throttled, unknown, unknown, unknown, deadlocked, List.of(), List.of()));
    }

    /** A machine of so many cores, as its other processes and the service use them. */
    public Seen machine(int cores, double service, double all, double runQueueDelay) {
        processor = new Observation.Processor(
                cores,
                cores,
                service,
                all,
                OptionalDouble.of(0),
                OptionalDouble.of(runQueueDelay),
                OptionalDouble.of(0));
        return this;
    }

    /** A control group that grants {@code quota} cores and stopped the process for a share of the time. */
    public Seen throttled(double quota, double share) {
        return host(OptionalDouble.of(quota), OptionalDouble.of(share), 0);
    }

    public Seen calls(String target, double rate, double holding) {
        calls.add(new Observation.Call(
                target, Rate.perSecond(rate), new Measure(holding, holding / 100, "jdk.SocketRead"), rate * holding));
        return this;
    }

    /** By which version of Java. */
    public Seen onJava(String version) {
        java = version;
        return this;
    }

    /** By which way in. */
    public Seen by(String way) {
        mode = way;
        return this;
    }

    public Seen samples(long count, Duration interval) {
        every = interval;
        return samples(count);
    }

    public Seen samples(long count) {
        samples = count;
        return this;
    }

    public Seen note(String text) {
        notes.add(text);
        return this;
    }

    public Seen processor(double service, double runQueueDelay, double paused) {
        processor = processorUsed(service, 2, OptionalDouble.of(runQueueDelay), OptionalDouble.of(paused));
        return this;
    }

    /** By a way in that does not tell how long the garbage collector stopped the service. */
    public Seen collectionsUnseen() {
        processor = processorUsed(
                processor.service(), processor.machine(), processor.runQueueDelay(), OptionalDouble.empty());
        return this;
    }

    private static Observation.Processor processorUsed(
            double service, double machine, OptionalDouble runQueueDelay, OptionalDouble paused) {
        return new Observation.Processor(2, 8, service, machine, OptionalDouble.of(0), runQueueDelay, paused);
    }

    /** On a machine that nobody else uses. */
    public Seen processorOfItsOwn(double service, double runQueueDelay) {
        processor = processorUsed(service, service, OptionalDouble.of(runQueueDelay), OptionalDouble.of(0));
        return this;
    }

    /** Workers of a pool that stand in a call to 127.0.0.1:8091. */
    public Seen hang(String pool, int workers, boolean bounded) {
        return hang(pool, workers, bounded, false);
    }

    /** The same of a call of which nobody knows whether a timeout ends it. */
    public Seen hangThatMayEnd(String pool, int workers) {
        return hang(pool, workers, false, true);
    }

    private Seen hang(String pool, int workers, boolean bounded, boolean mayEnd) {
        hangs.add(new Observation.Hang(
                pool,
                workers,
                "127.0.0.1:8091",
                "example.Bike.hanging",
                Duration.ofSeconds(90),
                bounded,
                mayEnd,
                Activity.AWAITING_DOWNSTREAM));
        return this;
    }

    /** Workers of a pool that wait for tasks of another all the while. */
    public Seen hangForPool(String pool, int workers) {
        hangs.add(new Observation.Hang(
                pool,
                workers,
                "java.util.concurrent.ForkJoinTask.awaitDone",
                "example.Shop.waiting",
                Duration.ofSeconds(90),
                false,
                true,
                Activity.AWAITING_POOL));
        return this;
    }

    public Seen listener(double established, double latched, double acceptQueue, int backlog, double overflows) {
        return listener(established, latched, acceptQueue, backlog, overflows, OptionalInt.empty());
    }

    private Seen listener(
            double letIn, double latched, double acceptQueue, int backlog, double overflows, OptionalInt maximum) {
        listeners.add(new Network.Listener(
                8888, acceptQueue, (int) acceptQueue, backlog, overflows, letIn, 0, latched, maximum));
        return this;
    }

    /** Connections that stand in an accept queue from which none is turned away, on average and at most, beside those that were let in. */
    public Seen standing(double acceptQueue, int most, double letIn) {
        listeners.add(new Network.Listener(8080, acceptQueue, most, 500, 0, letIn, 0, 0, OptionalInt.empty()));
        return this;
    }

    /** Connections with a request that nobody has read. */
    public Seen unread(double requests) {
        return unread(requests, requests);
    }

    public Seen unread(double requests, double established) {
        listeners.add(new Network.Listener(8888, 0, 0, 100, 0, established, requests, 0, OptionalInt.empty()));
        return this;
    }

    /** As {@link #listener} where the service tells its maximum of connections. */
    public Seen boundedListener(int maximum, double latched, double acceptQueue, int backlog, double overflows) {
        int letIn = maximum - 4; // on average: who leaves is followed by the next a moment later
        return listener(letIn, latched, acceptQueue, backlog, overflows, OptionalInt.of(maximum));
    }

    /** A thread that begins so many waits a second. */
    public Seen rounds(String thread, double perSecond) {
        rounds.put(thread, perSecond);
        return this;
    }

    /** Connections of which {@code growth} a second more are open. */
    public Seen filling(String target, double established, double opened, double growth) {
        outbound.add(new Network.Outbound(
                target, established, opened, opened, 0.02, growth, Optional.empty(), Optional.empty()));
        return this;
    }

    public Seen connections(String target, double established, double opened, double handshakes) {
        return connections(target, established, opened, handshakes, handshakes > 0 ? 0.02 : 0);
    }

    /** @param time seconds of a handshake; 0 where nobody saw one */
    public Seen connections(String target, double established, double opened, double handshakes, double time) {
        outbound.add(new Network.Outbound(
                target, established, opened, handshakes, time, 0, Optional.empty(), Optional.empty()));
        return this;
    }

    /** Of so many connections. */
    public Seen callee(String target, double established, Network.Callee seen) {
        outbound.add(new Network.Outbound(target, established, 0, 0, 0, 0, Optional.empty(), Optional.of(seen)));
        return this;
    }

    public Seen inUse(String target, Network.InUse use, Network.Callee callee) {
        outbound.add(
                new Network.Outbound(target, use.connections(), 0, 0, 0, 0, Optional.of(use), Optional.of(callee)));
        return this;
    }

    public Seen inUse(String target, Network.InUse use) {
        outbound.add(new Network.Outbound(target, use.connections(), 0, 0, 0, 0, Optional.of(use), Optional.empty()));
        return this;
    }

    public Observation observation() {
        return new Observation(
                window,
                Stream.concat(pools.stream(), resources.stream()).toList(),
                calls,
                processor,
                series,
                new Observation.Jvm(1, java, "any", List.of()),
                new Observation.ProbeCost(mode, samples, every, Duration.ZERO, 0),
                new Network(listeners, outbound),
                hangs,
                Optional.empty(),
                levers,
                host,
                notes,
                rounds);
    }

    /** @param id by which waits speak of it; its name, too */
    public static ResourceBuilder resource(String id, StationKind kind) {
        return new ResourceBuilder(id, kind);
    }

    public static ResourceBuilder resource(String id, StationKind kind, int capacity) {
        return resource(id, kind).capacity(capacity);
    }

    public static PoolBuilder pool(String name, StationKind kind) {
        return new PoolBuilder(name, kind);
    }

    public static PoolBuilder pool(String name, StationKind kind, int maximum) {
        return pool(name, kind).maximum(maximum);
    }

    public static PoolBuilder tomcat(int maximum) {
        return pool("tomcat-8888", StationKind.SERVLET_WORKERS, maximum);
    }

    /** One for each request that is being served. */
    public static PoolBuilder virtualThreads(double active) {
        return pool("virtual-threads", StationKind.VIRTUAL_THREADS).active(active);
    }

    /** A pool; what is not said is empty or zero. */
    public static final class PoolBuilder {
        private final StationBuilder station;
        private final Map<Activity, Double> activities = new EnumMap<>(Activity.class);
        private final List<Station.Wait> waits = new ArrayList<>();
        private final List<CallSite> sites = new ArrayList<>();
        private OptionalInt maximum = OptionalInt.empty();
        private double active;
        private OptionalDouble queue = OptionalDouble.of(0);
        private OptionalDouble queueMax = OptionalDouble.empty();

        private PoolBuilder(String name, StationKind kind) {
            station = Station.of(name, kind).queueGrowth(OptionalDouble.of(0));
        }

        public PoolBuilder maximum(int workers) {
            maximum = OptionalInt.of(workers);
            return this;
        }

        public PoolBuilder active(double workers) {
            active = workers;
            return this;
        }

        /** All of its workers are busy in every look, and so many tasks wait for one. */
        public PoolBuilder full(double tasks, double growth) {
            return active(maximum.orElseThrow()).queue(tasks, growth).saturated(1);
        }

        public PoolBuilder queue(double tasks, double growth) {
            queue = OptionalDouble.of(tasks);
            station.queueGrowth(OptionalDouble.of(growth));
            return this;
        }

        /** At most so many were seen to wait; twice as many as on average unless that is told. */
        public PoolBuilder queueMax(double tasks) {
            queueMax = OptionalDouble.of(tasks);
            return this;
        }

        public PoolBuilder queueUnseen() {
            queue = OptionalDouble.empty();
            station.queueGrowth(OptionalDouble.empty());
            return this;
        }

        public PoolBuilder saturated(double share) {
            station.saturatedShare(share);
            return this;
        }

        public PoolBuilder completed(double tasks) {
            station.completed(OptionalDouble.of(tasks));
            return this;
        }

        public PoolBuilder waitsBegun(double times) {
            station.waitsBegun(OptionalDouble.of(times));
            return this;
        }

        public PoolBuilder byCompletions(double time) {
            station.holdingByCompletions(Optional.of(new Measure(time, time / 50, "busy time over tasks completed")));
            return this;
        }

        public PoolBuilder byClock(double time) {
            station.holdingByClock(Optional.of(new Measure(time, time / 100, "jdk.SocketRead")));
            return this;
        }

        public PoolBuilder waits(Activity activity, String target, double workers) {
            waits.add(new Station.Wait(activity, target, workers, "a frame"));
            return doing(activity, workers);
        }

        /** Called from the application's {@code site}. */
        public PoolBuilder waits(Activity activity, String target, double workers, String site) {
            waits.add(new Station.Wait(activity, target, workers, "a frame", site));
            return doing(activity, workers);
        }

        public PoolBuilder waitsForPool(String target, double workers) {
            return waits(Activity.AWAITING_POOL, target, workers);
        }

        public PoolBuilder waitsForDownstream(double workers) {
            return waits(Activity.AWAITING_DOWNSTREAM, "127.0.0.1:8090", workers);
        }

        public PoolBuilder doing(Activity activity, double workers) {
            activities.merge(activity, workers, Double::sum);
            return this;
        }

        /** So many of them at that line of the application. */
        public PoolBuilder at(String site, Activity activity, double workers) {
            return at(new CallSite(site, activity, workers));
        }

        public PoolBuilder at(CallSite site) {
            sites.add(site);
            return this;
        }

        public PoolBuilder doing(Activity activity, double workers, String site) {
            return at(site, activity, workers).doing(activity, workers);
        }

        Station build() {
            return station.workers(Math.max(active, maximum.orElse(0)))
                    .maximum(maximum)
                    .active(active)
                    .queue(queue)
                    .queueMax(
                            queueMax.isPresent()
                                    ? queueMax
                                    : queue.stream().map(tasks -> tasks * 2).findFirst())
                    .activities(activities)
                    .waits(waits)
                    .holders(sites)
                    .build();
        }
    }

    /** A resource; what is not said is empty or zero. */
    public static final class ResourceBuilder {
        private final StationBuilder station;
        private final List<Station.Wait> holdersWait = new ArrayList<>();
        private Activity awaiting = Activity.AWAITING_CONNECTION;
        private String holdersSite = "example.Dao.load:17";
        private double inUse;
        private double holders;
        private double waiting;

        private ResourceBuilder(String id, StationKind kind) {
            station = Station.of(id, kind)
                    .type("a library")
                    .setting("library.size")
                    .remedy("more of them, as far as what they lead to stands it");
        }

        public ResourceBuilder type(String its) {
            station.type(its);
            return this;
        }

        public ResourceBuilder awaiting(Activity of) {
            awaiting = of;
            return this;
        }

        public ResourceBuilder capacity(int most) {
            station.maximum(OptionalInt.of(most));
            return this;
        }

        /** All of it taken in each look, while others wait. */
        public ResourceBuilder full(double holders, double waiters) {
            return saturated(1).used(holders, waiters);
        }

        /** In that share of looks somebody waits. */
        public ResourceBuilder saturated(double share) {
            station.saturatedShare(share);
            return this;
        }

        public ResourceBuilder used(double holders, double waiters) {
            inUse = holders;
            waiting = waiters;
            return this;
        }

        /** Seen, of a resource that does not tell how many hold it. */
        public ResourceBuilder holders(double seen) {
            holders = seen;
            return this;
        }

        public ResourceBuilder taken(double times) {
            station.completed(OptionalDouble.of(times));
            return this;
        }

        public ResourceBuilder held(double time) {
            station.holdingByCompletions(Optional.of(new Measure(time, time / 100, "a clock")));
            return this;
        }

        public ResourceBuilder holdersWait(Activity activity, String target, double holders) {
            return holdersWait(activity, target, holders, "");
        }

        /** Called from the application's {@code site}. */
        public ResourceBuilder holdersWait(Activity activity, String target, double holders, String site) {
            holdersWait.add(new Station.Wait(activity, target, holders, "a frame", site));
            return this;
        }

        /** @param site empty where nobody is seen to hold it */
        public ResourceBuilder holdersAt(String site) {
            holdersSite = site;
            return this;
        }

        Station build() {
            return station.active(inUse)
                    .queue(OptionalDouble.of(waiting))
                    .holders(
                            holdersSite.isEmpty()
                                    ? List.of()
                                    : List.of(new CallSite(holdersSite, Activity.RUNNING, Math.max(inUse, holders))))
                    .waiters(List.of(new CallSite("example.Dao.load:16", awaiting, waiting)))
                    .waits(holdersWait)
                    .build();
        }
    }
}

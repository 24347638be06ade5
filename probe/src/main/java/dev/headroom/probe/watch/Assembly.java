package dev.headroom.probe.watch;

import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.model.observation.Network;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.ProbeCost;
import dev.headroom.core.model.observation.Observation.Processor;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.Station.Wait;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.PoolNames;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.os.process.Series;
import dev.headroom.probe.os.sockets.SocketWatch;
import dev.headroom.probe.recording.TimedWait;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Puts what a {@link JvmSession} saw of a window together. */
final class Assembly {

    private static final int FEW_LOOKS = 10;

    /** Requests that lie unread for a moment are no queue: one of them, on average, is. */
    private static final double ONE_WAITS = 1;

    /** Callers and workers (relative) that differ by less are as many, seen at different moments. */
    private static final double ONE_EACH = 0.05;

    /** Waits that a thread begins in a second: who begins fewer paces no requests. */
    private static final double FEWEST_ROUNDS = 1;

    private final JvmSession watch;
    private final Instant counted;
    private final Window window;
    private final double seconds;
    private final double covered;
    private final List<TimedWait> timed;
    private final Map<String, List<TimedWait>> byPool;
    private final Optional<Map<Stack, Double>> again;
    private final Hangs hangs;
    private final List<String> notes = new ArrayList<>();

    /** Groups of threads of a constant size that no executor owns, where no server that is known serves. */
    private final Set<String> serves = new HashSet<>();

    /** @param counted when the load began: the zero of the series' times */
    Assembly(JvmSession watch, Instant counted, Window window) {
        this.counted = counted;
        this.watch = watch;
        this.window = window;
        seconds = window.seconds();
        Set<String> clients = watch.process().sockets().clients();
        timed = watch.flight()
                .map(flight -> flight.waits(window).stream()
                        .filter(wait -> !clients.contains(wait.target()))
                        .toList())
                .orElse(List.of());
        covered = watch.flight().map(flight -> flight.covered(window)).orElse(0.0);
        byPool = timed.stream().collect(Collectors.groupingBy(this::poolOf));
        again = Waiters.again(OverTime.within(watch.looks(), window)).map(this::aSecond);
        hangs = Hangs.find(
                watch.looks(), counted, window, byPool, watch.process().sockets());
    }

    Observation observation() {
        Machine machine = new Machine(watch, window);
        Processor processor = machine.processor();
        List<Snapshot> served = Takers.apart(VirtualCrews.apart(LongCalls.apart(watch.looks()), counted), counted);
        List<Snapshot> looks = SystemCalls.apart(served, window, processor);
        Set<String> shown = Timeline.worthShowing(looks);
        List<Track> tracks = Track.all(shown, looks, window).stream()
                .filter(track -> track.mean(Snapshot.PoolLook::workers) > 0)
                .toList();
        Map<String, Map<Stack, Double>> stacks = new LinkedHashMap<>();
        tracks.forEach(track -> stacks.put(track.name(), track.stacks()));
        Waiters waiters = new Waiters(looks, window, hangs.stacks(), watch.sleepers());
        Waits waits = new Waits(
                stacks,
                Waits.readBy(byPool),
                watch.process().sockets().peers(window),
                watch.process().sockets()::isItself,
                waiters,
                StationIds.of(OverTime.within(looks, window), stacks, waiters));
        List<Station> stations = stations(looks, tracks, waits);
        ProbeCost cost = machine.cost();
        if (cost.samples() < FEW_LOOKS) {
            notes.add("only " + cost.samples() + " samples fell into the window");
        }
        if (watch.flight().isPresent() && covered < 0.95 * seconds) {
            notes.add("waits were timed in " + Math.round(covered) + " of " + Math.round(seconds)
                    + " s: the recording begins after the looks, and rests where waits come fast, to stay cheap");
        }
        if (!watch.process().sockets().isSeen()) {
            notes.add("the kernel lists no sockets of the JVM (it does on Linux, of processes of this machine): accept"
                    + " queues and connections are unknown");
        }
        watch.silence().or(() -> noLook(cost)).ifPresent(notes::add);
        notes.addAll(0, watch.notes());
        return new Observation(
                window,
                stations,
                covered > 0 ? Calls.of(timed, covered) : List.of(),
                processor,
                Timeline.series(looks, shown, counted),
                watch.jvm(),
                cost,
                network(looks),
                hangs.groups(),
                watch.process().memory(window),
                levers(looks, stations, waits.ids()),
                machine.host(),
                notes,
                rounds(looks));
    }

    private Optional<String> noLook(ProbeCost cost) {
        Instant last = watch.taken().stream()
                .filter(at -> at.isBefore(window.start()))
                .reduce((earlier, later) -> later)
                .orElse(window.start());
        return cost.samples() > 0
                ? Optional.empty()
                : Optional.of(
                        "no look for " + Duration.between(last, window.end()).toSeconds()
                                + " s: the JVM answers none, or they are further apart");
    }

    /** Of threads that are alone in their group: those that mostly wait are worth no line otherwise. */
    private Map<String, Double> rounds(List<Snapshot> looks) {
        Set<String> alone = looks.isEmpty()
                ? Set.of()
                : looks.getLast().pools().stream()
                        .filter(pool -> pool.workers() == 1)
                        .map(Snapshot.PoolLook::name)
                        .limit(Crowd.MOST)
                        .collect(Collectors.toSet());
        Map<String, Double> rounds = new TreeMap<>();
        Track.all(alone, looks, window)
                .forEach(track -> begun(track).ifPresent(begun -> rounds.put(track.name(), begun / seconds)));
        rounds.values().removeIf(each -> each < FEWEST_ROUNDS);
        return rounds;
    }

    private Network network(List<Snapshot> looks) {
        List<Snapshot> within = OverTime.within(looks, window);
        return new Traffic(
                        watch.process().sockets(),
                        watch.process().calls(),
                        window,
                        within,
                        watch.flight().map(flight -> flight.handshakes(window)).orElse(Map.of()))
                .network(target ->
                        watch.flight().map(flight -> flight.named(target)).orElse(target));
    }

    /** Pools, then what their workers hold and wait for. */
    private List<Station> stations(List<Snapshot> looks, List<Track> tracks, Waits waits) {
        boolean served = tracks.stream()
                .anyMatch(track ->
                        track.kind() == StationKind.SERVLET_WORKERS || track.kind() == StationKind.EVENT_LOOPS);
        tracks.stream()
                .filter(track -> !served
                        && track.kind() == StationKind.OTHER
                        && track.maximum().isPresent())
                .forEach(track -> serves.add(track.name()));
        Map<String, List<Wait>> found = new LinkedHashMap<>();
        waits.stacks().keySet().forEach(name -> found.put(name, waits.of(name)));
        return Stream.concat(
                        tracks.stream().map(track -> pool(track, found, waits.waiters())),
                        new Resources(looks, window, waits).found().stream())
                .toList();
    }

    private Map<Stack, Double> aSecond(Map<Stack, Double> times) {
        return times.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, one -> one.getValue() / seconds));
    }

    private String poolOf(TimedWait wait) {
        return wait.virtual() ? PoolNames.VIRTUAL_THREADS : watch.poolOfThread().getOrDefault(wait.thread(), "");
    }

    private Station pool(Track track, Map<String, List<Wait>> waits, Waiters waiters) {
        double lost = hangs.lost(track.name());
        Optional<Queue> queue = queue(track);
        return Station.of(track.name(), track.kind())
                .workers(track.mean(Snapshot.PoolLook::workers))
                .maximum(track.maximum())
                .active(track.mean(Snapshot.PoolLook::active))
                .queue(figure(queue, Queue::mean))
                .queueMax(figure(queue, Queue::max))
                .queueGrowth(figure(queue, Queue::growth))
                .completed(track.completed())
                .waitsBegun(begun(track))
                .holdingByCompletions(HoldingTimes.byCompletions(track, seconds, lost))
                .holdingByClock(ContainerClock.holding(
                                track.name(), watch.looks(), window, track.mean(Snapshot.PoolLook::active) - lost)
                        .or(() -> HoldingTimes.byClock(track, clocked(track), seconds, covered, lost)))
                .saturatedShare(saturatedShare(track, queue, waits))
                .activities(track.activities())
                .waits(waits.getOrDefault(track.name(), List.of()))
                .holders(Sites.of(track.stacks(), waiters::line, again.filter(any -> isFollowed(track))))
                .build();
    }

    private List<TimedWait> clocked(Track track) {
        return byPool.getOrDefault(track.name(), List.of());
    }

    private OptionalDouble begun(Track track) {
        OptionalDouble sleeps = HoldingTimes.sleeps(track, clocked(track), seconds, covered);
        return track.begun().isPresent() && sleeps.isPresent() ? sleeps : track.begun();
    }

    /** No JVM tells of a virtual thread how often it has waited. */
    private static boolean isFollowed(Track track) {
        return track.kind() != StationKind.VIRTUAL_THREADS;
    }

    /** Of what was used, as it can be moved now. */
    private static List<Adjustable> levers(List<Snapshot> looks, List<Station> stations, StationIds ids) {
        Set<String> used = stations.stream().map(Station::id).collect(Collectors.toSet());
        return looks.isEmpty()
                ? List.of()
                : looks.getLast().levers().stream()
                        .filter(lever -> used.contains(lever.target()) && !ids.isAmbiguous(lever))
                        .toList();
    }

    private record Queue(double mean, double max, double growth) {}

    private static OptionalDouble figure(Optional<Queue> queue, ToDoubleFunction<Queue> one) {
        return queue.stream().mapToDouble(one).findFirst();
    }

    /**
     * Event loops have no queue of requests: these lie in the sockets until a loop comes to accept and read. So it is with threads of the
     * application's own that accept, read and answer by themselves.
     */
    private Optional<Queue> queue(Track track) {
        if (track.kind() == StationKind.EVENT_LOOPS || serves.contains(track.name())) {
            SocketWatch sockets = watch.process().sockets();
            Series waiting = sockets.waiting(window);
            return sockets.isSeen()
                    ? Optional.of(new Queue(waiting.mean(), waiting.max(), waiting.slope()))
                    : Optional.empty();
        }
        return track.isQueueSeen()
                ? Optional.of(new Queue(
                        track.mean(pool -> pool.queue().orElse(0)),
                        track.max(pool -> pool.queue().orElse(0)),
                        track.slope(pool -> pool.queue().orElse(0))))
                : Optional.empty();
    }

    /**
     * Of a pool whose queue cannot be seen: the share of looks in which it was full, if others wait for it meanwhile. All
     * busy alone is no saturation.
     */
    private double saturatedShare(Track track, Optional<Queue> queue, Map<String, List<Wait>> waits) {
        if (!track.isEstimated()) {
            return track.mean(pool -> pool.saturated() ? 1 : 0);
        }
        OptionalInt maximum = track.maximum();
        double callers = waits.entrySet().stream()
                .filter(other -> !other.getKey().equals(track.name()))
                .flatMap(other -> other.getValue().stream())
                .filter(wait -> wait.target().equals(track.name()))
                .mapToDouble(Wait::workers)
                .sum();
        boolean queued = (track.kind() == StationKind.EVENT_LOOPS || serves.contains(track.name()))
                && queue.map(Queue::mean).orElse(0.0) >= ONE_WAITS;
        return (queued || mayQueue(callers, track.mean(Snapshot.PoolLook::active))) && maximum.isPresent()
                ? track.mean(pool -> pool.active() >= maximum.getAsInt() ? 1 : 0)
                : 0;
    }

    /** Callers may have several tasks each; as many as workers are at work have one each, which runs. */
    static boolean mayQueue(double callers, double active) {
        return callers > 0 && Math.abs(callers - active) > ONE_EACH * active;
    }
}

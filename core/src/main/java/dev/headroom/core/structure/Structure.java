package dev.headroom.core.structure;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Network;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Call;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.Station.Wait;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Thresholds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** Who waits for whom in one observation: from the pool where requests enter to the downstreams. */
public final class Structure {

    /** A wait of a smaller share of a pool's busy workers than this (0 to 1) does not shape the flow. */
    private static final double WORTH_A_LINK = Thresholds.SLIGHT;

    /** A pool with fewer busy workers than this on average does nothing to speak of. */
    private static final double AT_WORK = Thresholds.TRACE;

    /** Tasks of a pool, over the workers that may wait for them, from which they account for the waits. */
    public static final double ACCOUNTS = Thresholds.MOST;

    /** Tasks that a pool completes for each that its caller completes, from which every one of the caller's may wait for one. */
    public static final double ONE_EACH = Thresholds.NEARLY_ALL;

    /** Of fewer tasks as many may be there by chance. */
    private static final double FEWEST_QUEUED = Thresholds.FEWEST;

    /** Of the connections (0 to 1), those that may be at work and have another request unread. */
    private static final double BOTH = Thresholds.THIRD;

    private final Observation observation;
    private final double answered;
    private final Map<String, Station> pools = new HashMap<>();
    private final Map<String, Call> calls = new HashMap<>();

    /** @param answered requests per second */
    public Structure(Observation observation, double answered) {
        this.observation = observation;
        this.answered = answered;
        observation.pools().forEach(pool -> pools.putIfAbsent(pool.name(), pool));
        observation.calls().forEach(call -> calls.putIfAbsent(call.target(), call));
    }

    /** Where it is not known how much is answered. */
    public static Structure of(Observation observation) {
        return new Structure(observation, 0);
    }

    public Observation observation() {
        return observation;
    }

    public Optional<Station> pool(String name) {
        return Optional.ofNullable(pools.get(name));
    }

    /**
     * The pool in which a request first holds a worker: the servlet container's threads, else virtual threads, unless event loops are blocked and hold more, else
     * event loops, else the busiest pool, or group of threads that no pool owns, that no other waits for. None that sleeps all the while, or reads files: a thread that keeps the JVM alive has no request. And none
     * that has more work than there are connections.
     */
    public Optional<Station> entry() {
        return busiest(
                        pool -> pool.kind() == StationKind.SERVLET_WORKERS && works(pool),
                        pool -> atWork(pool) + pool.queued()) // of several connectors the full one, too
                .or(this::blockedLoops)
                .or(() -> busiest(pool -> pool.kind() == StationKind.VIRTUAL_THREADS && works(pool)))
                .or(() ->
                        busiest(pool -> pool.kind() == StationKind.EVENT_LOOPS && works(pool) && !sleepsBesides(pool)))
                .or(() -> busiest(pool -> works(pool)
                        && !isWaitedFor(pool)
                        && !standsStill(pool)
                        && !sleepsBesides(pool)
                        && !readsFiles(pool)
                        && mayHaveRead(pool)));
    }

    /** All of them at work all the while, as no loop is that only reads and writes: the requests are served on them, and the few virtual threads at work serve something else. */
    private Optional<Station> blockedLoops() {
        double virtual = busiest(pool -> pool.kind() == StationKind.VIRTUAL_THREADS)
                .map(Structure::atWork)
                .orElse(0.0);
        return busiest(pool -> pool.kind() == StationKind.EVENT_LOOPS
                && pool.maximum().isPresent()
                && !sleepsBesides(pool)
                && atWork(pool) >= Thresholds.ALL * pool.maximum().getAsInt()
                && atWork(pool) > virtual);
    }

    /** Not where more of its threads are at work, and requests lie unread, than there are connections: then they work for somebody else. A connection may be both, as where one request follows another at once. */
    private boolean mayHaveRead(Station pool) {
        double unread = observation.network().unread();
        return unread < 1
                || atWork(pool) + unread <= (1 + BOTH) * observation.network().accepted();
    }

    /** All of its threads sleep, or are idle, and none has moved since the window began. */
    public static boolean standsStill(Station pool) {
        double still = pool.doing(Activity.SLEEPING) + pool.doing(Activity.IDLE);
        return pool.waitsBegun().isPresent()
                && pool.waitsBegun().getAsDouble() == 0
                && pool.completed().orElse(0) == 0
                && still >= Thresholds.ALL * pool.workers();
    }

    /** Threads of no pool, or event loops, that sleep, and begin fewer waits than there are answers: a clock, or work for nobody's request. So are loops that read all that comes and make fewer calls. */
    public boolean sleepsBesides(Station pool) {
        boolean loops = pool.kind() == StationKind.EVENT_LOOPS;
        return (loops || pool.kind() == StationKind.OTHER)
                        && sleeps(pool)
                        && pool.waitsBegun().isPresent()
                        && isFew(pool.waitsBegun().getAsDouble()
                                / observation.window().seconds())
                || loops && readsAll() && callsBesides(pool);
    }

    /** That many a second, beside what is answered. */
    private boolean isFew(double perSecond) {
        return perSecond < Thresholds.HALF * answered;
    }

    /** Loops that are full of requests leave them in the sockets; executors of events that these loops hand on have a queue of their own. */
    private boolean readsAll() {
        Network sockets = observation.network();
        return !sockets.listeners().isEmpty() && sockets.unread() + sockets.notAccepted() < Thresholds.ONE;
    }

    /** Its threads are always in calls to a downstream that few are made to, by whomever. */
    private boolean callsBesides(Station pool) {
        return observation.calls().stream()
                .anyMatch(call -> pool.waitingOn(call.target()) >= Thresholds.NEARLY_ALL * pool.active()
                        && isFew(call.rate().perSecond()));
    }

    /** Threads of no pool that read files, as what a child process prints: no request comes that way. */
    private static boolean readsFiles(Station pool) {
        return pool.kind() == StationKind.OTHER && pool.waitingOn(Peers.FILES) >= Thresholds.MOST * pool.active();
    }

    public boolean isEntry(Station pool) {
        return entry().filter(pool::equals).isPresent();
    }

    /** The callees that workers of {@code caller} wait for, most waiters first; never the caller itself. */
    public List<Link> links(Station caller) {
        Map<String, Double> waiters = new TreeMap<>();
        double unnamed = 0;
        for (Wait wait : caller.waits()) {
            if (pool(wait.target()).isPresent()) {
                waiters.merge(wait.target(), wait.workers(), Double::sum);
            } else if (wait.activity() == Activity.AWAITING_POOL
                    || byNumbers(caller, wait).isPresent()) {
                unnamed += wait.workers();
            }
        }
        List<Link> links = new ArrayList<>();
        waiters.forEach((name, count) -> pool(name)
                .filter(callee -> !callee.name().equals(caller.name()))
                .ifPresent(callee -> links.add(new Link(caller, callee, count, true))));
        if (links.isEmpty() && unnamed > 0) {
            double count = unnamed;
            likelyCallee(caller, count).ifPresent(callee -> links.add(new Link(caller, callee, count, false)));
        }
        links.removeIf(link -> link.share() < WORTH_A_LINK);
        links.sort(Comparator.comparingDouble(Link::waiters).reversed());
        return List.copyOf(links);
    }

    /**
     * The pool that a worker of {@code caller} waits for: by its name, or the likely one where no name was seen and its tasks account for the
     * waits.
     */
    public Optional<Station> callee(Station caller, Wait wait) {
        Optional<Station> named = pool(wait.target());
        if (named.isPresent() || wait.activity() != Activity.AWAITING_POOL) {
            return named.or(() -> byNumbers(caller, wait));
        }
        return links(caller).stream()
                .filter(link -> !link.seen())
                .map(Link::callee)
                .filter(likely -> accountsFor(likely, wait))
                .findFirst();
    }

    /**
     * The likely callee of a wait that nothing knows, such as a client's own kind of future, where the numbers agree on both sides: it completes V
     * tasks for each of the caller's, and holds between one and V of them for each worker that waits.
     */
    private Optional<Station> byNumbers(Station caller, Wait wait) {
        if (wait.activity() != Activity.AWAITING_OTHER
                || observation.resource(wait.target()).isPresent()) {
            return Optional.empty();
        }
        return likelyCallee(caller, wait.workers()).filter(likely -> {
            double each = tasksOfEach(likely, caller);
            return Double.isFinite(each)
                    && each >= ONE_EACH
                    && accountsFor(likely, wait)
                    && ACCOUNTS * tasks(likely) <= each * wait.workers();
        });
    }

    /** Fewer than one for each task of the caller, more than there are waiters, and as many in look after look: each task that is done hands in the next one. Tasks of requests come and go. */
    private boolean hasTasksOfItsOwn(Station callee, Station caller, double waiters) {
        return tasksOfEach(callee, caller) < ONE_EACH
                && ACCOUNTS * tasks(callee) > waiters
                && callee.queued() >= FEWEST_QUEUED
                && callee.queueMax().orElse(Double.POSITIVE_INFINITY) - callee.queued() < 1;
    }

    /** Of each request where the caller is where these enter, and does not count its tasks. */
    private double tasksOfEach(Station callee, Station caller) {
        double requests = isEntry(caller) ? answered * observation.window().seconds() : Double.NaN;
        return callee.completed().orElse(Double.NaN) / caller.completed().orElse(requests);
    }

    private static boolean accountsFor(Station callee, Wait wait) {
        return tasks(callee) >= ACCOUNTS * wait.workers();
    }

    private static double tasks(Station pool) {
        return pool.active() + pool.queued();
    }

    /** Workers of {@code pool} that wait for other workers of the same pool, or of pools inside it. */
    public static double waitingOnItself(Station pool) {
        return pool.waitingOn(pool.name());
    }

    /** The downstream that most workers of {@code pool} wait for. */
    public Optional<String> downstream(Station pool) {
        Optional<String> named = pool.waits().stream()
                .filter(wait -> wait.activity() == Activity.AWAITING_DOWNSTREAM)
                .max(Comparator.comparingDouble(Wait::workers))
                .map(Wait::target);
        if (named.isPresent() || pool.doing(Activity.AWAITING_DOWNSTREAM) < AT_WORK) {
            return named;
        }
        return observation.calls().stream()
                .max(Comparator.comparingDouble(Call::concurrency))
                .map(Call::target);
    }

    public Optional<Call> call(String target) {
        return Optional.ofNullable(calls.get(target));
    }

    /** None where a resource counts as many who wait for it and were not seen on threads: an asynchronous client queues calls, and its callers wait for futures. */
    private Optional<Station> likelyCallee(Station caller, double waiters) {
        boolean counted = observation.resources().stream()
                .anyMatch(one -> one.queued() - observation.threadsOn(one.id()) >= Thresholds.HALF * waiters);
        return counted
                ? Optional.empty()
                : busiest(pool -> (pool.kind() == StationKind.FORK_JOIN || pool.kind() == StationKind.EXECUTOR)
                        && pool.active() >= AT_WORK
                        && !pool.name().equals(caller.name())
                        && !hasTasksOfItsOwn(pool, caller, waiters));
    }

    /** By those whose tasks its threads do, a few of them for each: one thread of the background may wait for somebody of the same class. */
    private boolean isWaitedFor(Station pool) {
        double waiting = observation.othersOn(pool);
        return waiting > 0 && waiting >= Thresholds.TENTH * atWork(pool);
    }

    private Optional<Station> busiest(Predicate<Station> which) {
        return busiest(which, Structure::atWork);
    }

    private Optional<Station> busiest(Predicate<Station> which, ToDoubleFunction<Station> requests) {
        return observation.pools().stream()
                .filter(which)
                .max(Comparator.<Station>comparingDouble(
                                pool -> Math.rint(requests.applyAsDouble(pool) / Thresholds.SLIGHT))
                        .thenComparing(pool -> !sleeps(pool))
                        .thenComparingDouble(requests)
                        .thenComparing(Station::name));
    }

    /** As a clock does, and also work that is simulated. */
    private static boolean sleeps(Station pool) {
        return pool.doing(Activity.SLEEPING) >= Thresholds.NEARLY_ALL * pool.active();
    }

    /** A worker whose task is to accept connections, or to select among them, is busy by its pool's own count, and has no request. */
    public static double atWork(Station pool) {
        double looked = pool.activities().values().stream()
                .mapToDouble(workers -> workers)
                .sum();
        double idle = pool.doing(Activity.IDLE);
        return looked > 0 ? Math.min(pool.active(), looked - idle) : pool.active();
    }

    private static boolean works(Station pool) {
        return pool.active() >= AT_WORK || pool.completed().orElse(0) > 0;
    }
}

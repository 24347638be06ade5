package dev.headroom.core.conservation;

import dev.headroom.core.evidence.AsyncDispatch;
import dev.headroom.core.evidence.AsyncWaits;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.evidence.Saturation;
import dev.headroom.core.laws.LittlesLaw;
import dev.headroom.core.model.diagnosis.Place.Kind;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Network;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.structure.Link;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.ObjDoubleConsumer;
import java.util.stream.Stream;

/**
 * Counts the requests in flight at each place. One on a worker that waits for another pool is at the place where that pool has its tasks, so
 * waits are followed inwards to where time is really spent.
 */
public final class InFlightCensus {

    /** Requests at a place below this share of N (0 to 1) are not worth a line. */
    static final double SMALL = Thresholds.CRUMB;

    /** Fewer requests than this are what sums of fractions leave over. */
    private static final double ROUNDING = 1e-9;

    /** Tasks in a queue on average from which it is one that can be seen: a request that lies in a socket for a moment is none. */
    private static final double SEEN = Thresholds.ONE;

    record Key(Kind kind, String name) {}

    record At(double requests, String detail) {}

    private final Evidence evidence;
    private final Set<String> gates;
    private final Set<String> called;
    private final Map<Key, At> found = new LinkedHashMap<>();
    private final Set<String> counted = new HashSet<>();

    /** How many more waiters resources count than threads and requests account for, by id, most first. */
    private final Map<String, Double> queuedAsync = new LinkedHashMap<>();

    /** Calls in flight that no thread waits for, by downstream. */
    private final Map<String, Double> calls;

    private InFlightCensus(Evidence evidence, Set<String> gates, Set<String> called) {
        this.evidence = evidence;
        this.gates = gates;
        this.called = called;
        calls = CalledByRequests.withoutThread(evidence.observation(), called);
        AsyncWaits.all(evidence.observation())
                .forEach(one -> queuedAsync.put(one.id(), AsyncWaits.unaccounted(one, evidence.observation())));
    }

    /**
     * @param gates lines that were seen to let only so many past, under this load or another
     * @param called downstreams that nobody calls but requests
     */
    static Map<Key, At> of(Evidence evidence, Set<String> gates, Set<String> called) {
        return new InFlightCensus(evidence, gates, called).find();
    }

    private Map<Key, At> find() {
        double all = evidence.workload().inFlight();
        Optional<Station> entry = evidence.structure().entry();
        double queued = Math.min(all, entry.map(Saturation::ownQueue).orElse(0.0));
        double outside = outside(queued, all);
        entry.filter(pool -> queued > 0).ifPresent(pool -> add(Kind.QUEUED, pool.name(), queued, ""));
        double left = Math.max(0, all - outside - queued);
        double away = entry.map(pool -> inside(pool, left)).orElse(0.0);
        double sum = found.values().stream().mapToDouble(At::requests).sum();
        double unseen = all - sum - queuedAsync(all - sum);
        double uncalled = unseen - awaitingCalls(unseen);
        double rest = uncalled - callsToItself(uncalled) - answered();
        double hidden = Math.min(away, rest);
        if (hidden > ROUNDING) {
            entry.ifPresent(pool -> add(Kind.QUEUED, pool.name(), hidden, ""));
        }
        if (rest - hidden > ROUNDING) {
            add(Kind.NOT_FOUND, "", rest - hidden, "");
        }
        return found;
    }

    /** Requests that have left the service, whose answers the load generator has not read yet; by Little's law. */
    private double answered() {
        return LittlesLaw.concurrency(
                evidence.throughput(),
                evidence.workload().generator().map(Workload.Generator::readLag).orElse(0.0));
    }

    /** A request of a full pool's queue lies unread in its socket as well: it is counted once, in the queue. */
    private double outside(double queued, double all) {
        Network network = evidence.observation().network();
        double notAccepted = Math.min(network.notAccepted(), all);
        double notRead = Math.min(Math.max(0, network.unread() - queued), Math.max(0, all - notAccepted - queued));
        if (notAccepted > 0) {
            add(Kind.NOT_ACCEPTED, "", notAccepted, "");
        }
        if (notRead > 0) {
            add(Kind.UNREAD, "", notRead, "");
        }
        return notAccepted + notRead;
    }

    /**
     * Requests on the entry's workers, and those that it has handed over to another pool and holds no worker for.
     *
     * @return those at the most that are in a queue that cannot be seen, as of connections that a blocked event loop does not look at
     */
    private double inside(Station entry, double requests) {
        double onWorkers = Math.min(entry.active(), requests);
        double off = requests - onWorkers;
        Optional<Station> handover = AsyncDispatch.from(entry, evidence.structure(), evidence.workload())
                .filter(link -> off > 0)
                .map(Link::callee);
        // a resource counts who waits for it, and who has a task is inferred
        double waiters = handover.isPresent() ? AsyncWaits.withoutThread(evidence.observation()) : 0;
        double away = off - queuedAsync(Math.min(off, waiters));
        TaskFlow flow = TaskFlow.of(entry, onWorkers, handover, away, evidence);
        workers(entry, onWorkers, flow);
        handover.ifPresent(pool -> tasks(pool, flow));
        if (handover.isEmpty()
                && Saturation.ownQueue(entry) < SEEN
                && evidence.saturation(entry).saturated()) {
            return away;
        }
        return 0;
    }

    /** All requests that have a task there, whoever waits for it. */
    private void tasks(Station pool, TaskFlow flow) {
        if (!counted.add(pool.name())) {
            return;
        }
        double requests = flow.tasks(pool);
        double queue = flow.queue(pool);
        double all = queue + pool.active();
        if (all <= 0) {
            add(Kind.AWAITING_OTHER, pool.name(), requests, "for a task of " + pool.name());
            return;
        }
        if (queue > 0) {
            add(Kind.QUEUED, pool.name(), requests * queue / all, "");
        }
        workers(pool, flow.onWorkers(pool, requests), flow);
    }

    private void workers(Station pool, double requests, TaskFlow flow) {
        if (pool.active() <= 0 || requests <= 0) {
            return;
        }
        AtWork work = AtWork.of(pool);
        if (work.doing() <= 0) {
            add(Kind.AWAITING_OTHER, pool.name(), requests, "for a task of " + pool.name());
            return;
        }
        double each = work.each(requests);
        work.waits().forEach(wait -> waiting(pool, wait, wait.workers() * each, flow));
        sleeping(pool, work.sleeping(), each);
        running(pool, work.running() * each);
        if (work.rest() * each > SMALL * evidence.workload().inFlight()) {
            add(Kind.AWAITING_OTHER, "", work.rest() * each, site(pool, Activity.AWAITING_OTHER));
        }
    }

    /** By the line that sleeps: one is the work, another may poll for something. */
    private void sleeping(Station pool, double sleeping, double each) {
        double left = sleeping;
        for (CallSite site : pool.holders()) {
            if (site.activity() == Activity.SLEEPING && left > 0) {
                double here = Math.min(left, site.workers());
                add(atGate(site.frame(), Kind.SLEEPING), site.frame(), here * each, "at " + site.frame());
                left -= here;
            }
        }
        if (left * each > SMALL * evidence.workload().inFlight()) {
            add(Kind.SLEEPING, "", left * each, "");
        }
    }

    private void waiting(Station pool, Station.Wait wait, double requests, TaskFlow flow) {
        String detail = wait.site().isEmpty() ? wait.evidence() : wait.evidence() + ", called by " + wait.site();
        Optional<Station> callee = flow.callee(pool, wait);
        switch (wait.activity()) {
            case AWAITING_POOL -> callee.ifPresentOrElse(to -> tasks(to, flow), () -> future(wait, requests, detail));
            case AWAITING_DOWNSTREAM -> add(Kind.AWAITING_DOWNSTREAM, wait.target(), requests, detail);
            case SLEEPING, RUNNING, IDLE -> {}
            case AWAITING_LOCK, AWAITING_CONNECTION, AWAITING_OTHER -> {
                if (callee.isPresent()) {
                    tasks(callee.get(), flow);
                    return;
                }
                boolean known = evidence.observation()
                        .resource(wait.target())
                        .filter(resource -> !Waiting.isOnesOwn(resource))
                        .isPresent();
                if (known) {
                    add(Kind.AWAITING_RESOURCE, wait.target(), requests, detail);
                } else if (mayBeQueued(wait)) {
                    future(wait, requests, detail);
                } else {
                    other(wait, requests, detail);
                }
            }
        }
    }

    private Kind atGate(String line, Kind otherwise) {
        return gates.contains(line) ? Kind.AWAITING_RESOURCE : otherwise;
    }

    /** Those that an asynchronous client queues wait there, and those whose call is not answered for that, whatever their threads wait with. */
    private void future(Station.Wait wait, double requests, String detail) {
        double rest = requests - queuedAsync(requests);
        double waits = rest - awaitingCalls(rest);
        if (waits > ROUNDING) {
            other(wait, waits, detail);
        }
    }

    private void other(Station.Wait wait, double requests, String detail) {
        String name = unnamed(wait);
        add(atGate(name, Kind.AWAITING_OTHER), name, requests, detail);
    }

    /** Whether resources count waiters whom no thread accounts for, who are most of these: a client that queues calls may have its callers wait in a way of its own. */
    private boolean mayBeQueued(Station.Wait wait) {
        double unaccounted = AsyncWaits.all(evidence.observation()).stream()
                .mapToDouble(one -> AsyncWaits.unaccounted(one, evidence.observation()))
                .sum();
        return wait.activity() == Activity.AWAITING_OTHER && unaccounted > Thresholds.HALF * wait.workers();
    }

    /** How many of so many requests wait for a downstream and hold no thread meanwhile, or one that waits for a future: calls that are not answered. */
    private double awaitingCalls(double requests) {
        return take(requests, calls, (to, here) -> add(Kind.AWAITING_DOWNSTREAM, to, here, "calls in flight"));
    }

    /** The same of calls to the process itself, less the threads that wait for them and were found at their lines. */
    private double callsToItself(double requests) {
        double left = requests;
        for (Network.Outbound to : evidence.observation().network().outbound()) {
            List<Station.Wait> lines = CalledByRequests.threadsOnItself(to.target(), evidence.observation());
            double threads = lines.stream()
                    .map(InFlightCensus::unnamed)
                    .distinct()
                    .mapToDouble(this::counted)
                    .sum();
            double here = Math.min(left, lines.isEmpty() ? 0 : CalledByRequests.unanswered(to, called) - threads);
            if (here > ROUNDING) {
                calling(lines, here);
                left -= here;
            }
        }
        return requests - left;
    }

    /** As many of so many requests as are left of these, by their names. */
    private static double take(double requests, Map<String, Double> of, ObjDoubleConsumer<String> add) {
        double rest = requests;
        for (Map.Entry<String, Double> left : of.entrySet()) {
            double here = Math.min(rest, left.getValue());
            if (here > ROUNDING) {
                left.setValue(left.getValue() - here);
                rest -= here;
                add.accept(left.getKey(), here);
            }
        }
        return requests - rest;
    }

    /** Threads wait for what the process serves itself at their lines, whether it was seen that a request is behind each or not: a call there has the same place in all looks. */
    private void calling(List<Station.Wait> lines, double requests) {
        double all = lines.stream().mapToDouble(Station.Wait::workers).sum();
        lines.forEach(wait -> other(wait, requests * wait.workers() / all, wait.evidence()));
    }

    private double counted(String line) {
        return Stream.of(Kind.AWAITING_OTHER, Kind.AWAITING_RESOURCE)
                .map(kind -> found.get(new Key(kind, line)))
                .filter(Objects::nonNull)
                .mapToDouble(At::requests)
                .sum();
    }

    /** How many of so many requests wait for resources that count waiters whom no thread accounts for. */
    private double queuedAsync(double requests) {
        return take(requests, queuedAsync, (id, queued) -> {
            String name = evidence.observation().name(id);
            add(Kind.AWAITING_RESOURCE, id, queued, "in the queue of " + name);
        });
    }

    /** What is waited for without a name is known by the application's line that waits, else by the frame. */
    public static String unnamed(Station.Wait wait) {
        return wait.site().isEmpty() ? wait.evidence().replaceFirst("^at ", "") : wait.site();
    }

    private void running(Station pool, double requests) {
        RunnableThreads threads =
                RunnableThreads.of(pool, requests, evidence.observation().processor());
        if (threads.running() > 0) {
            add(Kind.RUNNING, "", threads.running(), site(pool, Activity.RUNNING));
        }
        if (threads.ready() > 0) {
            add(Kind.READY, "", threads.ready(), "");
        }
        if (threads.standing() > 0) {
            String line = line(pool);
            add(Kind.AWAITING_OTHER, line, threads.standing(), "in native code, called by " + line);
        }
    }

    private static String site(Station pool, Activity activity) {
        return at(pool, activity).map(site -> "at " + site.frame()).orElse("");
    }

    /** The application's line at which most of its threads run, by what the JVM says. */
    private static String line(Station pool) {
        return at(pool, Activity.RUNNING).map(CallSite::frame).orElse(pool.name());
    }

    private static Optional<CallSite> at(Station pool, Activity activity) {
        return pool.holders().stream()
                .filter(site -> site.activity() == activity)
                .findFirst();
    }

    private void add(Kind kind, String name, double requests, String detail) {
        found.merge(
                new Key(kind, name),
                new At(requests, detail),
                (one, more) -> new At(
                        one.requests() + more.requests(), one.detail().isEmpty() ? more.detail() : one.detail()));
    }
}

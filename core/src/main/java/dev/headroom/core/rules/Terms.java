package dev.headroom.core.rules;

import dev.headroom.core.conservation.Waiting;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.laws.Ceiling;
import dev.headroom.core.laws.ForcedFlowLaw;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.observation.Observation.Call;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.structure.Holding;
import dev.headroom.core.structure.Link;
import dev.headroom.core.structure.Structure;
import dev.headroom.core.text.Numbers;
import java.util.Optional;

/**
 * m, V and S of one pool, each from a source of its own, and the ceiling that follows.
 *
 * <p>V divides two counts of the probe: tasks completed by the pool, by requests completed by the entry pool in the same
 * window. The load generator's count is only used where the entry keeps none, because the ceiling is to be held against
 * that count. A pool that does not count its tasks is counted by the calls that its workers make; then a call is the
 * task, in V and in S alike.
 *
 * @param byClock S was timed, not computed from completions
 */
public record Terms(int workers, Measure visits, Measure holdingTime, Measure ceiling, boolean byClock) {

    /** 95 % of the difference of two numbers spread evenly from 0 to 1: tasks under way at the window's two edges. */
    private static final double EDGES = 0.8;

    /** Over one visit of each request, from which several may be made side by side. */
    private static final double SEVERAL = Thresholds.SLIGHT;

    /** What tasks of the entry for each answer may differ from one by two instruments, beside those under way at the edges, where others have a share of the requests. */
    private static final double ONCE = Thresholds.TENTH;

    /** By how much more of it a request may take under load, relative, where processors and caches are shared. */
    private static final double LONGER = Thresholds.THIRD;

    /** What may be done beyond what the workers can do if each request takes them, relative, by the errors of what makes it. */
    public static final double PASSED = Thresholds.CEILING_ERROR;

    /**
     * Whether a request that takes it once keeps it for longer than all of one user's response, by more than what that may be off: then it is kept for something else that is full. False where nobody saw one user.
     */
    public boolean isKeptLonger(Evidence evidence) {
        return visits.value() <= 1 + SEVERAL
                && evidence.baseline()
                        .filter(one -> holdingTime.value() > (1 + LONGER) * (one.value() + one.knownError()))
                        .isPresent();
    }

    /** Empty where the pool has no bound, or V or S is not known. */
    public static Optional<Terms> of(Station pool, Evidence evidence) {
        if (pool.maximum().isEmpty() || pool.maximum().getAsInt() < 1) {
            return Optional.empty();
        }
        int workers = pool.maximum().getAsInt();
        return Helpers.of(pool, evidence)
                .flatMap(helpers -> helped(pool, helpers, evidence))
                .or(() -> holding(pool, evidence)
                        .flatMap(holding -> visits(pool, holding, evidence)
                                .flatMap(visits -> of(workers, visits, holding.time(), holding.byClock()))));
    }

    /** Empty where no ceiling follows. */
    static Optional<Terms> of(int workers, Measure visits, Measure holdingTime, boolean byClock) {
        Measure ceiling = Ceiling.of(workers, visits, holdingTime);
        return usable(ceiling).map(one -> new Terms(workers, visits, holdingTime, ceiling, byClock));
    }

    /**
     * A pool whose callers run its tasks as well: m counts the workers of the pool and those of the callers, and a call is
     * the task, for the pool counts only what its own workers did.
     */
    private static Optional<Terms> helped(Station pool, Helpers helpers, Evidence evidence) {
        double window = evidence.window();
        double requests = requests(evidence).orElse(evidence.served().value() * window);
        int workers = (int) Math.rint(pool.maximum().orElse(0) + helpers.workers());
        Measure visits = new Measure(
                ForcedFlowLaw.visits(helpers.call().rate().perSecond() * window, requests),
                EDGES * (pool.active() + helpers.workers()) / requests,
                "calls to " + helpers.call().target() + " from workers and callers, for each request");
        return of(workers, visits, helpers.call().holdingTime(), true);
    }

    /** S; of a pool that counts no tasks it is D, what one request takes of it altogether: busy workers over throughput. */
    private static Optional<Holding> holding(Station pool, Evidence evidence) {
        Optional<Holding> seen = Holding.of(pool, evidence.structure());
        double rate = evidence.served().value();
        if (rate <= 0 || pool.active() <= 0) {
            return seen;
        }
        double demand = pool.active() / rate;
        // of the entry each request is a task, which may wait several times: a clock that times one wait of it times no
        // task
        boolean ofOneWait = evidence.structure().isEntry(pool)
                && pool.completed().orElse(0) == 0
                && seen.filter(its -> its.byClock() && its.time().value() < (1 - Holding.SAME) * demand)
                        .isPresent();
        return seen.filter(its -> !ofOneWait)
                .or(() -> Optional.of(new Holding(Measure.of(demand, "busy workers over requests served"), false)));
    }

    private static Optional<Measure> visits(Station pool, Holding holding, Evidence evidence) {
        Structure structure = evidence.structure();
        double window = evidence.window();
        double generated = evidence.served().value() * window;
        if (structure.isEntry(pool)) {
            double measured = ForcedFlowLaw.visits(pool.completed().orElse(generated), generated);
            double edges = EDGES * pool.active() / generated;
            boolean once = takesAll(pool, evidence) ? Math.rint(measured) == 1 : Math.abs(measured - 1) <= ONCE + edges;
            return once
                    ? Optional.of(Measure.exact(1, "each request is one task of the entry pool"))
                    : usable(new Measure(
                            measured,
                            edges,
                            "tasks completed by the entry pool / answers by the count of " + evidence.counter()));
        }
        Optional<Double> probed = requests(evidence);
        double requests = probed.orElse(generated);
        String of = probed.isPresent()
                ? " requests completed by "
                        + structure.entry().map(Station::name).orElse("the entry")
                : " successful responses by the count of " + evidence.counter();
        Optional<Call> calls = Holding.callsOf(pool, structure);
        if (pool.completed().orElse(0) > 0) {
            return counted(pool.completed().getAsDouble(), requests, pool, " tasks completed by " + pool.name(), of);
        }
        return calls.flatMap(call -> counted(
                        call.rate().perSecond() * window,
                        requests,
                        pool,
                        " calls from " + pool.name() + " to " + call.target(),
                        of))
                .or(() -> parts(pool, holding, evidence))
                .or(() -> Optional.of(Measure.exact(1, "a request's tasks, all together: the pool counts none")));
    }

    /** Whether no other pool of its kind serves requests, as that of another connector does. */
    private static boolean takesAll(Station entry, Evidence evidence) {
        return evidence.observation().pools().stream()
                .noneMatch(pool -> pool != entry
                        && pool.kind() == entry.kind()
                        && pool.completed().orElse(0) > 0);
    }

    /** Of a pool that counts no tasks, where more is done than it can do for every request: then a part of them pass there, as many as go on from where they wait for it. */
    private static Optional<Measure> parts(Station pool, Holding holding, Evidence evidence) {
        double requests = evidence.served().value();
        double every = pool.maximum().orElse(0) / holding.time().value();
        double gone = evidence.observation().gone(pool.name());
        return holding.byClock() && requests > (1 + PASSED) * every && gone > 0
                ? usable(new Measure(
                        gone / requests,
                        EDGES * pool.active() / (requests * evidence.window()),
                        Numbers.of(gone) + "/s go on that waited for " + pool.name() + " / " + Numbers.of(requests)
                                + " requests/s"))
                : Optional.empty();
    }

    /** Whether V is counted without the load generator. */
    public static boolean areRequestsCounted(Evidence evidence) {
        return requests(evidence).isPresent();
    }

    /** Requests that the entry completed; empty where it counts none, where it comes back to each, gives tasks to itself as well, or completes those that fail before what binds, or, of the answers of all ports, only a part. */
    private static Optional<Double> requests(Evidence evidence) {
        return evidence.structure()
                .entry()
                .filter(entry -> !handsOver(evidence) && !evidence.failsInAQueue())
                .filter(entry -> !countsAPart(entry, evidence))
                .filter(entry -> Structure.waitingOnItself(entry) == 0
                        && entry.maximum().isPresent()
                        && entry.completed().orElse(0) > 0)
                .map(entry -> entry.completed().getAsDouble());
    }

    /** Whether it counts those of one port only, and the answers of all ports are counted. */
    public static boolean areRequestsCountedInPart(Evidence evidence) {
        return evidence.structure()
                .entry()
                .filter(entry -> countsAPart(entry, evidence))
                .isPresent();
    }

    /** Other pools of servlet workers serve requests; executors do for whoever calls them. */
    private static boolean countsAPart(Station entry, Evidence evidence) {
        return evidence.isObserved() && entry.kind() == StationKind.SERVLET_WORKERS && !takesAll(entry, evidence);
    }

    /** Whether the entry hands requests over and comes back to them, so that a request is several of its tasks. */
    public static boolean handsOver(Evidence evidence) {
        return evidence.chain().links().stream().limit(1).anyMatch(Link::asynchronous);
    }

    private static Optional<Measure> counted(double tasks, double requests, Station pool, String what, String of) {
        return usable(new Measure(
                ForcedFlowLaw.visits(tasks, requests),
                EDGES * pool.active() / requests,
                Numbers.of(Math.rint(tasks)) + what + " / " + Numbers.of(Math.rint(requests)) + of));
    }

    private static Optional<Measure> usable(Measure measure) {
        return Optional.of(measure).filter(one -> Double.isFinite(one.value()) && one.value() > 0);
    }

    /** S, for the reader. */
    String held() {
        return Numbers.seconds(holdingTime.value());
    }

    /**
     * Seconds that a request takes, and all that wait for the binding pool, when no one queues: what it takes of that pool, and what R0 has beside. Of tasks that run side by side
     * that is known from below only, for one user's may have queued for each other.
     */
    double unloaded(Station pool, Evidence evidence) {
        double once = holdingTime.value();
        double all = once * visits.value();
        boolean sideBySide = evidence.chain().areSideBySide(pool, visits.value());
        return Math.max(0, alone(evidence) - all) + (sideBySide ? once : all);
    }

    /** The same of what is no pool of threads: R0, else of a response what it is not seen to wait, which holds it once at least if it takes it. NaN where neither is known. */
    double unloaded(Evidence evidence) {
        return evidence.baseline()
                .map(Measure::value)
                .orElseGet(() -> Math.max(alone(evidence), holdingTime.value() * Math.min(1, visits.value())));
    }

    private static double alone(Evidence evidence) {
        return evidence.baseline().map(Measure::value).orElseGet(() -> Waiting.working(evidence));
    }
}

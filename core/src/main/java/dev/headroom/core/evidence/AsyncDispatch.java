package dev.headroom.core.evidence;

import dev.headroom.core.laws.ForcedFlowLaw;
import dev.headroom.core.laws.Poisson;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.structure.Link;
import dev.headroom.core.structure.Structure;
import java.util.Comparator;
import java.util.Optional;

/**
 * An entry that hands its requests on and waits for no one: event loops, or servlet threads whose handler returns a future.
 * No frame can show who waits. Numbers can: requests are in flight that no worker of the entry holds, and a pool for
 * which no other waits has at least as many tasks, on workers or queued.
 */
public final class AsyncDispatch {

    /** Requests in flight (0 to 1 of all) that the entry may hold and still be said to wait for no one. */
    private static final double HOLDS = Thresholds.FIFTH;

    /** Tasks for each request in flight elsewhere, at most. */
    private static final double MOST_TASKS = Thresholds.LOOKS;

    /** More tell nothing that these do not. */
    private static final int LOOKS = 100;

    /** Of the looks (0 to 1), those that show one and the same number of tasks where it hardly ever is another. */
    private static final double ALIKE = Thresholds.NEARLY_ALL;

    /** Of its time (0 to 1), in calls that read or write files or pipes, from which a thread of its own does that alone. */
    private static final double READS = Thresholds.HALF;

    /** What a count at a moment may be more than on average, relative. */
    public static final double MORE = Thresholds.FIFTH;

    /** Fewer requests in flight outside the entry than this on average are the odd one. */
    private static final double FEWEST = Thresholds.ODD_ONE;

    /** Of fewer requests chance takes too little away to be missed. */
    private static final double ELSEWHERE = Thresholds.ENOUGH;

    private AsyncDispatch() {}

    public static Optional<Link> from(Station entry, Structure structure, Workload workload) {
        double away = workload.inFlight()
                - entry.active()
                - before(entry, structure.observation())
                - AsyncWaits.withoutThread(structure.observation());
        if (away < FEWEST) {
            return Optional.empty();
        }
        return structure.observation().pools().stream()
                .filter(pool -> (takesTasks(pool) || areAsMany(pool, away))
                        && !Structure.standsStill(pool)
                        && !structure.sleepsBesides(pool)
                        && !pool.name().equals(entry.name()))
                .filter(pool -> !waitedFor(pool, structure))
                .filter(pool -> !asksItself(pool, structure, workload) && !keepsNobody(pool, workload))
                .filter(pool -> tasks(pool) > entry.active() && tasks(pool) <= mostTasks(pool, workload) * away)
                .max(Comparator.comparing((Station pool) -> mostTasks(pool, workload) > 1)
                        .thenComparingDouble(AsyncDispatch::tasks)
                        .thenComparing(Station::name))
                .map(pool -> new Link(
                        entry,
                        pool,
                        away,
                        tasks(pool) >= Structure.ACCOUNTS * away && entry.active() <= HOLDS * workload.inFlight(),
                        true));
    }

    /**
     * Workers on tasks of the pool that has most of them, and to which {@code entry} may hand over all of its requests. A request may have several there at a time, or one after the other: counts do not tell, and of
     * the latter each worker has another.
     *
     * @param answered requests per second; of a pool whose tasks nobody counts it counts where all workers are at one
     */
    static double workers(Station entry, Structure structure, double answered) {
        double answers = answered * structure.observation().window().seconds();
        return structure.observation().pools().stream()
                .filter(pool -> pool.kind() == StationKind.EXECUTOR || pool.kind() == StationKind.FORK_JOIN)
                .filter(pool -> !Structure.standsStill(pool)
                        && !pool.name().equals(entry.name())
                        && !waitedFor(pool, structure)
                        && (pool.completed().isPresent()
                                ? pool.completed().getAsDouble() >= Structure.ONE_EACH * answers
                                : Saturation.isAllTaken(pool)))
                .mapToDouble(Structure::atWork)
                .max()
                .orElse(0);
    }

    /** Requests that have not come to it: one of its queue may lie unread in its socket as well. */
    private static double before(Station entry, Observation seen) {
        return Math.max(seen.network().notAccepted() + seen.network().unread(), Saturation.ownQueue(entry));
    }

    /**
     * That a request in flight may have there. Of a pool that completes V tasks for each answer no request has more than V on average, and where some have none the others have one: more tasks than requests are
     * somebody else's.
     */
    private static double mostTasks(Station pool, Workload workload) {
        double each = visits(pool, workload);
        return Double.isFinite(each) ? each >= Structure.ONE_EACH ? (1 + MORE) * Math.max(1, each) : 1 : MOST_TASKS;
    }

    /**
     * Of a pool that has no task of most requests as many tasks are there in look after look. Were these requests, those that are elsewhere would be as many all the while, and these come and go by chance ({@link
     * Poisson}): each task that is done hands in the next one.
     */
    private static boolean asksItself(Station pool, Structure structure, Workload workload) {
        double elsewhere = workload.inFlight() - tasks(pool);
        double others = pool.queueMax().orElse(Double.POSITIVE_INFINITY) - pool.queued();
        int looks = (int) Math.min(LOOKS, structure.observation().probe().samples());
        int alike = (int) Math.ceil(looks * (1 - others));
        return visits(pool, workload) < Structure.ONE_EACH
                && elsewhere >= 1
                && pool.queued() >= 1
                && alike > looks * ALIKE
                && Math.pow(2, looks) * Poisson.alike((int) elsewhere, alike) < Thresholds.ERROR;
    }

    /**
     * A full pool that has no task of most requests, and whose queue never was by half a standard deviation longer than on average. Those that are elsewhere come and go by chance, sqrt(n) of n, and so
     * would those in its queue. Where nobody saw one user it may as well be a timer that is always late, or one whose tasks hand in the next.
     */
    private static boolean keepsNobody(Station pool, Workload workload) {
        double elsewhere = workload.inFlight() - tasks(pool);
        return workload.arrivals() instanceof Workload.Observed
                && visits(pool, workload) < Structure.ONE_EACH
                && elsewhere >= ELSEWHERE
                && Structure.atWork(pool) >= Thresholds.ALL * pool.maximum().orElse(Integer.MAX_VALUE)
                && pool.queueMax().orElse(Double.POSITIVE_INFINITY) - pool.queued()
                        < Thresholds.HALF * Math.sqrt(elsewhere);
    }

    private static double visits(Station pool, Workload workload) {
        double answers = workload.throughput().value() * workload.seconds();
        return ForcedFlowLaw.visits(pool.completed().orElse(Double.NaN), answers);
    }

    /** Threads that no pool owns, such as a main thread, wait for anything and hold no request. */
    static boolean waitedFor(Station pool, Structure structure) {
        return structure.observation().pools().stream()
                .filter(other ->
                        other.kind() != StationKind.OTHER && !other.name().equals(pool.name()))
                .flatMap(other -> other.waits().stream())
                .anyMatch(wait -> wait.target().equals(pool.name()));
    }

    private static boolean takesTasks(Station pool) {
        return switch (pool.kind()) {
            case FORK_JOIN, EXECUTOR, VIRTUAL_THREADS -> pool.active() > 0;
            case OTHER -> pool.maximum().isPresent() && pool.waitingOn(Peers.FILES) < READS * pool.active();
            default -> false;
        };
    }

    /** Threads that no pool owns, and of which nobody knows how many there may be: they have these requests where as many of them are at work. */
    private static boolean areAsMany(Station pool, double away) {
        return pool.kind() == StationKind.OTHER
                && tasks(pool) >= Structure.ACCOUNTS * away
                && tasks(pool) <= (1 + MORE) * away;
    }

    /** By what its threads do: one whose only task is to select among connections is at work by its pool's own count. */
    private static double tasks(Station pool) {
        return Structure.atWork(pool) + pool.queued();
    }

    public static boolean mayHide(Station pool) {
        return switch (pool.kind()) {
            case EXECUTOR, FORK_JOIN, OTHER -> true;
            default -> false;
        };
    }
}

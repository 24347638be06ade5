package dev.headroom.core.evidence;

import dev.headroom.core.laws.LittlesLaw;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Pools of a JVM under a load that is not ours in whose queue tasks wait longer than any request is in flight: these are of nobody's requests. By Little's law a task waits W = L / X there, so those that wait have done
 * so for W / 2 on average where all wait equally long, and longer where they do not (the mean age of a renewal process, E[W²] / 2 E[W]). A request that has a task there is in flight for as long at
 * least, in whatever order tasks are taken and however many one request has, and so is the oldest that is in flight. Who is seen to wait for the pool may have given up, and the task have stayed.
 * So are pools with more tasks than there are requests left that do not wait for something else, where fewer tasks are done than requests are answered: one has hardly several there.
 */
public final class LongQueues {

    /** Fewer tasks that wait than this on average are the odd one. */
    private static final double FEWEST = Thresholds.ONE;

    /** Of a wait that is equally long for all (0 to 1), what is over at a moment, on average. */
    private static final double OVER = 0.5;

    /** Of the requests in flight (0 to 1), those that wait for one thing, from which few are left for another. */
    private static final double ELSEWHERE = Thresholds.HALF;

    /** Times as many tasks as requests. */
    private static final double MORE = Thresholds.DOUBLE;

    /** Of its tasks (0 to 1), what a count may miss. */
    private static final double MISSED = Thresholds.TENTH;

    private LongQueues() {}

    /** Their names. */
    static Set<String> in(Observation seen, Workload workload) {
        return seen.pools().stream()
                .filter(pool -> mayBeOfRequests(pool, workload))
                .filter(pool -> waitsLonger(pool, seen, workload) || hasMore(pool, seen, workload))
                .map(Station::name)
                .collect(Collectors.toSet());
    }

    private static boolean waitsLonger(Station pool, Observation seen, Workload workload) {
        return seen.othersOn(pool) < FEWEST && OVER * wait(pool, workload) > oldest(workload);
    }

    /** Than there are requests that may have one in it. */
    private static boolean hasMore(Station pool, Observation seen, Workload workload) {
        double elsewhere = elsewhere(seen);
        double left = Math.max(workload.inFlight() - elsewhere, seen.othersOn(pool));
        return perSecond(pool, workload) < (1 - MISSED) * workload.throughput().value()
                && elsewhere >= ELSEWHERE * workload.inFlight()
                && pool.active() + pool.queued() > MORE * Math.max(FEWEST, left);
    }

    /** Those that wait for one thing that is no pool of threads: the most. */
    private static double elsewhere(Observation seen) {
        return seen.resources().stream().mapToDouble(Station::queued).max().orElse(0);
    }

    /** Tasks that are completed; without end where nobody counts. */
    private static double perSecond(Station pool, Workload workload) {
        return pool.completed().orElse(Double.POSITIVE_INFINITY) / workload.seconds();
    }

    /** What is left out because of it, for the reader: it may also be of requests that were answered without it. */
    public static List<String> words(Measurement measured) {
        Observation seen = measured.observation();
        Workload workload = measured.workload();
        return in(seen, workload).stream()
                .sorted()
                .flatMap(
                        name -> seen.pools().stream().filter(pool -> pool.name().equals(name)))
                .map(pool -> waitsLonger(pool, seen, workload)
                        ? "Tasks wait for " + Numbers.seconds(wait(pool, workload)) + " in the queue of "
                                + pool.name() + ", and no request has been in flight for longer than "
                                + Numbers.seconds(oldest(workload))
                                + ": they are of no request, or of some that were answered without them."
                        : Numbers.of(pool.active() + pool.queued()) + " tasks are in " + pool.name()
                                + ", of which fewer are done than requests are answered, and of the "
                                + Numbers.of(workload.inFlight()) + " requests in flight "
                                + Numbers.of(elsewhere(seen)) + " wait for something else: most are of no request.")
                .toList();
    }

    private static double oldest(Workload workload) {
        return workload.arrivals() instanceof Workload.Observed observed
                ? observed.oldest().orElse(Double.POSITIVE_INFINITY)
                : Double.POSITIVE_INFINITY;
    }

    /** Where more wait than are in flight, requests may come in ways that nobody counts, or several on one connection. */
    private static boolean mayBeOfRequests(Station pool, Workload workload) {
        return pool.queued() >= FEWEST && pool.queued() <= workload.inFlight();
    }

    /** Seconds; 0 where nobody counts its tasks. While a queue grows, more come than are completed. */
    private static double wait(Station pool, Workload workload) {
        return LittlesLaw.time(
                pool.queued(),
                perSecond(pool, workload) + Math.max(0, pool.queueGrowth().orElse(0)));
    }
}

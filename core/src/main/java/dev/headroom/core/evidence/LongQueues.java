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
 *
 * @param pools their names
 */
public record LongQueues(Set<String> pools) {

    public LongQueues {
        pools = Set.copyOf(pools);
    }

    /** Fewer tasks that wait than this on average are the odd one. */
    private static final double FEWEST = Thresholds.ONE;

    /** Of a wait that is equally long for all (0 to 1), what is over at a moment, on average. */
    private static final double OVER = 0.5;

    static LongQueues in(Observation seen, Workload workload) {
        double oldest = oldest(workload);
        return new LongQueues(seen.pools().stream()
                .filter(pool -> mayBeOfRequests(pool, workload))
                .filter(pool -> WaitsElsewhere.waiters(pool, seen) < FEWEST)
                .filter(pool -> OVER * wait(pool, workload) > oldest)
                .map(Station::name)
                .collect(Collectors.toSet()));
    }

    /** What is left out because of it, for the reader: it may also be of requests that were answered without it. */
    public static List<String> words(Measurement measured) {
        Observation seen = measured.observation();
        Workload workload = measured.workload();
        return in(seen, workload).pools().stream()
                .sorted()
                .flatMap(
                        name -> seen.pools().stream().filter(pool -> pool.name().equals(name)))
                .map(pool -> "Tasks wait for " + Numbers.seconds(wait(pool, workload)) + " in the queue of "
                        + pool.name() + ", and no request has been in flight for longer than "
                        + Numbers.seconds(oldest(workload))
                        + ": they are of no request, or of some that were answered without them.")
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
        double completed = pool.completed().orElse(Double.POSITIVE_INFINITY) / workload.seconds();
        return LittlesLaw.time(
                pool.queued(), completed + Math.max(0, pool.queueGrowth().orElse(0)));
    }

    /** The same without them, and without what they alone wait for. */
    Observation read(Observation seen) {
        return new BackgroundWork(pools).read(seen);
    }
}

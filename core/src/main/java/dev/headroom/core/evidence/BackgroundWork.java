package dev.headroom.core.evidence;

import dev.headroom.core.laws.LittlesLaw;
import dev.headroom.core.laws.UtilizationLaw;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Thresholds;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Pools that work for nobody's request, where a response hardly takes longer than with one user, or several threads of their own, or of an executor, work for one, or one of its own reads a file or a pipe all the time. With him they are as busy as under load, at the same lines. If what they did then were his demand D, no more
 * than m / D requests a second could be answered (utilisation law), and many more are. Who serves several requests at once may do so as well, but works no longer than he waits.
 */
public final class BackgroundWork {

    /** Of those at work under load (0 to 1), who is with one user as well. */
    private static final double ANYWAY = Thresholds.NEARLY_ALL;

    /** By how much longer they work than he waits for them, relative: who serves him has nothing to do when he does not wait. */
    private static final double BESIDES = Thresholds.TENTH;

    /** Workers, from which they are more than the one request in flight: one alone may be a clock that lets requests past. */
    private static final double MORE_THAN_ONE = 1 + Thresholds.HALF;

    /** Times as many at work as with one user, up to which a full processor may keep them longer. */
    private static final double BUSIER = Thresholds.DOUBLE;

    /** Times m / D that more is answered. */
    private static final double MORE = Thresholds.DOUBLE;

    /** Whose threads may work for themselves, as for a timer; those of a server and of the common pool do for whoever asks. */
    public static final Set<StationKind> OF_THEIR_OWN = EnumSet.of(StationKind.OTHER, StationKind.EXECUTOR);

    private BackgroundWork() {}

    /** Their names. */
    static Set<String> in(Observation loaded, Observation alone, Measurement measured) {
        Workload workload = measured.workload();
        double response = measured.baseline().orElseThrow().response().value();
        double throughput = workload.throughput().value();
        boolean heldUp = LittlesLaw.time(workload.inFlight(), throughput) > (1 + Evidence.LONGER) * response;
        Set<String> their = loaded.pools().stream()
                .filter(pool -> pool.active() > 0
                        && UnawaitedTasks.of(pool, workload, measured.baseline())
                                .isEmpty())
                .filter(pool -> alone.station(pool.id())
                        .filter(one -> {
                            double anyway = atSameLines(one, pool);
                            double demand = UtilizationLaw.demand(anyway, 1 / response);
                            double ceiling = pool.maximum().orElse((int) Math.rint(pool.active())) / demand;
                            return (!heldUp || OF_THEIR_OWN.contains(pool.kind()) && isNoClock(pool, one, anyway))
                                    && anyway > (1 + BESIDES) * alone.othersOn(one)
                                    && anyway >= ANYWAY * pool.active()
                                    && throughput > MORE * ceiling;
                        })
                        .isPresent())
                .map(Station::name)
                .collect(Collectors.toSet());
        return Stream.concat(
                        their.stream(),
                        loaded.pools().stream()
                                .filter(pool -> OF_THEIR_OWN.contains(pool.kind()))
                                .filter(pool -> worksFor(their, pool, loaded) && worksFor(their, pool, alone))
                                .filter(pool -> isNoBusier(pool, alone))
                                .map(Station::name))
                .collect(Collectors.toSet());
    }

    /** Whether one of these is always kept waiting by it, and nobody else is seen to be, nor a task of anybody else queued: it may be one thread, as a clock is, but lets no request past. */
    private static boolean worksFor(Set<String> their, Station pool, Observation seen) {
        double waiting = waiting(their, pool.name(), seen);
        double queued = seen.station(pool.id()).map(Station::queued).orElse(0.0);
        return waiting >= Thresholds.ONE && waiting >= ANYWAY * Math.max(seen.threadsOn(pool.name()), queued);
    }

    /** Of what does more the more is answered, somebody else waits unseen. */
    private static boolean isNoBusier(Station loaded, Observation alone) {
        return alone.station(loaded.id())
                .filter(one -> loaded.active() <= BUSIER * one.active())
                .isPresent();
    }

    /** Who only reads, from whatever comes with requests or without, lets nobody past. */
    private static boolean isNoClock(Station loaded, Station alone, double anyway) {
        return anyway >= MORE_THAN_ONE
                || Stream.of(loaded, alone).allMatch(pool -> pool.waitingOn(Peers.FILES) >= ANYWAY * pool.active());
    }

    /** Workers with one user at lines at which there are some under load. */
    private static double atSameLines(Station alone, Station loaded) {
        Set<String> lines = loaded.holders().stream().map(CallSite::frame).collect(Collectors.toSet());
        return CallSite.workersAt(alone.holders().stream(), site -> lines.contains(site.frame()));
    }

    /** The same without pools of such names, and without what they alone wait for; who was taken to wait for them waits for something that has no name. */
    static Observation without(Set<String> pools, Observation seen) {
        Observation others = seen.withStations(seen.stations().stream()
                .filter(station ->
                        station.kind().isThreads() ? !pools.contains(station.name()) : !isTheirs(station, pools, seen))
                .toList());
        return WaitsElsewhere.nameless(pools, others);
    }

    private static boolean isTheirs(Station station, Set<String> pools, Observation seen) {
        double waiting = waiting(pools, station.id(), seen);
        return waiting > 0 && waiting >= ANYWAY * station.queued();
    }

    /** How many of their threads wait for that. */
    private static double waiting(Set<String> their, String target, Observation seen) {
        return seen.pools().stream()
                .filter(pool -> their.contains(pool.name()))
                .mapToDouble(pool -> pool.waitingOn(target))
                .sum();
    }
}

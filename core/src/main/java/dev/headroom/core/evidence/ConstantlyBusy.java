package dev.headroom.core.evidence;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.Station.Wait;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Groups;
import dev.headroom.core.statistics.Thresholds;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Threads for which others wait in a way that names no one: for a future or a latch, by polling, by trying again after a while. Nothing in the
 * stacks of either side tells that they belong together. The utilisation law does: threads that are all at work in every look under load, and
 * had room with one user, are a server at its capacity (Lazowska 1984, chapter 3), and where there is only one such group the nameless waits
 * are for it.
 *
 * @param server those threads
 * @param sites the application's lines at which others wait for them, by polling or sleeping
 */
record ConstantlyBusy(Station server, Set<String> sites) {

    /** Busy workers over all, under load: between two tasks that are tried again a worker has a moment to itself. */
    private static final double FULL = Thresholds.ALL;

    /** The same with one user, at most. */
    private static final double HAD_ROOM = Thresholds.NEARLY_ALL;

    /** Tasks on average in the queue of a pool that has none, and workers at a line that hardly anyone passes. */
    private static final double NONE = Thresholds.ODD_ONE;

    private static final double HARDLY_EVER = Thresholds.FEW;

    private static final String EVIDENCE =
            "its threads alone are all at work in every look, and had room with one user";

    /** The one group of such threads; empty where there is none, or more than one. Those that have a queue of their own count what waits there. */
    static Optional<ConstantlyBusy> of(Observation loaded, Observation alone) {
        return only(pool -> pool.kind() == StationKind.OTHER, loaded, alone)
                .or(() -> only(pool -> pool.kind() == StationKind.EXECUTOR && pool.queued() < NONE, loaded, alone))
                .map(server -> new ConstantlyBusy(server, sites(server, loaded, alone)));
    }

    private static Optional<Station> only(Predicate<Station> which, Observation loaded, Observation alone) {
        return Groups.only(loaded.pools().stream()
                .filter(which)
                .filter(pool -> pool.utilization() >= FULL)
                .filter(pool -> alone.pools().stream()
                        .filter(before -> before.name().equals(pool.name()))
                        .anyMatch(before ->
                                before.active() < HAD_ROOM * pool.maximum().orElse(0))));
    }

    /** Where others poll more than one user does, or sleep as one user never does. */
    private static Set<String> sites(Station server, Observation loaded, Observation alone) {
        return loaded.pools().stream()
                .filter(pool -> !pool.name().equals(server.name()))
                .flatMap(pool -> pool.holders().stream())
                .filter(site -> switch (site.activity()) {
                    case SLEEPING -> at(site, alone) < HARDLY_EVER;
                    case AWAITING_OTHER -> at(site, alone) + NONE < site.workers();
                    default -> false;
                })
                .map(CallSite::frame)
                .collect(Collectors.toSet());
    }

    private static double at(CallSite site, Observation alone) {
        return CallSite.workersAt(
                alone.holders(), other -> other.frame().equals(site.frame()) && other.activity() == site.activity());
    }

    /** The same observation, in which waits that nothing named are for these threads. */
    Observation named(Observation seen) {
        return seen.withPools(
                seen.pools().stream().map(pool -> named(pool, seen)).toList());
    }

    private Station named(Station pool, Observation seen) {
        return pool.name().equals(server.name()) ? pool : awake(pool).withWaits(waits(pool, seen));
    }

    private List<Wait> waits(Station pool, Observation seen) {
        return Stream.concat(
                        pool.waits().stream()
                                .map(wait -> isNameless(wait, seen) ? forServer(wait.workers(), wait.site()) : wait),
                        asleep(pool).map(site -> forServer(site.workers(), site.frame())))
                .toList();
    }

    private Wait forServer(double workers, String site) {
        return new Wait(Activity.AWAITING_POOL, server.name(), workers, EVIDENCE, site);
    }

    private boolean isNameless(Wait wait, Observation seen) {
        return AsyncWaits.nameless(wait, seen) && seen.resource(wait.target()).isEmpty()
                || wait.activity() == Activity.AWAITING_OTHER
                        && sites.contains(wait.site())
                        && seen.resource(wait.target())
                                .filter(resource -> resource.kind() != StationKind.UNKNOWN)
                                .isEmpty();
    }

    private Stream<CallSite> asleep(Station pool) {
        return pool.holders().stream()
                .filter(site -> site.activity() == Activity.SLEEPING && sites.contains(site.frame()));
    }

    /** Who sleeps until it tries again waits. */
    private Station awake(Station pool) {
        double asleep = asleep(pool).mapToDouble(CallSite::workers).sum();
        if (asleep == 0) {
            return pool;
        }
        Map<Activity, Double> activities = new EnumMap<>(pool.activities());
        activities.merge(Activity.SLEEPING, -asleep, Double::sum);
        activities.merge(Activity.AWAITING_POOL, asleep, Double::sum);
        List<CallSite> busy = new ArrayList<>(pool.holders());
        busy.removeAll(asleep(pool).toList());
        return pool.toBuilder().activities(activities).holders(busy).build();
    }
}

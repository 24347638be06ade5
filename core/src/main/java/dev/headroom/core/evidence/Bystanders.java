package dev.headroom.core.evidence;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbered;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Pools of a JVM under a load that is not ours that are on no request's way, by a count. Whoever only waits while it serves begins a wait for each request, or a few: with fewer than are answered it serves not
 * every one, and maybe none, and whoever sleeps many more times looks for work by the clock. What is waited for a lock, or in a socket, is not counted so. Where tasks are counted or seen to wait, or others are seen to wait
 * for the pool, these tell.
 */
final class Bystanders {

    private static final Set<Activity> COUNTED = EnumSet.of(
            Activity.SLEEPING, Activity.AWAITING_POOL, Activity.AWAITING_CONNECTION, Activity.AWAITING_OTHER);

    /** Of its time at work (0 to 1), what whoever only waits is seen to wait. */
    private static final double WAITS = Thresholds.NEARLY_ALL;

    /** Of the waits that it begins for one request, what a count may miss. */
    private static final double MISSED = Thresholds.TENTH;

    /** Waits of one request. */
    private static final double MOST_WAITS = Thresholds.LOOKS;

    /** Of all requests (0 to 1), those that are seen to wait for one that serves them, at least: fewer may be others of the background. */
    private static final double PART = Thresholds.THIRD;

    private Bystanders() {}

    /** Their names. */
    static Set<String> in(Observation seen, Workload workload) {
        double answered = workload.throughput().value() * workload.seconds();
        return seen.pools().stream()
                .filter(pool -> AsyncDispatch.mayHide(pool) && pool.active() > 0)
                .filter(pool ->
                        pool.completed().isEmpty() && pool.queued() < Saturation.FEWEST_WAITING && onlyWaits(pool))
                .filter(pool -> seen.othersOn(pool) < Math.max(Saturation.FEWEST_WAITING, PART * workload.inFlight()))
                .filter(pool -> pool.waitsBegun().isPresent())
                .filter(pool -> !isAsOften(pool, pool.waitsBegun().orElse(0), answered)
                        && !isAsOften(pool, begun(pool, seen), answered)
                        && !isOfSome(pool, seen, begun(pool, seen) / workload.seconds()))
                .map(Station::name)
                .collect(Collectors.toSet());
    }

    /** With its like, whose names differ by a number alone: they may share the requests. */
    private static double begun(Station pool, Observation seen) {
        return seen.pools().stream()
                .filter(other -> Numbered.without(other.name()).equals(Numbered.without(pool.name())))
                .mapToDouble(other -> other.waitsBegun().orElse(0))
                .sum();
    }

    /** Who waits for others may be woken in vain, any number of times; who sleeps is not. */
    private static boolean isAsOften(Station pool, double begun, double answered) {
        boolean sleeps = pool.doing(Activity.SLEEPING) >= WAITS * pool.active();
        double each = begun / answered;
        return !(answered > 0) || each >= 1 - MISSED && !(sleeps && !isTheSameOfEach(each));
    }

    private static boolean isTheSameOfEach(double waits) {
        return waits <= MOST_WAITS && Math.abs(waits - Math.rint(waits)) <= MISSED;
    }

    /** Whether as many go on per second from a line at which others wait: a part of the requests may wait there for it. */
    private static boolean isOfSome(Station pool, Observation seen, double begun) {
        return seen.pools().stream()
                .filter(other -> !other.id().equals(pool.id()))
                .flatMap(other -> other.holders().stream())
                .filter(site -> site.activity().forOthers() && site.again().isPresent())
                .collect(Collectors.groupingBy(
                        CallSite::frame,
                        Collectors.summingDouble(site -> site.again().getAsDouble())))
                .values()
                .stream()
                .anyMatch(gone -> Math.abs(begun - gone) <= MISSED * gone && gone > 0);
    }

    /** Whether what it does is to wait in ways that are counted, but for locks. */
    static boolean onlyWaits(Station pool) {
        return pool.doing(COUNTED::contains) >= WAITS * (pool.active() - pool.doing(Activity.AWAITING_LOCK));
    }
}

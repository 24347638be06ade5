package dev.headroom.core.evidence;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.Station.Wait;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Thresholds;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lines at which others wait while as many are past them all the while, and at which one user waits as well: nobody is before that one, so it waits until somebody else has done its work. That as many are
 * past is then no bound on them: they come at the pace of that work and each stay for as long (Little's law).
 *
 * @param lines by the id of what was taken for a limit, what those who wait there do
 */
record AwaitedWork(Map<String, Activity> lines) {

    /** Of one user's time (0 to 1), what it may be seen before a gate that is open. */
    private static final double OPEN = Thresholds.SLIGHT;

    static AwaitedWork in(Observation loaded, Observation alone) {
        return new AwaitedWork(loaded.resources().stream()
                .filter(one -> one.kind() == StationKind.UNKNOWN
                        && one.type().isEmpty()
                        && one.maximum().isPresent()
                        && !one.waiters().isEmpty())
                .filter(one -> waiting(one, alone) >= OPEN)
                .collect(Collectors.toMap(
                        Station::id, one -> one.waiters().getFirst().activity())));
    }

    /** How many of one user are at the lines of those who wait. */
    private static double waiting(Station line, Observation alone) {
        return alone.pools().stream()
                .flatMap(pool -> Stream.concat(
                        pool.waits().stream().map(wait -> new CallSite(wait.site(), wait.activity(), wait.workers())),
                        pool.holders().stream().filter(site -> site.activity() == Activity.SLEEPING)))
                .filter(site -> line.waiters().stream()
                        .anyMatch(waiter -> waiter.frame().equals(site.frame())))
                .mapToDouble(CallSite::workers)
                .sum();
    }

    /** The same without the limits that these lines are not. */
    Observation read(Observation seen) {
        return lines.isEmpty()
                ? seen
                : seen.withStations(seen.stations().stream()
                        .filter(one -> !lines.containsKey(one.id()))
                        .map(one -> one.reading(this::named))
                        .toList());
    }

    private Wait named(Wait wait) {
        return lines.containsKey(wait.target())
                ? new Wait(lines.get(wait.target()), wait.target(), wait.workers(), wait.evidence(), wait.site())
                : wait;
    }
}

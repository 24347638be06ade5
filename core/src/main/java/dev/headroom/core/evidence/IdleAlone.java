package dev.headroom.core.evidence;

import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.Station.Wait;
import dev.headroom.core.statistics.Thresholds;

/**
 * Where a worker waits for its next task, of a library that nobody knows, is told by comparison: requests wait under load wherever one user's does, and longer. A line at which workers of a pool stand with one
 * user, and hardly one of them under load, is none of a request's: they had nothing to do.
 */
final class IdleAlone {

    /** Of those at a line with one user (0 to 1), fewer than which under load are there between two tasks: by X W there would be more of them, not less, if requests waited there. */
    private static final double HARDLY = Thresholds.TENTH;

    private IdleAlone() {}

    /** One user's observation with such workers idle. */
    static Observation read(Observation alone, Observation loaded) {
        return alone.withPools(alone.pools().stream()
                .map(pool -> loaded.station(pool.id())
                        .filter(busy -> busy.active() > 0)
                        .map(busy -> read(pool, busy))
                        .orElse(pool))
                .toList());
    }

    private static Station read(Station alone, Station loaded) {
        return IdleThere.read(alone, wait -> !isOfRequests(wait, loaded));
    }

    /** Of lines without code of the application, what they wait for tells which it is. */
    private static boolean isOfRequests(Wait alone, Station loaded) {
        double there = loaded.waits().stream()
                .filter(wait ->
                        wait.site().equals(alone.site()) && wait.target().equals(alone.target()))
                .mapToDouble(Wait::workers)
                .sum();
        boolean holds = loaded.holders().stream()
                .map(CallSite::frame)
                .anyMatch(frame -> !frame.isEmpty() && frame.equals(alone.site()));
        return holds || there > HARDLY * alone.workers();
    }
}

package dev.headroom.core.evidence;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.Station.Wait;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where a worker waits for its next task, of a library that nobody knows, is told by comparison: requests wait under load wherever one user's does, and longer. A line at which workers of a pool stand with one
 * user, and none of them under load, is none of a request's: they had nothing to do.
 */
final class IdleAlone {

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
        Set<String> lines = Stream.concat(
                        loaded.waits().stream().map(Wait::site),
                        loaded.holders().stream().map(CallSite::frame))
                .collect(Collectors.toSet());
        List<Wait> idle = alone.waits().stream()
                .filter(wait -> wait.activity() == Activity.AWAITING_OTHER && !lines.contains(wait.site()))
                .toList();
        double workers = Math.min(idle.stream().mapToDouble(Wait::workers).sum(), alone.doing(Activity.AWAITING_OTHER));
        if (!(workers > 0)) {
            return alone;
        }
        Map<Activity, Double> activities = new EnumMap<>(alone.activities());
        activities.merge(Activity.AWAITING_OTHER, -workers, Double::sum);
        activities.merge(Activity.IDLE, workers, Double::sum);
        return alone.toBuilder()
                .active(Math.max(0, alone.active() - workers))
                .activities(activities)
                .waits(alone.waits().stream()
                        .filter(wait -> !idle.contains(wait))
                        .toList())
                .holders(alone.holders().stream()
                        .filter(site -> site.activity() != Activity.AWAITING_OTHER || lines.contains(site.frame()))
                        .toList())
                .build();
    }
}

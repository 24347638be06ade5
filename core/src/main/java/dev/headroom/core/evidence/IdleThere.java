package dev.headroom.core.evidence;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.Station.Wait;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** A pool whose workers wait for their next task at lines that no catalogue knows. */
final class IdleThere {

    private IdleThere() {}

    /** @return the pool with those who wait at such a line idle */
    static Station read(Station pool, Predicate<Wait> lines) {
        List<Wait> idle = pool.waits().stream()
                .filter(wait -> wait.activity() == Activity.AWAITING_OTHER && lines.test(wait))
                .toList();
        double workers = Math.min(idle.stream().mapToDouble(Wait::workers).sum(), pool.doing(Activity.AWAITING_OTHER));
        if (!(workers > 0)) {
            return pool;
        }
        Map<Activity, Double> activities = new EnumMap<>(pool.activities());
        activities.merge(Activity.AWAITING_OTHER, -workers, Double::sum);
        activities.merge(Activity.IDLE, workers, Double::sum);
        return pool.toBuilder()
                .active(Math.max(0, pool.active() - workers))
                .activities(activities)
                .waits(pool.waits().stream()
                        .filter(wait -> !idle.contains(wait))
                        .toList())
                .holders(pool.holders().stream()
                        .filter(site -> site.activity() != Activity.AWAITING_OTHER
                                || idle.stream().noneMatch(wait -> wait.site().equals(site.frame())))
                        .toList())
                .build();
    }
}

package dev.headroom.core.prediction;

import dev.headroom.core.model.Activity;
import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Observation.Hang;
import dev.headroom.core.model.Pool;
import dev.headroom.core.model.Pool.Wait;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An observation without the workers that hang for ever: they are in no one's queue and finish no task, so m is smaller
 * by their number, and their time is not part of S. Workers in a call that has a timeout come back, and stay.
 */
final class Living {

    private Living() {}

    static Observation of(Observation seen) {
        if (seen.hangs().stream().allMatch(Hang::bounded)) {
            return seen;
        }
        return new Observation(
                seen.window(),
                seen.pools().stream().map(pool -> of(pool, seen.hangs())).toList(),
                seen.calls(),
                seen.processor(),
                seen.series(),
                seen.jvm(),
                seen.probe(),
                seen.network(),
                seen.hangs(),
                seen.memory(),
                seen.notes());
    }

    /** How many of the pool never come back. */
    static int hung(Pool pool, List<Hang> hangs) {
        return hungOn(pool, hangs, Optional.empty());
    }

    private static int hungOn(Pool pool, List<Hang> hangs, Optional<String> target) {
        return hangs.stream()
                .filter(hang -> !hang.bounded() && hang.pool().equals(pool.name()))
                .filter(hang -> target.isEmpty() || target.get().equals(hang.target()))
                .mapToInt(Hang::workers)
                .sum();
    }

    private static Pool of(Pool pool, List<Hang> hangs) {
        int hung = hung(pool, hangs);
        if (hung == 0) {
            return pool;
        }
        OptionalInt maximum = pool.maximum().isPresent()
                ? OptionalInt.of(Math.max(0, pool.maximum().getAsInt() - hung))
                : pool.maximum();
        Map<Activity, Double> activities = new EnumMap<>(Activity.class);
        activities.putAll(pool.activities());
        activities.computeIfPresent(Activity.AWAITING_DOWNSTREAM, (key, workers) -> Math.max(0, workers - hung));
        return new Pool(
                pool.name(),
                pool.kind(),
                Math.max(0, pool.workers() - hung),
                maximum,
                Math.max(0, pool.active() - hung),
                pool.queue(),
                pool.queueMax(),
                pool.queueGrowth(),
                pool.completed(),
                Optional.empty(), // was busy time over tasks, that of the hung among it; read anew from what is left
                pool.holdingByClock(),
                pool.saturatedShare(),
                activities,
                pool.waits().stream().map(wait -> of(wait, pool, hangs)).toList());
    }

    private static Wait of(Wait wait, Pool pool, List<Hang> hangs) {
        int hung = hungOn(pool, hangs, Optional.of(wait.target()));
        return new Wait(wait.activity(), wait.target(), Math.max(0, wait.workers() - hung), wait.evidence());
    }
}

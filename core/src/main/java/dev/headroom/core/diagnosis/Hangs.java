package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Activity;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Observation.Hang;
import dev.headroom.core.model.Pool;
import dev.headroom.core.model.Pool.Wait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Workers that stand in a call that nothing will end. They serve no one, so they are no workers: all laws are held
 * against the pools as they are without them. A worker whose call has a timeout comes back, and is slow, not lost.
 */
record Hangs(List<Hang> endless) {

    Hangs {
        endless = List.copyOf(endless);
    }

    static Hangs in(Observation observation) {
        return new Hangs(observation.hangs().stream()
                .filter(hang -> !hang.bounded() && hang.workers() > 0)
                .toList());
    }

    int lost(String pool) {
        return of(pool).stream().mapToInt(Hang::workers).sum();
    }

    /** The call in which most workers of a pool stand. */
    Optional<Hang> largest(String pool) {
        return of(pool).stream().max(Comparator.comparingInt(Hang::workers));
    }

    /** The same observation with the lost workers taken out of their pools. */
    Observation without(Observation seen) {
        if (endless.isEmpty()) {
            return seen;
        }
        return new Observation(
                seen.window(),
                seen.pools().stream().map(this::alive).toList(),
                seen.calls(),
                seen.processor(),
                seen.series(),
                seen.jvm(),
                seen.probe(),
                seen.network(),
                seen.hangs(),
                seen.notes());
    }

    private List<Hang> of(String pool) {
        return endless.stream().filter(hang -> hang.pool().equals(pool)).toList();
    }

    private Pool alive(Pool pool) {
        int lost = lost(pool.name());
        if (lost == 0) {
            return pool;
        }
        double active = Math.max(0, pool.active() - lost);
        double busy = pool.active() > 0 ? active / pool.active() : 0;
        Map<Activity, Double> activities = new EnumMap<>(Activity.class);
        activities.putAll(pool.activities());
        activities.computeIfPresent(Activity.AWAITING_DOWNSTREAM, (what, workers) -> Math.max(0, workers - lost));
        return new Pool(
                pool.name(),
                pool.kind(),
                Math.max(0, pool.workers() - lost),
                pool.maximum().isPresent()
                        ? OptionalInt.of(Math.max(0, pool.maximum().getAsInt() - lost))
                        : OptionalInt.empty(),
                active,
                pool.queue(),
                pool.queueMax(),
                pool.queueGrowth(),
                pool.completed(),
                // busy time over completed tasks holds the time of those that completed nothing
                pool.holdingByCompletions()
                        .map(time -> new Measure(
                                time.value() * busy,
                                time.error() * busy,
                                time.source() + ", without " + lost + " that hang")),
                pool.holdingByClock(),
                pool.saturatedShare(),
                activities,
                waits(pool));
    }

    private List<Wait> waits(Pool pool) {
        List<Wait> waits = new ArrayList<>();
        for (Wait wait : pool.waits()) {
            int lost = of(pool.name()).stream()
                    .filter(hang -> hang.target().equals(wait.target()))
                    .mapToInt(Hang::workers)
                    .sum();
            if (wait.workers() > lost) {
                waits.add(new Wait(wait.activity(), wait.target(), wait.workers() - lost, wait.evidence()));
            }
        }
        return waits;
    }
}

package dev.headroom.core.diagnosis;

import dev.headroom.core.laws.UtilizationLaw;
import dev.headroom.core.model.Activity;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Observation.Hang;
import dev.headroom.core.model.Pool;
import dev.headroom.core.model.Pool.Wait;
import dev.headroom.core.model.Times;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Workers that stand in a call that nothing will end. They serve no one, so they are no workers: all laws are held
 * against the pools as they are without them. A worker whose call has a timeout comes back, and is slow, not lost.
 */
record Hangs(List<Hang> endless) {

    /** Two computations of one measure agree within this, relative. */
    private static final double SAME = 0.05;

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
                seen.pools().stream()
                        .map(pool -> alive(pool, Times.seconds(seen.window().length())))
                        .toList(),
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

    private List<Hang> of(String pool) {
        return endless.stream().filter(hang -> hang.pool().equals(pool)).toList();
    }

    private Pool alive(Pool pool, double window) {
        int lost = lost(pool.name());
        if (lost == 0) {
            return pool;
        }
        // those that hang since the middle of the window were busy in it for a part of it only
        double inCalls = pool.activities().getOrDefault(Activity.AWAITING_DOWNSTREAM, (double) lost);
        double active = Math.max(0, pool.active() - Math.min(lost, inCalls));
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
                pool.holdingByCompletions().map(time -> alive(time, pool, active, window)),
                pool.holdingByClock(),
                pool.saturatedShare(),
                activities,
                waits(pool));
    }

    /**
     * Busy time over completed tasks, without the time of those that completed nothing. A probe may have left them out
     * already: then the measure is no longer that of all busy workers.
     */
    private static Measure alive(Measure time, Pool pool, double active, double window) {
        double ofAll = UtilizationLaw.holdingTime(
                pool.active(), window, pool.completed().orElse(0));
        boolean withThem = !Double.isFinite(ofAll) || Math.abs(time.value() - ofAll) < SAME * ofAll;
        double busy = pool.active() > 0 ? active / pool.active() : 0;
        return withThem
                ? new Measure(
                        time.value() * busy, time.error() * busy, time.source() + ", without the workers that hang")
                : time;
    }

    /** Without the waits of the lost, first for the target that they hang at, then for any downstream. */
    private List<Wait> waits(Pool pool) {
        Map<String, Double> at = new HashMap<>();
        of(pool.name()).forEach(hang -> at.merge(hang.target(), (double) hang.workers(), Double::sum));
        List<Wait> named = new ArrayList<>();
        for (Wait wait : pool.waits()) {
            double lost = Math.min(wait.workers(), at.getOrDefault(wait.target(), 0.0));
            at.computeIfPresent(wait.target(), (target, workers) -> workers - lost);
            named.add(with(wait, wait.workers() - lost));
        }
        double rest = at.values().stream().mapToDouble(Double::doubleValue).sum();
        List<Wait> waits = new ArrayList<>();
        for (Wait wait : named) {
            boolean call = wait.activity() == Activity.AWAITING_DOWNSTREAM;
            double lost = call ? Math.min(wait.workers(), rest) : 0;
            rest -= lost;
            waits.add(with(wait, wait.workers() - lost));
        }
        waits.removeIf(wait -> wait.workers() <= 0);
        return waits;
    }

    private static Wait with(Wait wait, double workers) {
        return new Wait(wait.activity(), wait.target(), workers, wait.evidence());
    }
}

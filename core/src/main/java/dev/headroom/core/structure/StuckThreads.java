package dev.headroom.core.structure;

import dev.headroom.core.laws.UtilizationLaw;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Hang;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.Station.Wait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Threads that stand in a call that nothing will end. They serve no one and complete nothing, so they are no workers:
 * m is smaller by their number, and their time is not part of S. A worker whose call has a timeout comes back: it is slow,
 * not stuck. Nor is one that waits for another pool which goes on working: it is its turn that does not come, as queues are not always fair.
 *
 * @param groups by pool and call, none of them empty
 */
public record StuckThreads(List<Hang> groups) {

    public StuckThreads {
        groups = List.copyOf(groups);
    }

    public static StuckThreads in(Observation observation) {
        return new StuckThreads(observation.hangs().stream()
                .filter(hang -> !hang.bounded() && hang.workers() > 0 && !waitsForItsTurn(hang, observation))
                .toList());
    }

    private static boolean waitsForItsTurn(Hang hang, Observation seen) {
        return hang.activity() == Activity.AWAITING_POOL
                && pool(hang.pool(), seen)
                        .flatMap(pool -> pool.waits().stream())
                        .filter(wait -> wait.activity() == Activity.AWAITING_POOL
                                && !wait.target().equals(hang.pool()))
                        .flatMap(wait -> pool(wait.target(), seen))
                        .anyMatch(callee -> goesOn(callee, seen));
    }

    private static Stream<Station> pool(String name, Observation seen) {
        return seen.pools().stream().filter(pool -> pool.name().equals(name));
    }

    private static boolean goesOn(Station pool, Observation seen) {
        int hanging = seen.hangs().stream()
                .filter(hang -> hang.pool().equals(pool.name()))
                .mapToInt(Hang::workers)
                .sum();
        return pool.completed().orElse(1) > 0 && pool.active() > hanging;
    }

    /** How many of a pool are stuck. */
    public int count(String pool) {
        return of(pool).stream().mapToInt(Hang::workers).sum();
    }

    /** The call in which most workers of a pool are stuck. */
    public Optional<Hang> largest(String pool) {
        return of(pool).stream().max(Comparator.comparingInt(Hang::workers));
    }

    /** Returns the observation with the stuck threads taken out of its pools: their size, busy time, activities and waits. */
    public Observation without(Observation seen) {
        double window = seen.window().seconds();
        return groups.isEmpty()
                ? seen
                : seen.withPools(
                        seen.pools().stream().map(pool -> without(pool, window)).toList());
    }

    private List<Hang> of(String pool) {
        return groups.stream().filter(hang -> hang.pool().equals(pool)).toList();
    }

    private Station without(Station pool, double window) {
        int stuck = count(pool.name());
        if (stuck == 0) {
            return pool;
        }
        Map<Activity, Double> activities = new EnumMap<>(Activity.class);
        activities.putAll(pool.activities());
        double active = pool.active();
        for (Hang hang : of(pool.name())) {
            // those that are stuck since the middle of the window were busy in it for a part of it only
            double here = Math.min(hang.workers(), activities.getOrDefault(hang.activity(), (double) hang.workers()));
            active = Math.max(0, active - here);
            activities.computeIfPresent(hang.activity(), (what, workers) -> Math.max(0, workers - here));
        }
        double left = active;
        return pool.toBuilder()
                .workers(Math.max(0, pool.workers() - stuck))
                .maximum(pool.maximum().stream()
                        .map(all -> Math.max(0, all - stuck))
                        .findFirst())
                .active(left)
                .holdingByCompletions(pool.holdingByCompletions()
                        .map(time ->
                                holding(time, left, window, pool.completed().orElse(0))))
                .activities(activities)
                .waits(waits(pool))
                .build();
    }

    /** S = B / C over those that complete something, known as well as it was over all, relative. */
    private static Measure holding(Measure ofAll, double active, double window, double completed) {
        double time = UtilizationLaw.holdingTime(active, window, completed);
        return Double.isFinite(time)
                ? new Measure(
                        time,
                        time * ofAll.error() / ofAll.value(),
                        "busy time without stuck threads over tasks completed")
                : ofAll;
    }

    /** Without the waits of the stuck, first those for the target of their call, then those of the same kind for any other. */
    private List<Wait> waits(Station pool) {
        List<Wait> waits = new ArrayList<>(pool.waits());
        for (Hang hang : of(pool.name())) {
            double rest = hang.workers();
            for (boolean named : new boolean[] {true, false}) {
                for (int i = 0; i < waits.size(); i++) {
                    Wait wait = waits.get(i);
                    if (wait.activity() == hang.activity() && wait.target().equals(hang.target()) == named) {
                        double here = Math.min(wait.workers(), rest);
                        rest -= here;
                        waits.set(i, less(wait, here));
                    }
                }
            }
        }
        waits.removeIf(wait -> wait.workers() <= 0);
        return waits;
    }

    private static Wait less(Wait wait, double workers) {
        return new Wait(wait.activity(), wait.target(), wait.workers() - workers, wait.evidence(), wait.site());
    }
}

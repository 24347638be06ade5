package dev.headroom.probe.watch;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation.PoolSample;
import dev.headroom.core.model.observation.Observation.Sample;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.look.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Looks as the samples of a picture over time. */
final class Timeline {

    /** As many points as a plot can show. */
    private static final int MOST = 600;

    /** Mean busy workers below which a group of threads that no pool owns is not worth a line. */
    private static final double HARDLY_BUSY = 0.05;

    private static final Comparator<Map.Entry<String, Double>> BUSIEST =
            Map.Entry.<String, Double>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey());

    private Timeline() {}

    /**
     * Evenly thinned where there are too many; each point remains a true look, since a mean of looks is none.
     *
     * @param zero the instant that times count from
     */
    static List<Sample> series(List<Snapshot> looks, Set<String> pools, Instant zero) {
        List<Sample> samples = new ArrayList<>();
        int step = Math.max(1, (looks.size() + MOST - 1) / MOST);
        for (int i = 0; i < looks.size(); i += step) {
            samples.add(sample(looks.get(i), pools, zero));
        }
        return samples;
    }

    static Sample sample(Snapshot look, Set<String> pools, Instant zero) {
        List<PoolSample> shown = look.pools().stream()
                .filter(pool -> pools.contains(pool.name()))
                .map(Timeline::sample)
                .toList();
        return new Sample(
                Duration.between(zero, look.at()), shown, look.platformThreads(), Math.max(0, look.virtualThreads()));
    }

    private static PoolSample sample(Snapshot.PoolLook pool) {
        Map<Activity, Integer> counts = new EnumMap<>(Activity.class);
        pool.activities().forEach((activity, weight) -> counts.put(activity, (int) Math.round(weight)));
        return new PoolSample(pool.name(), pool.workers(), (int) Math.round(pool.active()), pool.queue(), counts);
    }

    /** Names of the pools that did something: idle helpers of libraries would only hide them. */
    static Set<String> worthShowing(List<Snapshot> looks) {
        Set<String> shown = new HashSet<>();
        Map<String, Double> all = new HashMap<>();
        Map<String, Double> unowned = new HashMap<>();
        for (Snapshot look : looks) {
            for (Snapshot.PoolLook pool : look.pools()) {
                all.merge(pool.name(), pool.active(), Double::sum);
                if (pool.kind() == StationKind.OTHER) {
                    unowned.merge(pool.name(), pool.active() / looks.size(), Double::sum);
                } else if (pool.kind() == StationKind.SERVLET_WORKERS || pool.active() >= 1) {
                    shown.add(pool.name());
                }
            }
        }
        unowned.values().removeIf(busy -> busy < HARDLY_BUSY);
        shown.addAll(unowned.keySet());
        return shown.size() <= Crowd.MOST
                ? shown
                : all.entrySet().stream()
                        .filter(pool -> shown.contains(pool.getKey()))
                        .sorted(BUSIEST)
                        .limit(Crowd.MOST)
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet());
    }
}

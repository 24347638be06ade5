package dev.headroom.report.html;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.PoolSample;
import dev.headroom.core.model.observation.Observation.Sample;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The workers of each pool over time. At most {@value #MAX_POINTS} points a pool: beyond that neighbours are averaged,
 * which is finer than a screen can show.
 */
final class PoolSeries {

    private static final int MAX_POINTS = 500;

    private PoolSeries() {}

    static Map<String, Object> of(Observation observation) {
        List<Sample> series = observation.series();
        List<List<Sample>> buckets = ChartData.buckets(series, MAX_POINTS);
        Map<String, Object> pools = new TreeMap<>();
        series.stream()
                .flatMap(sample -> sample.pools().stream())
                .map(PoolSample::pool)
                .distinct()
                .forEach(pool -> pools.put(pool, pool(pool, maximum(pool, observation), buckets)));
        return pools;
    }

    private static OptionalInt maximum(String pool, Observation observation) {
        return observation.pools().stream()
                .filter(seen -> seen.name().equals(pool))
                .flatMapToInt(seen -> seen.maximum().stream())
                .findFirst();
    }

    private static Map<String, Object> pool(String name, OptionalInt maximum, List<List<Sample>> buckets) {
        Map<String, Object> data = new LinkedHashMap<>();
        maximum.ifPresent(bound -> data.put("maximum", bound));
        data.put(
                "t",
                buckets.stream()
                        .map(bucket -> ChartData.round(bucket.stream()
                                .mapToDouble(sample -> Times.seconds(sample.at()))
                                .average()
                                .orElse(0)))
                        .toList());
        Map<String, Object> activities = new LinkedHashMap<>();
        Arrays.stream(Activity.values()).forEach(activity -> {
            List<Number> values =
                    means(name, buckets, sample -> sample.activities().getOrDefault(activity, 0));
            if (values.stream().anyMatch(value -> value.doubleValue() > 0)) {
                activities.put(activity.name(), values);
            }
        });
        data.put("activities", activities);
        data.put("queue", isSeen(name, buckets) ? means(name, buckets, PoolSample::queued) : List.of());
        return data;
    }

    private static boolean isSeen(String name, List<List<Sample>> buckets) {
        return buckets.stream()
                .flatMap(List::stream)
                .flatMap(sample -> sample.pools().stream())
                .anyMatch(pool -> pool.pool().equals(name) && pool.queue().isPresent());
    }

    /** A sample in which the pool is missing counts as none: the pool did not exist yet, or no more. */
    private static List<Number> means(String name, List<List<Sample>> buckets, ToDoubleFunction<PoolSample> value) {
        return buckets.stream()
                .map(bucket -> ChartData.round(bucket.stream()
                        .mapToDouble(sample -> sample.pools().stream()
                                .filter(pool -> pool.pool().equals(name))
                                .mapToDouble(value)
                                .sum())
                        .average()
                        .orElse(0)))
                .toList();
    }
}

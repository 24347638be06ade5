package dev.headroom.report.html;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Live threads of the JVM over time. At most {@value #MAX_POINTS} points: beyond that the highest of its neighbours stands
 * for them, since a peak is what a reader looks for.
 */
final class ThreadSeries {

    private static final int MAX_POINTS = 240;
    /** Seconds after the start of the load: what was there before it, not how the JVM came up. */
    private static final double FROM = -4;

    private ThreadSeries() {}

    static Map<String, Object> of(Observation observation) {
        List<Number> times = new ArrayList<>();
        List<Number> platform = new ArrayList<>();
        List<Number> virtual = new ArrayList<>();
        List<Sample> series = observation.series().stream()
                .filter(sample -> Times.seconds(sample.at()) >= FROM)
                .toList();
        int width = Math.max(1, Math.ceilDiv(series.size(), MAX_POINTS));
        for (int i = 0; i < series.size(); i += width) {
            List<Sample> bucket = series.subList(i, Math.min(series.size(), i + width));
            times.add(ChartData.round(Times.seconds(bucket.getFirst().at())));
            platform.add(
                    bucket.stream().mapToLong(Sample::platformThreads).max().orElse(0));
            virtual.add(bucket.stream().mapToLong(Sample::virtualThreads).max().orElse(0));
        }
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("t", times);
        data.put("platform", platform);
        if (virtual.stream().anyMatch(count -> count.longValue() > 0)) {
            data.put("virtual", virtual);
        }
        return data;
    }
}

package dev.headroom.probe.os.process;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the kernel has counted of a control group that used up its quota, since the group began ({@code cpu.stat}).
 *
 * @param seconds added up over the processors on which it was stopped: they may grow by more than time does
 * @param periods of the quota in which the group had work; 0 where the kernel does not count them
 * @param stopped those of them in which it was stopped, for however little
 */
public record Throttled(double seconds, double periods, double stopped) {

    private static final double MICROS = 1e6;
    private static final double NANOS = 1e9;

    /** Version 2 counts microseconds, version 1 nanoseconds. A group without a counter has no quota. */
    static Throttled of(String stat) {
        Map<String, Double> counters = stat.lines()
                .map(line -> line.split(" "))
                .filter(parts -> parts.length == 2)
                .collect(Collectors.toMap(
                        parts -> parts[0], parts -> Double.parseDouble(parts[1]), (first, again) -> again));
        return new Throttled(
                counters.getOrDefault("throttled_usec", 0.0) / MICROS
                        + counters.getOrDefault("throttled_time", 0.0) / NANOS,
                counters.getOrDefault("nr_periods", 0.0),
                counters.getOrDefault("nr_throttled", 0.0));
    }

    /** Share of the time since then (0 to 1) for which it was stopped, at most. */
    double shareSince(Throttled before, double elapsed) {
        double ran = periods - before.periods;
        double most = ran > 0 ? Math.clamp((stopped - before.stopped) / ran, 0, 1) : 1;
        return Math.clamp((seconds - before.seconds) / elapsed, 0, most);
    }
}

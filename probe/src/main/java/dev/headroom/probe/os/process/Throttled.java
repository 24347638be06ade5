package dev.headroom.probe.os.process;

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
        return new Throttled(
                number(stat, "throttled_usec") / MICROS + number(stat, "throttled_time") / NANOS,
                number(stat, "nr_periods"),
                number(stat, "nr_throttled"));
    }

    private static double number(String stat, String name) {
        return ProcFiles.number(stat, name).orElse(0L);
    }

    /** Share of the time since then (0 to 1) for which it was stopped, at most. */
    double shareSince(Throttled before, double elapsed) {
        double ran = periods - before.periods;
        double most = ran > 0 ? Math.clamp((stopped - before.stopped) / ran, 0, 1) : 1;
        return Math.clamp((seconds - before.seconds) / elapsed, 0, most);
    }
}

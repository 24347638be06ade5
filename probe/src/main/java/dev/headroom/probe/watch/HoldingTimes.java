package dev.headroom.probe.watch;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.recording.FlightSettings;
import dev.headroom.probe.recording.TimedWait;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * S, the seconds that a task holds its worker, in two ways that share no measurement.
 *
 * <p><b>By completions:</b> S = B / C (Denning and Buzen 1978), with B the busy worker-seconds from sampling and C the
 * tasks that the pool counted.
 *
 * <p><b>By a clock:</b> S = k w / c, with w the mean length of a timed wait (socket reads, sleeps; JFR), k the waits of one
 * task, and c the share of a busy worker's time that timed waits make up (from sampling): what is not timed, processor time
 * mostly, is the remaining 1 - c. k is a whole number where all tasks are alike. It is then found by rounding
 * waits / completed, which only needs the count of tasks to be right within a quarter or so; its error does not pass into
 * S. Not where waits are about as short as the recorder leaves out: then fewer were recorded than were waited, and k is what was recorded,
 * as w is. Virtual threads carry one task each, so there k is waits over distinct
 * threads, exactly, and S speaks of those that waited (c = 1).
 */
final class HoldingTimes {

    /** Factor of a 95 % confidence interval, normal approximation. */
    private static final double Z95 = 1.96;

    /** With less of the time under the clock than this, the clock does not speak for the task. */
    private static final double LEAST_SHARE = 0.6;

    /**
     * Seconds of recorded waits over seconds that looks saw in such waits (0 to 1), below which the recorder missed most of them: a read that
     * ends in a timeout leaves no event.
     */
    private static final double LEAST_RECORDED = 0.5;

    private static final int FEWEST = 5;

    /** Waits per task this near to a whole number are taken for it. */
    private static final double NEAR_WHOLE = 0.2;

    /** Of the recorded waits (0 to 1) those that are hardly long enough to be recorded, from which as many may have been too short for it. */
    private static final double LEAVES_OUT = 0.05;

    private HoldingTimes() {}

    /**
     * Empty where too few tasks completed to divide by.
     *
     * @param lost mean number of workers that hang: their time is on no task that could complete
     */
    static Optional<Measure> byCompletions(Track track, double seconds, double lost) {
        OptionalDouble completed = track.completed();
        double active = track.mean(Snapshot.PoolLook::active) - lost;
        if (completed.isEmpty() || completed.getAsDouble() < FEWEST || active <= 0) {
            return Optional.empty();
        }
        double tasks = completed.getAsDouble();
        double holding = active * seconds / tasks;
        double sampling = Z95 * track.deviation(Snapshot.PoolLook::active) / Math.sqrt(track.samples()) / active;
        // tasks under way at either edge are counted in B with the part inside, in C whole or not at all: m parts, each
        // uniform on 0 to 1, at two edges
        double edges = Z95 * Math.sqrt(active / 6) / tasks;
        return Optional.of(new Measure(
                holding,
                holding * Math.hypot(sampling, edges),
                String.format(
                        Locale.ROOT,
                        "busy worker-seconds / completed tasks, %.0f tasks, %d samples%s",
                        tasks,
                        track.samples(),
                        lost > 0 ? String.format(Locale.ROOT, ", without %.1f workers that hang", lost) : "")));
    }

    /**
     * @param waits of the pool's workers in the window
     * @param covered seconds of the window in which waits were recorded
     * @param lost mean number of workers that hang
     */
    static Optional<Measure> byClock(Track track, List<TimedWait> waits, double seconds, double covered, double lost) {
        boolean virtual = track.kind() == StationKind.VIRTUAL_THREADS;
        double share = virtual ? 1 : clockedShare(track.activities(), lost);
        if (waits.size() < FEWEST || share < LEAST_SHARE || covered <= 0) {
            return Optional.empty();
        }
        Measure each = mean(waits, "");
        double mean = each.value();
        if (!virtual && mean * waits.size() / covered < LEAST_RECORDED * (timed(track.activities()) - lost)) {
            return Optional.empty();
        }
        WaitsPerTask perTask = virtual ? perThread(waits) : perTask(track, waits, seconds, covered);
        double holding = perTask.count() * mean / share;
        double looked = (track.mean(Snapshot.PoolLook::active) - lost) * track.samples();
        double ofShare = Z95 * Math.sqrt(share * (1 - share) / Math.max(1, looked)) / share;
        long reads = waits.stream().filter(TimedWait::isRead).count();
        return Optional.of(new Measure(
                holding,
                holding * Math.hypot(each.error() / mean, ofShare),
                String.format(
                        Locale.ROOT,
                        "%s of %.4f s (JFR) x %s per task / %.3f of busy time",
                        reads > 0 && reads < waits.size()
                                ? reads + " jdk.SocketRead and " + (waits.size() - reads) + " jdk.ThreadSleep"
                                : waits.size() + (reads > 0 ? " jdk.SocketRead" : " jdk.ThreadSleep"),
                        mean,
                        perTask.words(),
                        share)));
    }

    /**
     * Sleeps that the workers of a pool began in the window; empty where they do something else at work as well, or where the recorder missed a
     * part. The JVM counts their waits for a next task among them.
     */
    static OptionalDouble sleeps(Track track, List<TimedWait> waits, double seconds, double covered) {
        List<TimedWait> sleeps = waits.stream().filter(wait -> !wait.isRead()).toList();
        double asleep = track.activities().getOrDefault(Activity.SLEEPING, 0.0);
        double recorded = sleeps.stream().mapToDouble(TimedWait::seconds).sum() / covered;
        return sleeps.size() >= FEWEST
                        && asleep >= Thresholds.NEARLY_ALL * track.mean(Snapshot.PoolLook::active)
                        && recorded >= Thresholds.NEARLY_ALL * asleep
                ? OptionalDouble.of(sleeps.size() * seconds / covered)
                : OptionalDouble.empty();
    }

    /** How long one of them takes. */
    static Measure mean(List<TimedWait> waits, String how) {
        double mean = waits.stream().mapToDouble(TimedWait::seconds).average().orElse(0);
        double variance = waits.stream()
                .mapToDouble(wait -> Math.pow(wait.seconds() - mean, 2))
                .average()
                .orElse(0);
        return new Measure(mean, Z95 * Math.sqrt(variance / waits.size()), how);
    }

    private record WaitsPerTask(double count, String words) {}

    /** A virtual thread carries one task. Those without a timed wait, such as one that waits for others, are not meant. */
    private static WaitsPerTask perThread(List<TimedWait> waits) {
        long threads = waits.stream().mapToLong(TimedWait::thread).distinct().count();
        double each = (double) waits.size() / threads;
        return new WaitsPerTask(each, String.format(Locale.ROOT, "%.2f (one task a thread)", each));
    }

    private static WaitsPerTask perTask(Track track, List<TimedWait> waits, double seconds, double covered) {
        OptionalDouble completed = track.completed();
        if (completed.isEmpty() || completed.getAsDouble() < FEWEST) {
            return new WaitsPerTask(1, "1 (assumed, the pool counts no tasks)");
        }
        double each = waits.size() / covered * seconds / completed.getAsDouble();
        double whole = Math.rint(each);
        if (each < whole && leavesOut(waits)) {
            return new WaitsPerTask(each, String.format(Locale.ROOT, "%.2f (shorter ones are not recorded)", each));
        }
        return whole >= 1 && Math.abs(each - whole) <= NEAR_WHOLE * whole
                ? new WaitsPerTask(whole, String.format(Locale.ROOT, "%.0f", whole))
                : new WaitsPerTask(
                        each, String.format(Locale.ROOT, "%.2f (tasks differ, so this leans on their count)", each));
    }

    /** As many may be shorter than the shortest that is recorded as are up to twice as long: their density falls with their length, or rises slowly. */
    private static boolean leavesOut(List<TimedWait> waits) {
        long hardly = waits.stream()
                .filter(wait -> wait.seconds() < 2 * FlightSettings.SHORTEST_SECONDS)
                .count();
        return hardly > LEAVES_OUT * waits.size();
    }

    private static double clockedShare(Map<Activity, Double> activities, double lost) {
        double timed = timed(activities) - lost; // which stand in a read that no clock has seen the end of
        double busy = activities.entrySet().stream()
                        .filter(activity -> activity.getKey().busy())
                        .mapToDouble(Map.Entry::getValue)
                        .sum()
                - lost;
        return busy <= 0 ? 0 : timed / busy;
    }

    /** Mean number of workers in waits that the recorder times. */
    private static double timed(Map<Activity, Double> activities) {
        return activities.getOrDefault(Activity.AWAITING_DOWNSTREAM, 0.0)
                + activities.getOrDefault(Activity.SLEEPING, 0.0);
    }
}

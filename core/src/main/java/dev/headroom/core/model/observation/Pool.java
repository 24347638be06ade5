package dev.headroom.core.model.observation;

import dev.headroom.core.model.Measure;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A set of workers that take tasks from one queue, as observed over the window of an {@link Observation}.
 *
 * @param name the name by which reports and chains speak of it, e.g. {@code tomcat-8888}, {@code common-pool}
 * @param workers mean number of live workers
 * @param maximum how many workers it may have; empty where there is no bound (virtual threads, cached pools)
 * @param active mean number of workers on a task
 * @param queue mean number of tasks waiting for a worker; this and the next two are empty where the queue cannot be seen
 * @param queueMax largest number seen waiting
 * @param queueGrowth change of the queue, tasks per second, by least squares over the window
 * @param completed tasks completed in the window; empty where the pool does not count them
 * @param holdingByCompletions S = active x time / completed, seconds (Denning and Buzen 1978: S = B / C)
 * @param holdingByClock S timed around single tasks by a clock (JFR durations), seconds: independent of completions
 * @param saturatedShare share of samples (0 to 1) in which every worker was busy and a task was waiting
 * @param activities mean number of workers in each activity
 * @param waits on whom they wait
 * @param sites the application's lines at which busy workers were seen, most first
 */
public record Pool(
        String name,
        PoolKind kind,
        double workers,
        OptionalInt maximum,
        double active,
        OptionalDouble queue,
        OptionalDouble queueMax,
        OptionalDouble queueGrowth,
        OptionalDouble completed,
        Optional<Measure> holdingByCompletions,
        Optional<Measure> holdingByClock,
        double saturatedShare,
        Map<Activity, Double> activities,
        List<Wait> waits,
        List<CallSite> sites) {

    public Pool {
        queue = queue.orElse(0) < 0 ? OptionalDouble.empty() : queue; // earlier builds stored -1
        activities = Map.copyOf(activities);
        waits = List.copyOf(waits);
        sites = List.copyOf(sites);
    }

    /** The same pool with room for so many workers. */
    public Pool withMaximum(int most) {
        return with(OptionalInt.of(most), activities, waits, sites);
    }

    /** The same pool with other waits. */
    public Pool withWaits(List<Wait> others) {
        return with(maximum, activities, others, sites);
    }

    /** The same pool with its workers seen otherwise. */
    public Pool doing(Map<Activity, Double> others, List<CallSite> at) {
        return with(maximum, others, waits, at);
    }

    private Pool with(OptionalInt most, Map<Activity, Double> doing, List<Wait> waiting, List<CallSite> at) {
        return new Pool(
                name,
                kind,
                workers,
                most,
                active,
                queue,
                queueMax,
                queueGrowth,
                completed,
                holdingByCompletions,
                holdingByClock,
                saturatedShare,
                doing,
                waiting,
                at);
    }

    /** Mean number of tasks that were seen waiting for a worker: 0 where the queue cannot be seen, too. */
    public double queued() {
        return queue.orElse(0);
    }

    /** Mean number of workers that wait on {@code target}. */
    public double waitingOn(String target) {
        return waits.stream()
                .filter(wait -> wait.target().equals(target))
                .mapToDouble(Wait::workers)
                .sum();
    }

    /** Busy workers over the most that there may be, 0 to 1; 0 where there is no bound. */
    public double utilization() {
        return maximum.isPresent() && maximum.getAsInt() > 0 ? active / maximum.getAsInt() : 0;
    }

    /** The clock where there is one, else completions. */
    public Optional<Measure> holdingTime() {
        return holdingByClock.isPresent() ? holdingByClock : holdingByCompletions;
    }

    /**
     * Workers of this pool that wait on {@code target}.
     *
     * @param target a pool's name, a downstream as {@code host:port}, the id of a {@link Resource}
     * @param workers mean number of workers in this wait
     * @param evidence the frame or event that told, for the reader
     * @param site the application's line that called it; empty where no frame of the application was seen
     */
    public record Wait(Activity activity, String target, double workers, String evidence, String site) {

        public Wait(Activity activity, String target, double workers, String evidence) {
            this(activity, target, workers, evidence, "");
        }
    }
}

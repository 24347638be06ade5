package dev.headroom.core.model.observation;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.Measure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A station of queueing theory, as observed over the window of an {@link Observation}: m servers, each held for a time by whoever gets one, and a
 * queue of those who wait. The workers of a pool, connections, objects, permits, a lock, a rate.
 *
 * @param id tells it from all others of the run; what waits for it, moves it or names it refers to it by this
 * @param type its entry in the catalogue ({@code hikari}, {@code semaphore}, {@code monitor}), or the name of a class that has none; empty for pools of
 *     threads
 * @param name as its owner knows it: {@code tomcat-8888}, {@code HikariPool-1}, {@code api:443}, {@code OrderCache}
 * @param workers mean number of servers that there were: threads that lived; of what has no threads 0
 * @param maximum m: how many may be held at once, or be granted a second where it is a rate; empty where there is no bound (virtual threads, cached
 *     pools) or it does not tell
 * @param counted whether m is as many as were seen to hold it all the while, and was read from no setting
 * @param active mean number that were held, or on a task
 * @param queue mean number of those who wait; this and the next two are empty where they cannot be seen
 * @param queueMax largest number seen waiting
 * @param queueGrowth change of the queue per second, by least squares over the window
 * @param completed tasks completed, or times that it was taken, in the window; empty where nobody counts
 * @param waitsBegun times that its threads began to wait in the window: as the JVM counts them (to sleep, to park, to be notified), or the kernel, where they
 *     are seen by dumps (to read from a socket as well); of workers that only sleep, the sleeps alone, where these are recorded; empty where nobody
 *     counts
 * @param holdingByCompletions S = active x time / completed, seconds (Denning and Buzen 1978: S = B / C)
 * @param holdingByClock S timed around single tasks by a clock (JFR durations), seconds: independent of completions
 * @param saturatedShare share of looks (0 to 1) in which nothing of it was free and someone waited
 * @param activities mean number of its threads in each activity
 * @param waits on whom its holders wait in turn: where they mostly wait for something that is full, this one is a symptom
 * @param holders where those stand who hold it: the application's lines, most first
 * @param waiters where those stand who wait for it, most first
 * @param setting what changes its capacity, for the reader; empty where the catalogue knows none
 * @param remedy what lifts it, as the catalogue says; empty where it says nothing
 */
public record Station(
        String id,
        StationKind kind,
        String type,
        String name,
        double workers,
        OptionalInt maximum,
        boolean counted,
        double active,
        OptionalDouble queue,
        OptionalDouble queueMax,
        OptionalDouble queueGrowth,
        OptionalDouble completed,
        OptionalDouble waitsBegun,
        Optional<Measure> holdingByCompletions,
        Optional<Measure> holdingByClock,
        double saturatedShare,
        Map<Activity, Double> activities,
        List<Wait> waits,
        List<CallSite> holders,
        List<CallSite> waiters,
        String setting,
        String remedy) {

    /** The catalogue names what bounds all parts of {@code x} so: {@code x-total}. */
    private static final String IN_ALL = "-total";

    public Station {
        activities = Map.copyOf(activities);
        waits = List.copyOf(waits);
        holders = List.copyOf(holders);
        waiters = List.copyOf(waiters);
    }

    public static StationBuilder of(String id, StationKind kind) {
        return new StationBuilder(id, kind);
    }

    public StationBuilder toBuilder() {
        return new StationBuilder(this);
    }

    /** The same pool with room for so many workers. */
    public Station withMaximum(int most) {
        return toBuilder().maximum(OptionalInt.of(most)).build();
    }

    /** The same pool with its waits read otherwise. */
    public Station reading(UnaryOperator<Wait> read) {
        return withWaits(waits.stream().map(read).toList());
    }

    public Station withWaits(List<Wait> others) {
        return toBuilder().waits(others).build();
    }

    /** Whether it bounds in all what that is a part of, such as a route. */
    public boolean isAllOf(Station part) {
        return type.equals(part.type + IN_ALL);
    }

    /** The limit that it is when it binds. */
    public Limit limit() {
        return new Limit(kind.limit(), id, name, maximum);
    }

    /** The same where its callers work as well, or some of its servers hang: m is not its maximum. */
    public Limit limit(int servers) {
        return new Limit(kind.limit(), id, name, OptionalInt.of(servers));
    }

    /** Mean number of those who were seen waiting: 0 where the queue cannot be seen, too. */
    public double queued() {
        return queue.orElse(0);
    }

    /** Mean number of its threads in that activity. */
    public double doing(Activity activity) {
        return activities.getOrDefault(activity, 0.0);
    }

    /** The same of any such activity. */
    public double doing(Predicate<Activity> such) {
        return activities.entrySet().stream()
                .filter(doing -> such.test(doing.getKey()))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /** Mean number of its holders that wait on {@code target}. */
    public double waitingOn(String target) {
        return waits.stream()
                .filter(wait -> wait.target().equals(target))
                .mapToDouble(Wait::workers)
                .sum();
    }

    /** Mean number of its holders that call {@code downstream}. */
    public double calling(String downstream) {
        return waits.stream()
                .filter(wait -> wait.activity() == Activity.AWAITING_DOWNSTREAM
                        && wait.target().equals(downstream))
                .mapToDouble(Wait::workers)
                .sum();
    }

    /** Held over the most that may be, 0 to 1; 0 where there is no bound. */
    public double utilization() {
        return maximum.isPresent() && maximum.getAsInt() > 0 ? active / maximum.getAsInt() : 0;
    }

    /** S by the clock where there is one, else by completions. */
    public Optional<Measure> holdingTime() {
        return holdingByClock.isPresent() ? holdingByClock : holdingByCompletions;
    }

    /**
     * Holders that wait on {@code target}.
     *
     * @param target the id of a station, a downstream as {@code host:port}
     * @param workers mean number of holders in this wait
     * @param evidence the frame or event that told, for the reader
     * @param site the application's line that called it; empty where no frame of the application was seen
     */
    public record Wait(Activity activity, String target, double workers, String evidence, String site) {

        public Wait(Activity activity, String target, double workers, String evidence) {
            this(activity, target, workers, evidence, "");
        }
    }
}

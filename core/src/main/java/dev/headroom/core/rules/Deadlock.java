package dev.headroom.core.rules;

import static dev.headroom.core.statistics.Thresholds.ALL;

import dev.headroom.core.conservation.Places;
import dev.headroom.core.evidence.AsyncWaits;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.structure.Structure;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Waits that go round in a circle, so that nobody in it ever goes on: threads that hold a lock each and want the other's, or the workers of a
 * full pool that all wait for tasks of their own pool.
 */
public final class Deadlock {

    /** Times R0 without a task completed, after which none will be. */
    private static final double LONG = Thresholds.ENOUGH;

    /** Of the time that a lock is held (0 to 1), beyond which its holder works. */
    private static final double MOSTLY = Thresholds.HALF;

    private Deadlock() {}

    public static Stream<Hypothesis> in(Evidence evidence) {
        return Stream.concat(locks(evidence).stream(), starved(evidence));
    }

    private static Optional<Hypothesis> locks(Evidence evidence) {
        int threads = evidence.observation().host().deadlocked();
        Set<String> locks = stuck(evidence.observation());
        return threads == 0
                ? Optional.empty()
                : Optional.of(Hypothesis.of(
                        "deadlock",
                        Finding.of(
                                new Limit(LimitKind.DEADLOCK, "threads", OptionalInt.of(threads)),
                                Remedy.of(
                                        "Take locks always in the same order, or with a timeout; restart the service to get the"
                                                + " threads back.",
                                        ""),
                                threads
                                        + " threads wait for each other's locks in a circle, and everyone who wants one of"
                                        + " these locks waits with them."),
                        place -> place.kind() == Place.Kind.AWAITING_RESOURCE && locks.contains(place.name())
                                || isUnread(place, locks, evidence)));
    }

    /** An event loop that wants such a lock all the time reads nothing more of its connections, whatever the other loops do. */
    private static boolean isUnread(Place place, Set<String> locks, Evidence evidence) {
        return evidence.observation().pools().stream()
                .filter(pool -> pool.kind() == StationKind.EVENT_LOOPS
                        && locks.stream().anyMatch(lock -> pool.waitingOn(lock) >= ALL))
                .anyMatch(
                        loops -> Places.keeps(loops, place, evidence.structure().isEntry(loops)));
    }

    /** Locks that may stand in the circle, by the names that waits give them. Nobody works under one that does: who has it waits for the next. */
    private static Set<String> stuck(Observation seen) {
        return Stream.concat(
                        seen.resources().stream()
                                .filter(lock -> lock.kind() == StationKind.LOCK && !isWorkedUnder(lock))
                                .map(Station::id),
                        seen.waits()
                                .filter(wait -> wait.activity() == Activity.AWAITING_LOCK
                                        && seen.resource(wait.target()).isEmpty())
                                .map(Station.Wait::target))
                .collect(Collectors.toSet());
    }

    private static boolean isWorkedUnder(Station lock) {
        Set<Activity> waiting = EnumSet.of(Activity.AWAITING_LOCK, Activity.AWAITING_OTHER);
        return CallSite.workersAt(lock.holders().stream(), site -> !waiting.contains(site.activity()))
                > MOSTLY * CallSite.workersAt(lock.holders().stream(), site -> true);
    }

    private static Stream<Hypothesis> starved(Evidence evidence) {
        return evidence.observation().pools().stream()
                .filter(pool -> pool.maximum().orElse(0) > 0
                        && waiting(pool, evidence) >= ALL * pool.maximum().getAsInt())
                .map(Deadlock::starved);
    }

    /**
     * Workers that wait for tasks of their own pool; also for futures of which nobody knows who completes them, where the pool completed
     * nothing for many times as long as one user's request takes.
     */
    private static double waiting(Station pool, Evidence evidence) {
        boolean stands = pool.queued() > 0
                && pool.completed().orElse(1) < 1
                && evidence.baseline()
                        .filter(unloaded -> LONG * unloaded.value() <= evidence.window())
                        .isPresent();
        double nameless = pool.waits().stream()
                .filter(wait -> AsyncWaits.nameless(wait, evidence.observation()))
                .mapToDouble(Station.Wait::workers)
                .sum();
        return Structure.waitingOnItself(pool) + (stands ? nameless : 0);
    }

    private static Hypothesis starved(Station pool) {
        Finding finding = Finding.of(
                new Limit(LimitKind.DEADLOCK, pool.name(), pool.maximum()),
                Remedy.of(
                        "Run the inner tasks on another executor, or do not wait for them on a worker of the same pool.",
                        "Every worker waits for a task that needs a worker."),
                "All " + pool.maximum().getAsInt() + " " + Naming.workers(pool)
                        + " wait for tasks of their own pool, which no worker is left to run.");
        return Hypothesis.of(
                pool.name() + " (deadlock)", finding, place -> place.name().equals(pool.name()));
    }
}

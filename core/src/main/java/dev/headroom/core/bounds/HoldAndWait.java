package dev.headroom.core.bounds;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Thresholds;
import java.util.Optional;

/**
 * Whether those at work may wait for each other for good once there are more of them: each holds some of what others wait for (Coffman, Elphick and Shoshani 1971,
 * "hold and wait"). Of c units of one kind, m that take up to k each, one after the other, always get on where c >= m (k - 1) + 1: were each to hold k - 1, one would be left.
 * That k is more than one shows where more are held and waited for than there are to do so, or where workers wait for their own pool ("circular wait"). It is counted as a mean,
 * so that a few that take more than all others are not seen.
 */
public final class HoldAndWait {

    /** Of a unit for each of those at work: who takes one at a time never holds and waits for more, but that a look at threads and one at what they hold are not of one moment. */
    private static final double SOME = Thresholds.FEW;

    private HoldAndWait() {}

    /** Why nothing is to be moved so, for the reader; empty where nothing is known against it. What is raised with it does not count: it is put back while some that came are still at work. */
    public static Optional<String> in(Move move, Observation seen) {
        return move.settings().stream()
                .filter(part -> part.to() > part.from())
                .flatMap(part -> seen.station(part.target()).stream()
                        .flatMap(one -> seen.stations().stream()
                                .filter(held -> !held.id().equals(one.id()))
                                .flatMap(held -> stuck(one, part.to(), held, seen)
                                        .or(() -> crossed(one, held, seen))
                                        .or(() -> untold(one, held))
                                        .stream())))
                .findFirst();
    }

    /** What to do before a limit is raised so far, for the reader; empty where nothing is known against it. */
    public static Optional<String> before(Limit limit, double to, Observation seen) {
        return seen.station(limit)
                .filter(one -> one.maximum().isPresent() && to > one.maximum().getAsInt())
                .flatMap(one -> seen.stations().stream()
                        .filter(held ->
                                !held.id().equals(one.id()) && held.maximum().isPresent())
                        .flatMap(
                                held -> stuck(one, to, held, seen)
                                        .map(why -> "Raise " + held.name() + " first: " + why + ".")
                                        .stream())
                        .findFirst());
    }

    private static Optional<String> stuck(Station one, double to, Station held, Observation seen) {
        if (one.waitingOn(held.id()) == 0 || one.active() == 0) {
            return Optional.empty();
        }
        double kept = held.kind().isThreads() ? circles(one, held, seen) : kept(one, held, seen);
        double units = held.maximum().orElse((int) Math.ceil(held.active()));
        return kept > SOME && units < to * Math.ceil(kept) + 1
                ? Optional.of(
                        "each may hold one of the %.0f of %s and wait for another, and with %.0f at work all could wait for each other for good"
                                .formatted(units, held.name(), to))
                : Optional.empty();
    }

    /** What each of those at work holds of it while it waits for another: of what is held as much is theirs as of the waits. */
    private static double kept(Station one, Station held, Observation seen) {
        double waiting = one.waitingOn(held.id());
        double all = seen.threadsOn(held.id());
        double theirs = held.active() * Math.min(1, waiting / Math.max(waiting, all));
        return (theirs + waiting) / one.active() - 1;
    }

    /** For each at work, workers that wait for what other workers of their own pool have to do, or for a pool that waits for theirs. A fork-join pool's do other work meanwhile. */
    private static double circles(Station one, Station held, Observation seen) {
        if (held.kind() == StationKind.FORK_JOIN) {
            return 0;
        }
        double workers = held.waits().stream()
                .filter(wait -> wait.activity() == Activity.AWAITING_POOL)
                .filter(wait -> wait.target().equals(held.id())
                        || seen.station(wait.target())
                                .filter(other -> other.waitingOn(held.id()) > 0)
                                .isPresent())
                .mapToDouble(Station.Wait::workers)
                .sum();
        return workers / one.active();
    }

    /** Some hold this and wait for another, and some hold that and wait for this. */
    private static Optional<String> crossed(Station one, Station held, Observation seen) {
        return held.kind().isThreads() || one.waitingOn(held.id()) == 0
                ? Optional.empty()
                : seen.resources().stream()
                        .filter(other -> one.waitingOn(other.id()) > 0
                                && other.waitingOn(held.id()) > 0
                                && held.waitingOn(other.id()) > 0)
                        .findFirst()
                        .map(other -> "some hold " + held.name() + " and wait for " + other.name()
                                + ", and some the other way round: more at work could wait for each other for good");
    }

    /** Where nobody tells how many there are, nobody knows whether who waits holds some. Of permits that were there before anybody looked, some may have been taken then. */
    private static Optional<String> untold(Station one, Station held) {
        boolean untold = held.kind() == StationKind.SEMAPHORE
                || held.kind() == StationKind.CONNECTION_POOL && held.maximum().isEmpty();
        return untold && one.waitingOn(held.id()) > SOME * one.active()
                ? Optional.of(
                        "some at work wait for " + held.name()
                                + ", of which it is not known how many there are: if each holds some of it, more of them could wait for each other for good")
                : Optional.empty();
    }
}

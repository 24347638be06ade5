package dev.headroom.core.bounds;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.statistics.Thresholds;
import java.util.Optional;

/**
 * Whether those at work may wait for each other for good once there are more of them: each holds some of what others wait for (Coffman, Elphick and Shoshani 1971,
 * "hold and wait"). Of c units of one kind, m that take up to k each, one after the other, always get on where c >= m (k - 1) + 1: were each to hold k - 1, one would be left.
 * That k is more than one shows where more are held and waited for than there are to do so, or where workers wait for their own pool ("circular wait").
 */
public final class HoldAndWait {

    /** Of a unit for each of those at work: by so much two means of a window do not differ by chance. */
    private static final double SOME = Thresholds.SLIGHT;

    private HoldAndWait() {}

    /** Why nothing is to be moved so, for the reader; empty where nothing is known against it. */
    public static Optional<String> in(Move move, Observation seen) {
        return move.settings().stream()
                .filter(part -> part.to() > part.from())
                .flatMap(part -> seen.station(part.target()).stream()
                        .flatMap(one -> seen.stations().stream()
                                .flatMap(
                                        held -> stuck(one, part.to(), held, units(move, held), seen)
                                                .or(() -> untold(one, held))
                                                .stream())))
                .findFirst();
    }

    /** The same remedy, and what to do before. */
    public static Remedy first(Remedy remedy, Limit limit, Observation seen) {
        return seen.station(limit)
                .filter(one -> one.maximum().isPresent())
                .flatMap(one -> seen.stations().stream()
                        .flatMap(held -> stuck(
                                one, remedy.value().orElse(one.maximum().getAsInt() + 1.0), held, units(held), seen)
                                .map(why -> "Raise " + held.name() + " first: " + why + ". ")
                                .stream())
                        .findFirst())
                .map(first -> new Remedy(first + remedy.action(), remedy.value(), remedy.reasoning()))
                .orElse(remedy);
    }

    private static Optional<String> stuck(Station one, double to, Station held, double units, Observation seen) {
        if (held.id().equals(one.id()) || one.waitingOn(held.id()) == 0 || one.active() == 0) {
            return Optional.empty();
        }
        double kept = kept(one, held, seen);
        return kept > SOME && units < to * Math.ceil(kept) + 1
                ? Optional.of(
                        "each may hold one of the %.0f of %s and wait for another, and with %.0f at work all could wait for each other for good"
                                .formatted(units, held.name(), to))
                : Optional.empty();
    }

    /** Where nobody knows how many there are, nobody knows whether who waits holds some. */
    private static Optional<String> untold(Station one, Station held) {
        boolean counts = switch (held.kind()) {
            case SEMAPHORE, CONNECTION_POOL, OBJECT_POOL -> true;
            default -> false;
        };
        return counts && held.maximum().isEmpty() && one.waitingOn(held.id()) > SOME * one.active()
                ? Optional.of(
                        "some at work wait for " + held.name()
                                + ", of which it is not known how many there are: if each holds some of it, more of them could wait for each other for good")
                : Optional.empty();
    }

    /** What each of those at work holds of it while it waits for another. */
    private static double kept(Station one, Station held, Observation seen) {
        return held.kind().isThreads()
                ? inCircles(held, seen) / one.active()
                : (held.active() + one.waitingOn(held.id())) / one.active() - 1;
    }

    /** Workers that wait for what other workers of their own pool have to do, or for a pool that waits for theirs. */
    private static double inCircles(Station held, Observation seen) {
        return held.waits().stream()
                .filter(wait -> wait.activity() == Activity.AWAITING_POOL)
                .filter(wait -> wait.target().equals(held.id())
                        || seen.station(wait.target())
                                .filter(other -> other.waitingOn(held.id()) > 0)
                                .isPresent())
                .mapToDouble(Station.Wait::workers)
                .sum();
    }

    private static double units(Move move, Station held) {
        return move.settings().stream()
                .filter(part -> part.target().equals(held.id()))
                .mapToDouble(Part::to)
                .findFirst()
                .orElse(units(held));
    }

    private static double units(Station held) {
        return held.maximum().orElse((int) Math.ceil(held.active()));
    }
}

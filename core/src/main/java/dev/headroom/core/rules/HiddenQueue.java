package dev.headroom.core.rules;

import dev.headroom.core.conservation.Places;
import dev.headroom.core.evidence.AlwaysAtWork;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Threads at their capacity whose queue nobody sees: it lies in a promise, in the tasks of an event loop, in a queue of a library's own. Under load alone m = X S is Little's
 * law and shows nothing. Here figures of two windows have to agree, and may fail to: under load the same number m of them is at work in nearly every look; D is what
 * one request takes of them with one user, who leaves them room; and X = m / D (utilisation law, Lazowska 1984, chapter 3). If they waited for something else, D would have grown. Where two groups fit,
 * neither is named.
 */
final class HiddenQueue {

    /** What X may differ from m / D, relative: D is known from the looks of one user's window. */
    private static final double AGREES = Thresholds.TENTH;

    /** At work with one user over m under load, from which that they are always at work says nothing: a thread of the background is so as well. */
    private static final double HAD_ROOM = Thresholds.NEARLY_ALL;

    /** Requests that have to be where nobody sees what they wait for. */
    private static final double FEWEST = Thresholds.ONE;

    private HiddenQueue() {}

    static Stream<Hypothesis> in(Evidence evidence) {
        List<Hypothesis> found = evidence.observation().pools().stream()
                .flatMap(pool -> of(pool, evidence).stream())
                .toList();
        return found.size() == 1 ? found.stream() : Stream.empty();
    }

    private static Optional<Hypothesis> of(Station pool, Evidence evidence) {
        OptionalInt busy = AlwaysAtWork.in(pool, evidence.observation());
        if (busy.isEmpty() || !mayBe(pool, evidence) || waiting(evidence) < FEWEST) {
            return Optional.empty();
        }
        int m = busy.getAsInt();
        OptionalDouble ceiling = ServiceDemand.unloadedCeiling(pool, m, evidence);
        double x = evidence.served().value();
        boolean agrees = ceiling.isPresent() && Math.abs(x - ceiling.getAsDouble()) <= AGREES * ceiling.getAsDouble();
        return agrees && hadRoom(pool, m, evidence)
                ? Optional.of(hypothesis(pool, m, ceiling, evidence))
                : Optional.empty();
    }

    private static boolean mayBe(Station pool, Evidence evidence) {
        return pool.kind() != StationKind.VIRTUAL_THREADS
                && pool.kind() != StationKind.SERVLET_WORKERS
                && !evidence.structure().isEntry(pool)
                && !evidence.saturation(pool).saturated();
    }

    private static boolean hadRoom(Station pool, int m, Evidence evidence) {
        return evidence.unloaded()
                .flatMap(one -> one.observation().station(pool.id()))
                .filter(alone -> alone.active() < HAD_ROOM * m)
                .isPresent();
    }

    private static double waiting(Evidence evidence) {
        return evidence.places().stream()
                .filter(HiddenQueue::isNowhere)
                .mapToDouble(Place::requests)
                .sum();
    }

    private static boolean isNowhere(Place place) {
        return UnknownWaits.isUnknown(place) && UnknownWaits.hasGrown(place);
    }

    private static Hypothesis hypothesis(Station pool, int m, OptionalDouble ceiling, Evidence evidence) {
        boolean all = m >= Math.rint(pool.workers());
        boolean ofThem = all || pool.kind() == StationKind.EVENT_LOOPS;
        Limit limit = ofThem ? pool.limit(m) : new Limit(LimitKind.UNKNOWN, where(pool), OptionalInt.of(m));
        String who = all
                ? Naming.allAre(m, pool)
                : m + " of " + Numbers.count(pool.workers()) + " " + Naming.workers(pool) + (m == 1 ? " is" : " are");
        Finding finding = new Finding(
                limit,
                ofThem ? Optional.of(pool) : Optional.empty(),
                Optional.empty(),
                Optional.of(new Remedy(
                        ofThem
                                ? "More " + Naming.workers(pool) + ", or less for each to do."
                                : "Look at " + where(pool) + ": no more than " + m + " are let in there at a time.",
                        OptionalDouble.empty(),
                        "In every look " + m + " are at work, and one user's request takes "
                                + Numbers.seconds(m / ceiling.orElse(Double.NaN)) + " of them.")),
                Optional.empty(),
                who + " at work in every look, where on average " + Numbers.count(waiting(evidence))
                        + " requests wait and no queue is seen: one user's request takes "
                        + Numbers.seconds(m / ceiling.orElse(Double.NaN)) + " of them, " + m + " of them give "
                        + Numbers.of(ceiling.orElse(Double.NaN)) + " requests/s, and "
                        + Numbers.of(evidence.served().value()) + " were measured.",
                List.of());
        boolean entry = evidence.structure().isEntry(pool);
        return new Hypothesis(
                pool.name(),
                finding,
                place -> Places.keeps(pool, place, entry) || isNowhere(place),
                pool.active(),
                FullPools.waits(pool, evidence),
                ceiling,
                pool.holders(),
                List.of());
    }

    private static String where(Station pool) {
        return pool.holders().isEmpty()
                ? pool.name()
                : pool.holders().getFirst().frame();
    }
}

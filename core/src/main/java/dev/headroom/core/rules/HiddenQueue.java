package dev.headroom.core.rules;

import dev.headroom.core.conservation.Places;
import dev.headroom.core.evidence.AlwaysAtWork;
import dev.headroom.core.evidence.AsyncDispatch;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Groups;
import dev.headroom.core.statistics.Mechanism;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Threads at their capacity whose queue nobody sees: it lies in a promise, in the tasks of an event loop, in a queue of a library's own. Under load alone m = X S is Little's
 * law and shows nothing. Here two figures have to agree, and may fail to. Either those of two windows: under load the same number m of them is at work in nearly every look; D is what
 * one request takes of them with one user, who leaves them room; and X = m / D (utilisation law, Lazowska 1984, chapter 3). If they waited for something else, D would have grown. Or two counts of one
 * window, {@link TurnsTaken}. Where two groups fit, neither is named.
 */
final class HiddenQueue {

    /** At work with one user over m under load, from which that they are always at work says nothing: a thread of the background is so as well. */
    static final double HAD_ROOM = Thresholds.NEARLY_ALL;

    /** Requests that have to be where nobody sees what they wait for. */
    private static final double FEWEST = Thresholds.ONE;

    /** Of those who wait (0 to 1), from which what they wait for is what all do. */
    private static final double MOST = Thresholds.HALF;

    private HiddenQueue() {}

    /**
     * Threads that are at their capacity.
     *
     * @param m of them at work in every look
     * @param ceiling m / D, where X agrees with it
     * @param turns where the counts agree
     */
    private record Claim(Station pool, int m, OptionalDouble ceiling, Optional<TurnsTaken> turns) {}

    static Stream<Hypothesis> in(Evidence evidence) {
        return claim(evidence).stream().map(claim -> hypothesis(claim, evidence));
    }

    /** Whether requests take their turns at threads that are seen: then as many are past a line as these let past, and that is no bound of its own. */
    static boolean takesTurns(Evidence evidence) {
        return claim(evidence).flatMap(Claim::turns).isPresent();
    }

    static boolean isClaimed(Station pool, Evidence evidence) {
        return claim(evidence).filter(claim -> claim.pool().equals(pool)).isPresent();
    }

    private static Optional<Claim> claim(Evidence evidence) {
        return Groups.only(evidence.observation().pools().stream().flatMap(pool -> of(pool, evidence).stream()));
    }

    private static Optional<Claim> of(Station pool, Evidence evidence) {
        OptionalInt busy = AlwaysAtWork.in(pool, evidence.observation());
        if (busy.isEmpty() || !mayBe(pool, evidence) || waiting(pool, evidence) < FEWEST) {
            return Optional.empty();
        }
        int m = busy.getAsInt();
        OptionalDouble demanded = ServiceDemand.unloadedCeiling(pool, m, evidence);
        double x = evidence.served().value();
        boolean agrees = demanded.isPresent() && UserDemand.agrees(x, demanded.getAsDouble());
        Claim claim = new Claim(pool, m, agrees ? demanded : OptionalDouble.empty(), turns(pool, m, evidence));
        return Optional.of(claim)
                .filter(one -> one.ceiling().isPresent() || one.turns().isPresent())
                .filter(one -> evidence.unloaded().isEmpty() || hadRoom(pool, m, evidence));
    }

    /** Of those who wait, as many as they are have their turn: there are more. */
    private static Optional<TurnsTaken> turns(Station pool, int busy, Evidence evidence) {
        return Mechanism.TURNS_TAKEN.works() && AsyncDispatch.mayHide(pool) && waiting(pool, evidence) >= busy + FEWEST
                ? TurnsTaken.in(
                        pool, evidence.places().stream().filter(place -> mayWaitFor(pool, place, evidence)), evidence)
                : Optional.empty();
    }

    /** Why it is they for whom the others wait. */
    private static String agreement(Claim claim, Evidence evidence) {
        if (claim.ceiling().isEmpty()) {
            return claim.turns().orElseThrow().words();
        }
        return UserDemand.agreement(
                claim.m(), claim.ceiling().getAsDouble(), evidence.served().value());
    }

    private static boolean mayBe(Station pool, Evidence evidence) {
        return pool.kind() != StationKind.VIRTUAL_THREADS
                && pool.kind() != StationKind.SERVLET_WORKERS
                && !evidence.structure().isEntry(pool)
                && (FullPools.isUnseen(pool, evidence) || !FullPools.isFullOfRequests(pool, evidence));
    }

    private static boolean hadRoom(Station pool, int m, Evidence evidence) {
        return evidence.unloaded()
                .flatMap(one -> one.observation().station(pool.id()))
                .filter(alone -> alone.active() < HAD_ROOM * m)
                .isPresent();
    }

    private static double waiting(Station pool, Evidence evidence) {
        return evidence.requests(place -> mayWaitFor(pool, place, evidence));
    }

    /** Who sleeps may be at work: where nobody saw one user, it is not known to wait. */
    private static boolean mayWaitFor(Station pool, Place place, Evidence evidence) {
        boolean queued = place.kind() == Place.Kind.QUEUED && place.name().equals(pool.name());
        return (UnknownWaits.isUnknown(place) || queued || isLine(place, evidence))
                && UnknownWaits.hasGrown(place)
                && (place.kind() != Place.Kind.SLEEPING || evidence.baseline().isPresent());
    }

    /** A line of the code at which they wait, of which nothing but that is known. */
    private static boolean isLine(Place place, Evidence evidence) {
        return place.kind() == Place.Kind.AWAITING_RESOURCE
                && evidence.observation()
                        .resource(place.name())
                        .filter(one -> one.kind() == StationKind.UNKNOWN)
                        .isPresent();
    }

    /** What most of them are seen to wait for, before a pool that has room: that lets as many past as are at work. */
    private static Optional<Station> door(Station pool, Evidence evidence) {
        return evidence.places().stream()
                .filter(place -> mayWaitFor(pool, place, evidence))
                .max(Comparator.comparingDouble(Place::requests))
                .filter(place -> place.requests() > MOST * waiting(pool, evidence) && isLine(place, evidence))
                .flatMap(place -> evidence.observation().resource(place.name()))
                .filter(its -> evidence.observation()
                        .waits()
                        .noneMatch(wait -> wait.target().equals(its.id())
                                && wait.site().equals(its.name()))); // a line, where they may wait for their answers
    }

    private static Hypothesis hypothesis(Claim claim, Evidence evidence) {
        Station pool = claim.pool();
        int m = claim.m();
        boolean all = m >= Math.rint(pool.workers());
        boolean ofThem = all || pool.kind() == StationKind.EVENT_LOOPS;
        Optional<Station> door = ofThem ? Optional.empty() : door(pool, evidence);
        Station at = door.orElse(pool);
        Limit limit = ofThem ? pool.limit(m) : new Limit(LimitKind.UNKNOWN, at.id(), at.name(), OptionalInt.of(m));
        String who = all
                ? Naming.allAre(m, pool)
                : m + " of " + Numbers.count(pool.workers()) + " " + Naming.workers(pool) + (m == 1 ? " is" : " are");
        Finding finding = new Finding(
                limit,
                ofThem ? Optional.of(pool) : Optional.empty(),
                Optional.empty(),
                Optional.of(Remedy.of(
                        ofThem
                                ? "More " + Naming.workers(pool) + ", or less for each to do."
                                : "Look at " + door.map(Station::name).orElseGet(() -> where(pool)) + ": no more than "
                                        + m + " are let in there at a time.",
                        "In every look " + m + " are at work.")),
                Optional.empty(),
                who + " at work in every look, where on average " + Numbers.waiting(waiting(pool, evidence))
                        + " "
                        + door.map(its -> "for " + its.name()).orElse("and no queue is seen") + ": "
                        + agreement(claim, evidence),
                List.of());
        boolean entry = evidence.structure().isEntry(pool);
        return Hypothesis.of(
                        pool.name(),
                        finding,
                        place -> Places.keeps(pool, place, entry) || mayWaitFor(pool, place, evidence))
                .heldBy(pool.active(), pool.holders())
                .waiting(FullPools.waits(pool, evidence))
                .predicted(claim.ceiling());
    }

    private static String where(Station pool) {
        return pool.holders().isEmpty()
                ? pool.name()
                : pool.holders().getFirst().frame();
    }
}

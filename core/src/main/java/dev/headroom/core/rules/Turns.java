package dev.headroom.core.rules;

import dev.headroom.core.evidence.AlwaysAtWork;
import dev.headroom.core.evidence.AsyncDispatch;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.statistics.Groups;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Who waits for its turn at an actor, an ordered queue or a timer may hold no thread, and the pool that runs them has room. Of such a pool the same number is at work in every look,
 * of all or of few of its threads. That is no proof: they may do so for others.
 *
 * @param busy workers that are at work in every look
 */
record Turns(Station pool, int busy) {

    private static final Set<Place.Kind> NOWHERE =
            EnumSet.of(Place.Kind.QUEUED, Place.Kind.AWAITING_OTHER, Place.Kind.NOT_FOUND);

    /** What those who are at that place may wait for; empty where no pool is so, or several are. */
    static Optional<Turns> in(Place place, Evidence evidence) {
        return Groups.only(evidence.observation().pools().stream()
                .filter(pool -> NOWHERE.contains(place.kind()) && AsyncDispatch.mayHide(pool))
                .filter(pool ->
                        !evidence.structure().isEntry(pool) && !pool.holders().isEmpty())
                .flatMap(pool -> AlwaysAtWork.in(pool, evidence.observation()).stream()
                        .filter(busy -> busy < place.requests())
                        .mapToObj(busy -> new Turns(pool, busy))));
    }

    /** The same where one user keeps fewer of them at work. */
    static Optional<Turns> grown(Place place, Evidence evidence) {
        return evidence.unloaded()
                .flatMap(alone -> in(place, evidence)
                        .filter(turns -> alone
                                .observation()
                                .station(turns.pool().id())
                                .stream()
                                .allMatch(one -> one.active() < HiddenQueue.HAD_ROOM * turns.busy())));
    }

    /** Where nothing but that they are busy speaks for them: then no place is known. */
    Limit beside() {
        return new Limit(LimitKind.UNKNOWN, UnknownWaits.NO_PLACE, pool.name(), OptionalInt.of(busy));
    }

    String words() {
        return Naming.workers(busy, pool) + " " + (busy == 1 ? "is" : "are") + " at work in every look, at "
                + pool.holders().getFirst().frame()
                + ": if requests take their turns there, as with an actor, an ordered queue or a timer, that is the limit.";
    }
}

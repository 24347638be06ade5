package dev.headroom.core.diagnosis;

import dev.headroom.core.conservation.BoundedObjects.Bound;
import dev.headroom.core.conservation.BoundedObjects.Holder;
import dev.headroom.core.conservation.HeapEvidence;
import dev.headroom.core.conservation.LiveObjects;
import dev.headroom.core.conservation.SteadyPopulation;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Grounds;
import dev.headroom.core.model.diagnosis.Diagnosis.Proof;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.rules.Naming;
import dev.headroom.core.rules.UnknownWaits;
import dev.headroom.core.text.Numbers;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntPredicate;

/** A limit whose capacity no way in shows, from the objects that live because of it ({@link LiveObjects}). It stays suspected: nothing was moved. */
public final class CountedObjects {

    private static final Set<LimitKind> COUNTABLE = EnumSet.of(
            LimitKind.UNKNOWN,
            LimitKind.WORKER_POOL,
            LimitKind.EVENT_LOOPS,
            LimitKind.CONNECTION_POOL,
            LimitKind.OBJECT_POOL,
            LimitKind.SEMAPHORE);

    private CountedObjects() {}

    /** Whether counting them would tell what is not known yet. */
    public static boolean wouldTell(Diagnosis found, Observation seen) {
        // in the heap those who wait lead to what was raised in vain, and not to what binds behind it
        boolean behindAnother = found.proof().map(Proof::grounds).equals(Optional.of(Grounds.ANOTHER_REFUTED));
        return found.account().unloaded().isPresent()
                && (isHalfKnown(found) || CountedWaiters.areByKernel(found, seen))
                && !behindAnother;
    }

    /** Whether it has a limit of which it is not known how many it lets past, or where that is. */
    static boolean isHalfKnown(Diagnosis found) {
        return found.verdict() == Verdict.LIMIT
                && found.bindingLimit()
                        .filter(limit -> COUNTABLE.contains(limit.kind()))
                        .filter(limit -> limit.workers().isEmpty() || isNowhere(found))
                        .isPresent();
    }

    /**
     * Where a bound and a population have different numbers neither is told: of two limits, one within the other, the outer one is full as well, and maybe all that has objects of its own.
     *
     * @param inFlight N
     * @param atWork X R0
     */
    public static Diagnosis with(Diagnosis found, HeapEvidence heap, int inFlight, double atWork) {
        LiveObjects objects = heap.objects();
        WorkAtPlaces work = WorkAtPlaces.of(found, atWork);
        OptionalInt known = placed(found).workers();
        IntPredicate mayBe =
                known.isPresent() ? most -> most == known.getAsInt() : most -> work.isOne() || work.mayBeHeld(most);
        Optional<SteadyPopulation> steady = SteadyPopulation.of(objects, inFlight, atWork)
                .filter(one -> mayBe.test(one.past()) && (!one.all() || work.isOne()));
        Optional<Bound> bound = heap.bounded().flatMap(bounding -> bounding.find(atWork, mayBe));
        boolean differ = bound.isPresent()
                && steady.isPresent()
                && bound.get().most() != steady.get().past();
        Set<String> past = steady.map(one -> Set.copyOf(one.types())).orElse(Set.of());
        Diagnosis counted = steady.filter(one -> known.isEmpty() && !differ)
                .map(one -> with(found, one))
                .orElse(found);
        Diagnosis named = bound.filter(one -> !differ)
                .map(one -> with(counted, one))
                .orElseGet(() -> heap.bounded()
                        .flatMap(bounding -> bounding.holder(objects.waiting(inFlight, atWork), past))
                        .map(one -> with(counted, one))
                        .orElse(counted));
        return heap.waiters()
                .filter(heaps -> isHalfKnown(named) || CountedWaiters.areConnections(named))
                .flatMap(heaps -> CountedWaiters.more(named, heaps, mayBe))
                .orElse(named);
    }

    /** Where no thread showed where they wait, threads that are always at work are what others may wait for, and no more: their number is none of the heap's. */
    private static Limit placed(Diagnosis found) {
        Limit limit = found.bindingLimit().orElseThrow();
        boolean byBusyThreads = isNowhere(found)
                && limit.station().equals(UnknownWaits.NO_PLACE)
                && !limit.pool().equals(UnknownWaits.NO_PLACE);
        return byBusyThreads ? Naming.limit(limit.kind(), UnknownWaits.NO_PLACE) : limit;
    }

    /** Whether no thread showed where they wait. */
    private static boolean isNowhere(Diagnosis found) {
        return found.bindingLimit()
                        .filter(limit -> limit.kind() == LimitKind.UNKNOWN)
                        .isPresent()
                && waits(found) == Place.Kind.NOT_FOUND;
    }

    /** With the place where those that wait stand, where no thread showed one; as a note where one did. */
    private static Diagnosis with(Diagnosis found, Holder holder) {
        Limit limit = placed(found);
        String lead = "In the heap, those that wait are objects of " + holder.waiters() + ", and lead to "
                + holder.type() + ".";
        return !isNowhere(found)
                ? found.toBuilder().note(lead).build()
                : found.toBuilder()
                        .limit(new Limit(limit.kind(), limit.station(), simple(holder.type()), limit.workers()))
                        .remedy(lookAt(holder.type()))
                        .saying(lead)
                        .build();
    }

    /** Of a place in the heap, where it is not known how many it lets past. */
    static Remedy lookAt(String type) {
        return Remedy.of(
                "Look at " + type + ": those that wait lead there.", "They were found in the heap; nothing was moved.");
    }

    /** Where most requests are that were not there with one user. */
    private static Place.Kind waits(Diagnosis found) {
        return found.account().places().stream()
                .max(Comparator.comparingDouble(Place::added))
                .map(Place::kind)
                .orElse(Place.Kind.NOT_FOUND);
    }

    /** With the name of what bounds, where no thread showed one. */
    private static Diagnosis with(Diagnosis found, Bound bound) {
        Limit limit = placed(found);
        String type = simple(bound.object().type());
        String name = limit.kind() == LimitKind.UNKNOWN ? type : limit.pool();
        String numbers = switch (bound.kind()) {
            case MOST_AND_COUNT ->
                bound.field() + " is " + bound.most() + " and " + bound.beside()
                        + (bound.object().numbers().getOrDefault(bound.beside(), 0L) == bound.most()
                                ? " reaches it under load"
                                : " is as many more under load than with nobody");
            case ROOM_LEFT ->
                bound.field() + " is " + bound.most() + " with nobody in the service, and under load nothing is left";
        };
        return found.toBuilder()
                .limit(new Limit(limit.kind(), limit.station(), name, OptionalInt.of(bound.most())))
                .remedy(Remedy.of(
                        "Raise " + bound.field() + " of " + type + ", or hold "
                                + (bound.most() == 1 ? "it" : "each of its " + bound.most())
                                + " for a shorter time.",
                        "The bound was read in the heap; nothing was moved."))
                .saying("Those that wait lead to " + type + " in the heap, whose " + numbers + ".")
                .note(bound.object().type() + " is "
                        + Numbers.of(Math.rint(bound.object().distance())) + " references from the objects of "
                        + bound.object().waiters() + " that wait.")
                .build();
    }

    /** {@code FixedChannelPool} of {@code io.netty.channel.pool.FixedChannelPool}. */
    static String simple(String type) {
        String named = type.contains("$$Lambda") ? type.substring(0, type.indexOf("$$Lambda")) : type;
        return named.substring(named.lastIndexOf('.') + 1);
    }

    private static Diagnosis with(Diagnosis found, SteadyPopulation steady) {
        Limit limit = placed(found);
        return found.toBuilder()
                .limit(new Limit(limit.kind(), limit.station(), limit.pool(), OptionalInt.of(steady.past())))
                .saying("No more than " + steady.past() + " are let past at a time, and others wait: so says the heap.")
                .note("In the heap are " + steady.past() + " objects of "
                        + String.join(", ", steady.types().stream().limit(2).toList()) + " in each of "
                        + steady.counts() + " counts under load, and none with nobody"
                        + (steady.all() ? "." : ", while others vary."))
                .build();
    }
}

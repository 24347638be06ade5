package dev.headroom.core.diagnosis;

import dev.headroom.core.conservation.FutureChain;
import dev.headroom.core.conservation.WaiterCounts;
import dev.headroom.core.conservation.WaiterCounts.Counted;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.DiagnosisBuilder;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.rules.UnknownWaits;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/** A limit of a running JVM that no thread shows, from what counts who waits in its heap ({@link WaiterCounts}). It stays suspected: nothing was moved. */
public final class CountedWaiters {

    private CountedWaiters() {}

    /**
     * Whether the heap would tell what is not known yet: where most requests wait, or how many are let past there. Of connections that the kernel alone counts it may be something before them that lets no more past.
     */
    public static boolean wouldTell(Inspection inspection) {
        Diagnosis found = inspection.found();
        boolean known = inspection.workload().inFlight() >= 1; // no number where nobody counts them
        boolean unknown =
                found.verdict() == Verdict.UNKNOWN && found.bindingLimit().isEmpty();
        return known && (unknown || areByKernel(found, inspection.seen()) || CountedObjects.isHalfKnown(found));
    }

    static boolean areByKernel(Diagnosis found, Observation seen) {
        return areConnections(found)
                && seen.station(found.bindingLimit().orElseThrow().station()).isEmpty();
    }

    public static Diagnosis with(Diagnosis found, WaiterCounts heaps) {
        Optional<Counted> counted = heaps.find();
        Optional<FutureChain> chain = heaps.chain()
                .filter(one -> counted.filter(other -> other.most().isPresent()).isEmpty());
        return chain.map(one -> with(found, one))
                .or(() -> counted.map(one -> with(found, one)))
                .orElseGet(() -> found.toBuilder()
                        .note("In two heap dumps no object was found that counts who waits.")
                        .build());
    }

    /** Where the heaps say where they wait, and where they say how many are let past, it may be so many; or that none is, and they wait in a row. */
    static Optional<Diagnosis> more(Diagnosis found, WaiterCounts heaps, IntPredicate mayBe) {
        return heaps.chain()
                .filter(chain -> chain.inOrder() || chain.chains().stream().allMatch(mayBe))
                .map(chain -> with(found, chain))
                .or(() -> heaps.find()
                        .filter(counted -> counted.most().stream().allMatch(mayBe))
                        .map(counted -> with(found, counted)));
    }

    /** One of each chain at a time, whatever is known of who does it; unless they only give back in order what is done already. */
    private static Diagnosis with(Diagnosis found, FutureChain chain) {
        String type = CountedObjects.simple(chain.type());
        OptionalInt chains = chain.chains();
        boolean isOne = chains.equals(OptionalInt.of(1));
        String lead = "In the heap " + chain.clients().size()
                + " requests in flight, each of a client of its own, are links of "
                + (isOne ? "one chain" : (chains.isPresent() ? chains.getAsInt() : "a changing number of") + " chains")
                + " of futures, made by " + type + ": ";
        OptionalInt known = found.capacity();
        if (chain.inOrder()) {
            String turns =
                    "what was begun side by side is given back there in order, and waits for what came before it.";
            DiagnosisBuilder told = found.toBuilder().saying(lead + turns);
            return found.bindingLimit().isEmpty()
                    ? told.build()
                    : told.limit(named(found, type, known))
                            .remedy(CountedObjects.lookAt(chain.type()))
                            .build();
        }
        if (known.isPresent() && chains.isPresent() && !known.equals(chains)) {
            return found.toBuilder()
                    .saying(lead + (isOne ? "it lets one" : "they let " + chains.getAsInt())
                            + " past at a time, and " + counters(found) + " say " + known.getAsInt()
                            + ", so it is not known how many.")
                    .limit(named(found, type, OptionalInt.empty()))
                    .build();
        }
        return found.toBuilder()
                .verdict(Verdict.LIMIT)
                .standing(Standing.SUSPECTED)
                .limit(named(found, type, chains.isPresent() ? chains : known))
                .remedy(Remedy.of(
                        "Chain only those in " + type
                                + " that must not run side by side, or hold each for a shorter time.",
                        "It was found in the heap; nothing was moved."))
                .saying(
                        lead
                                + (isOne
                                        ? "each begins when the one before it is complete, so one at a time."
                                        : "each begins when the one before it in its chain is complete, so one of each chain at a time."))
                .build();
    }

    private static Diagnosis with(Diagnosis found, Counted counted) {
        String type = CountedObjects.simple(counted.object().type());
        String waiting = counted.waiting().stream().map(String::valueOf).collect(Collectors.joining(", then "));
        String lead = "In the heap " + waiting + " requests in flight, each of a client of its own, lead to " + type
                + (counted.queue().isEmpty() ? "." : ", which counts them (" + counted.queue() + ").");
        String note =
                counted.object().type() + " was found from " + counted.object().waiters() + ".";
        OptionalInt known = found.capacity();
        OptionalInt most = known.isPresent() ? known : counted.most();
        DiagnosisBuilder told = found.toBuilder().note(note);
        if (most.isEmpty()) {
            return told.saying(lead).build();
        }
        if (counted.most().isPresent() && !counted.most().equals(most)) {
            return told.limit(named(found, type, OptionalInt.empty()))
                    .remedy(CountedObjects.lookAt(type))
                    .saying(lead + " Its " + String.join(" and ", counted.bound()) + " would say that it lets "
                            + counted.most().getAsInt() + " past, and " + counters(found) + " " + most.getAsInt()
                            + ": one of them is wrong, so it is not known how many.")
                    .build();
        }
        return told.verdict(Verdict.LIMIT)
                .standing(Standing.SUSPECTED)
                .limit(named(found, type, most))
                .remedy(
                        counted.most().isEmpty()
                                ? CountedObjects.lookAt(type) // the number is that of the answers: a clock may be there
                                : Remedy.of(
                                        "Raise the " + most.getAsInt() + " that " + type
                                                + " lets past, or hold each for a shorter time.",
                                        "It was found in the heap; nothing was moved."))
                .saying(lead
                        + (counted.bound().isEmpty()
                                ? ""
                                : " There " + most.getAsInt() + " is " + String.join(" and ", counted.bound()) + ".")
                        + counted.past()
                                .map(past -> " In each of " + counted.waiting().size() + " heaps " + most.getAsInt()
                                        + " others are past it, each with an object of "
                                        + CountedObjects.simple(past) + " that refers to it.")
                                .orElse(""))
                .build();
    }

    static boolean areConnections(Diagnosis found) {
        return found.bindingLimit().filter(CountedWaiters::areConnections).isPresent();
    }

    private static boolean areConnections(Limit limit) {
        return limit.kind() == LimitKind.CONNECTION_POOL && limit.workers().isPresent();
    }

    /** What has told how many are let past. */
    private static String counters(Diagnosis found) {
        return areConnections(found) ? "the connections" : "the answers";
    }

    /** By its type in the heap, where nothing else has given it a kind and a name; connections have the name of what they lead to. */
    private static Limit named(Diagnosis found, String type, OptionalInt most) {
        return found.bindingLimit()
                .filter(seen -> !areConnections(seen))
                .filter(seen -> seen.kind() != LimitKind.UNKNOWN
                        || seen.workers().isPresent() && !seen.pool().equals(UnknownWaits.NO_PLACE))
                .map(seen -> new Limit(seen.kind(), seen.station(), seen.pool(), most))
                .orElseGet(() -> new Limit(LimitKind.UNKNOWN, type, most));
    }
}

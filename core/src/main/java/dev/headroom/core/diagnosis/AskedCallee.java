package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Grounds;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.DiagnosisBuilder;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.rules.SharedConnections;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Ids;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** What was found of a service that waits for another process, with what was found of that one under the same load: a queue in it is the downstream's, and none there is on this side of the calls. */
public final class AskedCallee {

    /** Of which so many are in the other process at a time as its limit has. */
    private static final Set<LimitKind> AT_A_TIME = EnumSet.of(
            LimitKind.WORKER_POOL,
            LimitKind.EVENT_LOOPS,
            LimitKind.CONNECTION_POOL,
            LimitKind.OBJECT_POOL,
            LimitKind.SEMAPHORE,
            LimitKind.LOCK);

    private AskedCallee() {}

    /** Whom to ask, {@code host:port}; empty where nobody else is waited for. */
    public static Optional<String> target(Diagnosis found, Observation seen) {
        Optional<Limit> limit = found.bindingLimit();
        if (limit.isEmpty()) {
            return found.verdict() == Verdict.UNKNOWN ? mostlyAt(found.account().places()) : Optional.empty();
        }
        return switch (limit.get().kind()) {
            case DOWNSTREAM -> Optional.of(limit.get().pool());
            case UNKNOWN ->
                SharedConnections.target(limit.get().pool(), seen)
                        .or(() -> mostlyAt(found.account().places()));
            default -> Optional.empty();
        };
    }

    /** The downstream at which requests are for most of their time. */
    private static Optional<String> mostlyAt(List<Place> places) {
        double all = places.stream().mapToDouble(Place::requests).sum();
        return places.stream()
                .filter(place -> place.atDownstream() && place.requests() > Thresholds.HALF * all)
                .map(Place::name)
                .findFirst();
    }

    /**
     * Of two numbers the smaller one is told: what is read at once may wait there for fewer.
     *
     * @param target whom was asked
     * @param name of that process
     * @param there what was found of it
     */
    public static Diagnosis with(Diagnosis found, String target, String name, Diagnosis there) {
        DiagnosisBuilder told = found.toBuilder();
        Optional<Limit> inside = there.knownLimit();
        if (there.verdict() == Verdict.LOAD_IS_THE_LIMIT) {
            return told.standing(Standing.SUSPECTED) // they contradict each other, however well either is known
                    .note(name + ", which listens at " + target + ", was watched under this load: "
                            + (there.standing() == Standing.SUSPECTED
                                    ? "nothing was seen to bind there, which is not sure."
                                    : "nothing binds there, so what binds is on this side of the calls."))
                    .build();
        }
        if (inside.isEmpty()) {
            return told.note(name + ", which listens at " + target
                            + ", was watched under this load: what binds there could not be told.")
                    .build();
        }
        Limit limit = inside.get();
        OptionalInt known = found.capacity();
        boolean tells = AT_A_TIME.contains(limit.kind()) && there.standing() != Standing.SUSPECTED;
        boolean further = limit.kind() == LimitKind.DOWNSTREAM;
        OptionalInt number = tells ? fewer(known, limit.workers()) : further ? OptionalInt.empty() : known;
        there.remedy().filter(remedy -> tells || further).ifPresent(remedy -> told.remedy(remedy.in(name)));
        return told.verdict(Verdict.DOWNSTREAM_IS_THE_LIMIT)
                .standing(!further && isShownThere(found, there) ? Standing.PROVED : found.standing())
                .limit(new Limit(LimitKind.DOWNSTREAM, target, number))
                .saying(name + ", which listens there, was watched under this load: it is bound by " + limit.pool()
                        + (limit.workers().isPresent()
                                ? ", " + limit.workers().getAsInt() + " "
                                        + limit.kind().unit()
                                : "")
                        + " (" + Ids.of(there.standing()) + ").")
                .build();
    }

    /** Fewer calls have shown that a queue stands behind them, and a limit of its own that it is in there, not on the way. */
    private static boolean isShownThere(Diagnosis found, Diagnosis there) {
        return there.standing() != Standing.SUSPECTED
                && found.standing() == Standing.SUPPORTED
                && found.proof()
                        .filter(proof -> proof.grounds() == Grounds.CALLED_LESS)
                        .isPresent();
    }

    /** What it reads at once may wait there for fewer. */
    private static OptionalInt fewer(OptionalInt one, OptionalInt other) {
        return one.isEmpty() || other.isPresent() && other.getAsInt() < one.getAsInt() ? other : one;
    }

    /**
     * Where it could not be watched.
     *
     * @param name of the other process
     * @param why for the reader
     */
    public static Diagnosis unasked(Diagnosis found, String name, String why) {
        return found.toBuilder()
                .note(name + ", which is called, could not be watched: " + why)
                .build();
    }
}

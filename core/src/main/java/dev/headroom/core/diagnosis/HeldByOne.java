package dev.headroom.core.diagnosis;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.statistics.Thresholds;
import java.util.Optional;

/**
 * For how long a request may hold, with one user, what only one of them holds at a time. It is not held where under load several work at one place: so it is at most R0 less what one user's request takes at such
 * places. They are lines at which requests sleep, and downstreams that each request calls once: what is called several times may be called with the thing held and without it. So may the processor be used. What was not
 * seen, and where requests wait for others, may be held.
 */
final class HeldByOne {

    /** Requests at a place, from which they are several: one, and what its measurement may be off. */
    private static final double SEVERAL = 1 + Thresholds.QUARTER;

    /** Calls for each request, and what the two counts may be off. */
    private static final double ONCE = 1 + Thresholds.TENTH;

    private HeldByOne() {}

    /** Seconds; empty where one user was not measured. */
    static Optional<Double> longest(Evidence evidence) {
        double shared = evidence.places().stream()
                .filter(place -> place.requests() >= SEVERAL && (isLine(place) || isCalledOnce(place, evidence)))
                .mapToDouble(Place::unloaded)
                .sum();
        return evidence.baseline().map(alone -> Math.max(0, alone.value() - shared));
    }

    private static boolean isLine(Place place) {
        return place.kind() == Place.Kind.SLEEPING && !place.name().isEmpty();
    }

    private static boolean isCalledOnce(Place place, Evidence evidence) {
        return place.atDownstream()
                && evidence.observation().calls().stream()
                        .filter(call -> call.target().equals(place.name()))
                        .anyMatch(call -> call.rate().perSecond() <= ONCE * evidence.throughput());
    }
}

package dev.headroom.core.diagnosis;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.statistics.Thresholds;
import java.util.Optional;

/**
 * For how long a request may hold, with one user, what only one of them holds at a time. It is not held where under load several work at one place: so it is at most R0 less what one user's request takes at such
 * places. What was not seen, and where requests wait for others, may be held. A place is a line, and one that is called with the thing held and without it again counts as not held.
 */
final class HeldByOne {

    /** Requests at a place, from which they are several: one, and what its measurement may be off. */
    private static final double SEVERAL = 1 + Thresholds.QUARTER;

    private HeldByOne() {}

    /** Seconds; empty where one user was not measured. */
    static Optional<Double> longest(Evidence evidence) {
        double shared = evidence.places().stream()
                .filter(place -> works(place) && place.requests() >= SEVERAL)
                .mapToDouble(Place::unloaded)
                .sum();
        return evidence.baseline().map(alone -> Math.max(0, alone.value() - shared));
    }

    private static boolean works(Place place) {
        return place.onCores() || place.atDownstream() || place.kind() == Place.Kind.SLEEPING;
    }
}

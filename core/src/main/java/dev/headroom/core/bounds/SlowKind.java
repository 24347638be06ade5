package dev.headroom.core.bounds;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.evidence.KindResponse;
import dev.headroom.core.model.Measure;
import java.util.Comparator;
import java.util.Optional;

/**
 * One of several kinds of request that takes longer than with one user beyond the errors of both, what threads are late, and what every kind takes longer, which the
 * mean of all shows: what it waits for may be of its own, and then, where the kind is rare, that mean hardly shows it.
 */
public final class SlowKind {

    private SlowKind() {}

    /**
     * The kind that is longest by its own R0.
     *
     * @param passing seconds of a mean response in queues that pass; these may all be before one kind
     */
    public static Optional<KindResponse> in(Evidence evidence, double passing) {
        double everyKind = evidence.measured().kinds().stream()
                .mapToDouble(kind -> kind.loaded().value() - kind.alone().value())
                .min()
                .orElse(0);
        double noise = Bound.noise(evidence) + (1 + Evidence.LONGER) * Math.max(0, everyKind);
        return evidence.measured().kinds().stream()
                .filter(kind -> kind.alone().value() > 0 && kind.share() > 0)
                .filter(kind -> longer(kind.alone(), kind.loaded()) > noise + passing / kind.share())
                .max(Comparator.comparingDouble(
                        kind -> kind.loaded().value() / kind.alone().value()));
    }

    /** Seconds beyond the errors of both and what any response may take longer. */
    private static double longer(Measure alone, Measure loaded) {
        return loaded.value()
                - alone.value()
                - Evidence.LONGER * alone.value()
                - Math.hypot(alone.knownError(), loaded.knownError());
    }
}

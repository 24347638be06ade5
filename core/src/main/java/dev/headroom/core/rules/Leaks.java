package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import java.util.List;
import java.util.Optional;

/**
 * What is in use for good. In use = L + D X, with one user and under load (the utilisation law with an intercept), so two states give both:
 * what is never given back, L, and the demand of a request, D.
 */
public final class Leaks {

    private Leaks() {}

    static List<String> notes(Station resource, Evidence evidence) {
        int leaked = count(resource.id(), evidence);
        return leaked == 0
                ? List.of()
                : List.of(
                        leaked + " of " + resource.name() + (leaked == 1 ? " is" : " are")
                                + " in use whatever the load is, as if never given back: look for what takes one and does not return it.");
    }

    /** L of the resource with that id; 0 where the two states do not tell. */
    public static int count(String id, Evidence evidence) {
        Optional<Station> loaded = resource(id, evidence);
        Optional<Station> alone = evidence.unloaded().flatMap(one -> resource(id, one));
        double x = evidence.served().value();
        double single = evidence.unloaded().map(one -> one.served().value()).orElse(Double.NaN);
        if (loaded.isEmpty() || alone.isEmpty() || !(x > single)) {
            return 0;
        }
        double demand = (loaded.get().active() - alone.get().active()) / (x - single);
        return (int) Math.max(0, Math.rint(alone.get().active() - demand * single));
    }

    private static Optional<Station> resource(String id, Evidence evidence) {
        return evidence.observation().resource(id).filter(one -> one.kind() != StationKind.RATE_LIMITER);
    }
}

package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.evidence.Saturation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Thresholds;
import java.util.List;
import java.util.Optional;

/**
 * What is in use for good. In use = L + D X, with one user and under load (the utilisation law with an intercept), so two states give both:
 * what is never given back, L, and the demand of a request, D.
 */
public final class Leaks {

    /** Held for requests under load, on average: with fewer left none would pass. */
    private static final double FEWEST_HELD = Thresholds.ODD_ONE;

    /** Of the looks at one user (0 to 1), those in which somebody waits: more are looks at what the load has left. */
    private static final double LEFT = Thresholds.FEW;

    /** In use with one user (mean): as many at least are needed for what is lost and what he holds; with fewer he may hold it for longer than under load. */
    private static final double MORE_THAN_ONE_USERS = Thresholds.ONE;

    private Leaks() {}

    static List<String> notes(Station resource, Evidence evidence) {
        int leaked = count(resource.id(), evidence);
        return leaked == 0
                ? List.of()
                : List.of(
                        leaked + " of " + resource.name() + (leaked == 1 ? " is" : " are")
                                + " in use whatever the load is, as if never given back: look for what takes one and does not return it.");
    }

    /** What remains of a resource to serve requests: m - L, of which as many are held as requests hold. */
    static Station without(Station resource, Evidence evidence) {
        int lost = count(resource.id(), evidence);
        double held = resource.active() - lost;
        return lost == 0
                ? resource
                : resource.toBuilder()
                        .maximum(resource.maximum().stream()
                                .map(all -> all - lost)
                                .findFirst())
                        .active(held)
                        .holdingByCompletions(
                                resource.holdingByCompletions().map(time -> time.times(held / resource.active())))
                        .build();
    }

    /** L of the resource with that id, for which others wait under load and nobody with one user; 0 where the two states do not tell. */
    public static int count(String id, Evidence evidence) {
        Optional<Station> loaded = resource(id, evidence).filter(one -> one.queued() >= Saturation.FEWEST_WAITING);
        Optional<Station> alone = evidence.unloaded()
                .flatMap(one -> resource(id, one))
                .filter(one -> one.saturatedShare() < LEFT && one.active() >= MORE_THAN_ONE_USERS);
        double x = evidence.served().value();
        double single = evidence.unloaded().map(one -> one.served().value()).orElse(Double.NaN);
        if (loaded.isEmpty() || alone.isEmpty() || !(x > single)) {
            return 0;
        }
        double busy = loaded.get().active();
        double demand = (busy - alone.get().active()) / (x - single);
        double lost = Math.max(0, Math.rint(alone.get().active() - demand * single));
        return lost <= busy - FEWEST_HELD ? (int) lost : 0;
    }

    private static Optional<Station> resource(String id, Evidence evidence) {
        return evidence.observation().resource(id).filter(one -> one.kind() != StationKind.RATE_LIMITER);
    }
}

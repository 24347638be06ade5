package dev.headroom.core.bounds;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.evidence.Saturation;
import dev.headroom.core.laws.ErlangLoss;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Thresholds;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Answers that count as good and are not what was asked for: who finds nothing free of something is given a default, at once. Neither R nor X shows that it binds,
 * for such answers come sooner than others. What shows it is that a request takes the thing less often than one user's request does, or that less of it is in use
 * than its requests would hold, by no more than find nothing free of so much that is taken ({@link ErlangLoss}).
 *
 * @param of what is taken
 * @param share of its takers, 0 to 1, that go without
 */
public record Fallbacks(Station of, double share) {

    /** Takers (0 to 1) that have to go without: as few may be served from a cache, or differ in what they ask for. */
    private static final double SOME = Thresholds.SLIGHT;

    /** Takers that find nothing free by the loss formula, over those that go without: fewer, and they go without for another reason. */
    public static final double LEAST = Thresholds.HALF;

    /** Of one user's takes for each request, what may be missing from a whole number at the edges of a window. */
    private static final double EDGE = Thresholds.TENTH;

    /** The one of which most go without. */
    public static Optional<Fallbacks> in(Evidence evidence) {
        return evidence.observation().resources().stream()
                .filter(resource -> resource.kind() != StationKind.LOCK && resource.kind() != StationKind.RATE_LIMITER)
                .filter(resource -> resource.maximum().isPresent() && resource.queued() < Saturation.FEWEST_WAITING)
                .flatMap(resource -> without(resource, evidence))
                .max(Comparator.comparingDouble(Fallbacks::share));
    }

    private static Stream<Fallbacks> without(Station resource, Evidence evidence) {
        return evidence
                .unloaded()
                .flatMap(one ->
                        one.observation().resource(resource.id()).flatMap(alone -> use(resource, alone, one, evidence)))
                .filter(its -> its.asked() - its.got() > SOME * its.asked() + its.chance())
                .map(its -> new Fallbacks(resource, 1 - its.got() / its.asked()))
                .filter(its ->
                        ErlangLoss.shareOf(resource.maximum().getAsInt(), resource.active()) >= LEAST * its.share)
                .stream();
    }

    /**
     * @param asked what as many requests would have of it as one user's have
     * @param chance what these two differ by
     */
    private record Use(double asked, double got, double chance) {}

    private static Optional<Use> use(Station resource, Station alone, Evidence one, Evidence evidence) {
        if (resource.completed().isPresent()) {
            return Optional.of(taken(resource, alone, one, evidence));
        }
        return isOfRequests(resource, alone) ? Optional.of(used(resource, alone, one, evidence)) : Optional.empty();
    }

    /** Times that it is taken. One user's request takes it whole times, for what is beyond may be taken in the background. */
    private static Use taken(Station resource, Station alone, Evidence one, Evidence evidence) {
        double visits = Math.floor(alone.completed().orElse(0) / (one.throughput() * one.window()) + EDGE);
        double taken = resource.completed().orElse(0);
        // who began before the window and ended in it
        double across = Math.max(resource.active(), evidence.workload().inFlight());
        return new Use(
                visits * evidence.throughput() * evidence.window(),
                taken,
                Thresholds.SIGMAS * Math.sqrt(taken) + across);
    }

    /**
     * Whether what is in use is requests', one for each: one user's request holds no more than one, what is as much in use whatever X is, is held by none, and a connection that nobody is seen to hold may
     * carry several calls.
     */
    private static boolean isOfRequests(Station resource, Station alone) {
        return alone.active() <= Thresholds.ONE
                && Math.abs(resource.active() - alone.active()) > SOME * alone.active()
                && (resource.kind() != StationKind.CONNECTION_POOL
                        || !resource.holders().isEmpty());
    }

    /** Where nobody counts these, how many are in use: X times what one user's request holds of it (utilisation law). */
    private static Use used(Station resource, Station alone, Evidence one, Evidence evidence) {
        double held = alone.active() / one.throughput();
        double asked = held * evidence.throughput();
        double ofAlone = (1 - alone.active()) / (alone.active() * looks(one));
        // a number in use that is as one of Poisson, each for that long, and is seen by looks
        double ofLoad = resource.active() * (2 * held / evidence.window() + 1 / looks(evidence));
        double ofUnloaded = evidence.baseline()
                .map(its -> (its.knownError() + evidence.drift()) / its.value())
                .orElse(0.0);
        double chance =
                Thresholds.SIGMAS * Math.hypot(asked * Math.sqrt(ofAlone), Math.sqrt(ofLoad)) + asked * ofUnloaded;
        return new Use(asked, resource.active(), chance);
    }

    private static double looks(Evidence evidence) {
        return Math.max(1, evidence.observation().probe().samples());
    }
}

package dev.headroom.core.bounds;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.laws.ErlangLoss;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Thresholds;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Answers that count as good and are not what was asked for: who finds nothing free of something is given a default, at once. Neither R nor X shows that it binds,
 * for such answers come sooner than others. What shows it is that a request takes the thing less often than one user's request does, by no more than find nothing
 * free of so much that is taken ({@link ErlangLoss}).
 *
 * @param of what is taken
 * @param share of its takers, 0 to 1, that go without
 */
public record Fallbacks(Station of, double share) {

    /** Takers (0 to 1) that have to go without: as few may be served from a cache, or differ in what they ask for. */
    private static final double SOME = Thresholds.SLIGHT;

    /** Takers that find nothing free by the loss formula, over those that go without: fewer, and they go without for another reason. */
    private static final double LEAST = Thresholds.HALF;

    /** Who waits for it, on average, is no sign that others do not: then who finds nothing free waits. */
    private static final double FEWEST_WAITING = Thresholds.ODD_ONE;

    /** Of one user's takes for each request, what may be missing from a whole number at the edges of a window. */
    private static final double EDGE = Thresholds.TENTH;

    /** The one of which most go without. */
    public static Optional<Fallbacks> in(Evidence evidence) {
        return evidence.observation().resources().stream()
                .filter(resource -> resource.kind() != StationKind.LOCK && resource.kind() != StationKind.RATE_LIMITER)
                .filter(resource -> resource.maximum().isPresent() && resource.queued() < FEWEST_WAITING)
                .flatMap(resource -> without(resource, evidence))
                .max(Comparator.comparingDouble(Fallbacks::share));
    }

    private static Stream<Fallbacks> without(Station resource, Evidence evidence) {
        double taken = resource.completed().orElse(Double.NaN);
        double asked =
                evidence.unloaded().map(one -> visits(resource.id(), one)).orElse(0.0)
                        * evidence.throughput()
                        * evidence.window();
        double missing = asked - taken - chance(resource, taken, evidence);
        double share = 1 - taken / asked;
        return missing > SOME * asked
                        && ErlangLoss.shareOf(resource.maximum().getAsInt(), resource.active()) >= LEAST * share
                ? Stream.of(new Fallbacks(resource, share))
                : Stream.empty();
    }

    /** How often each request of one user takes it: whole times, for what is beyond may be taken in the background. */
    private static double visits(String id, Evidence one) {
        double answers = one.throughput() * one.window();
        return one.observation()
                .resource(id)
                .map(resource -> Math.floor(resource.completed().orElse(0) / answers + EDGE))
                .orElse(0.0);
    }

    /** What a count differs by: by chance, and by who began before the window and ended in it. */
    private static double chance(Station resource, double taken, Evidence evidence) {
        return Thresholds.SIGMAS * Math.sqrt(taken)
                + Math.max(resource.active(), evidence.workload().inFlight());
    }
}

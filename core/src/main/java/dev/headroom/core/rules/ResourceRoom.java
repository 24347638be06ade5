package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.diagnosis.Diagnosis.NextLimit;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Inspection.Room;
import dev.headroom.core.statistics.Thresholds;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The throughput at which what requests hold besides threads would be full: where U is as large as m, by the utilisation law U = X D. Of the use with one user
 * and under load, the rise alone is of requests: what the background uses does not grow with them.
 */
public final class ResourceRoom {

    /** Used less than this (0 to 1), a limit is nowhere near. */
    private static final double HARDLY_USED = Thresholds.FEW;

    /** Used more than this it is full: it binds, or it is the background's. */
    private static final double FULL = Thresholds.CLOSE;

    /** Holders that were seen, in all looks together: of fewer nobody knows how much it is used. */
    private static final double FEWEST_SEEN = Thresholds.FEWEST;

    private ResourceRoom() {}

    static Stream<NextLimit> of(Evidence evidence, Predicate<Station> asked) {
        return evidence.observation().resources().stream()
                .filter(one -> isKnown(one, evidence) && isUsed(one.utilization()))
                .filter(asked)
                .map(one -> new NextLimit(one.limit(), Rate.perSecond(ceiling(one, evidence))))
                .filter(next -> Double.isFinite(next.ceiling().perSecond()));
    }

    /** Whether its use was seen often enough to say at what throughput it would be full. */
    private static boolean isKnown(Station station, Evidence evidence) {
        return station.maximum().isPresent()
                && station.kind() != StationKind.RATE_LIMITER
                && station.active() * evidence.observation().probe().samples() >= FEWEST_SEEN;
    }

    /** @param used 0 to 1: neither next to nothing, which says nothing, nor all */
    static boolean isInPart(double used) {
        return isUsed(used) && used < FULL;
    }

    static boolean isUsed(double used) {
        return used >= HARDLY_USED;
    }

    /**
     * The throughput at which each limit would be full, were requests to go on needing the same of it: X / U, from the utilisation law. Pools that are on no request's way
     * are left out, as far as that is known: their use does not rise with the load.
     */
    public static List<Room> left(Evidence evidence) {
        double x = evidence.served().value();
        double cpu = Processors.room(evidence);
        return Stream.concat(
                        evidence.observation().stations().stream()
                                .filter(one -> isKnown(one, evidence))
                                .map(one -> new Room(one.limit(), one.utilization(), x / one.utilization())),
                        Stream.of(new Room(Processors.limit(evidence), x / cpu, cpu)))
                .filter(room -> isInPart(room.used()))
                .sorted(Comparator.comparingDouble(Room::used).reversed())
                .toList();
    }

    private static double ceiling(Station resource, Evidence evidence) {
        double x = evidence.throughput();
        double x1 = evidence.unloaded().map(Evidence::throughput).orElse(0.0);
        double used1 = evidence.unloaded()
                .flatMap(one -> one.observation().station(resource.id()))
                .map(Station::active)
                .orElse(0.0);
        double demand = x > x1 ? (resource.active() - used1) / (x - x1) : 0;
        double free = Math.max(0, resource.maximum().orElseThrow() - resource.active());
        return demand > 0 ? x + free / demand : Double.POSITIVE_INFINITY;
    }
}

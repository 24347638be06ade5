package dev.headroom.core.diagnosis;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Inspection.Room;
import dev.headroom.core.rules.Processors;
import dev.headroom.core.statistics.Thresholds;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The throughput at which each limit would be full, were requests to go on needing the same of it: X / U, from the utilisation law. Pools that are on no request's way
 * are left out, as far as that is known: their use does not rise with the load.
 */
final class RoomLeft {

    /** Used less than this (0 to 1), a limit is nowhere near. */
    private static final double HARDLY_USED = Thresholds.FEW;

    /** Between one holder and the next it is free for a moment. */
    private static final double FULL = Thresholds.CLOSE;

    /** Holders that were seen, in all looks together: of fewer nobody knows how much it is used. */
    private static final double FEWEST_SEEN = Thresholds.FEWEST;

    private RoomLeft() {}

    static List<Room> of(Evidence evidence) {
        double x = evidence.served().value();
        long looks = evidence.observation().probe().samples();
        double cpu = Processors.room(evidence);
        return Stream.concat(
                        evidence.observation().stations().stream()
                                .filter(one -> one.maximum().isPresent() && one.kind() != StationKind.RATE_LIMITER)
                                .filter(one -> one.active() * looks >= FEWEST_SEEN)
                                .map(one -> new Room(one.limit(), one.utilization(), x / one.utilization())),
                        Stream.of(new Room(Processors.limit(evidence), x / cpu, cpu)))
                .filter(room -> room.used() >= HARDLY_USED && room.used() < FULL)
                .sorted(Comparator.comparingDouble(Room::used).reversed())
                .toList();
    }
}

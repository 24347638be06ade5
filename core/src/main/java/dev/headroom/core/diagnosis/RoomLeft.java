package dev.headroom.core.diagnosis;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.result.Inspection.Room;
import dev.headroom.core.rules.Processors;
import dev.headroom.core.rules.ResourceRoom;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The throughput at which each limit would be full, were requests to go on needing the same of it: X / U, from the utilisation law. Pools that are on no request's way
 * are left out, as far as that is known: their use does not rise with the load.
 */
final class RoomLeft {

    private RoomLeft() {}

    static List<Room> of(Evidence evidence) {
        double x = evidence.served().value();
        double cpu = Processors.room(evidence);
        return Stream.concat(
                        evidence.observation().stations().stream()
                                .filter(one -> ResourceRoom.isKnown(one, evidence))
                                .map(one -> new Room(one.limit(), one.utilization(), x / one.utilization())),
                        Stream.of(new Room(Processors.limit(evidence), x / cpu, cpu)))
                .filter(room -> ResourceRoom.isInPart(room.used()))
                .sorted(Comparator.comparingDouble(Room::used).reversed())
                .toList();
    }
}

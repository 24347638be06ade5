package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Inspection.Room;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.rules.Processors;
import dev.headroom.core.statistics.Thresholds;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The throughput at which each limit would be full, were requests to go on needing the same of it: X / U, from the utilisation law. */
final class RoomLeft {

    /** Used less than this (0 to 1), a limit is nowhere near. */
    private static final double HARDLY_USED = Thresholds.HARDLY;

    /** Between one holder and the next it is free for a moment. */
    private static final double FULL = Thresholds.CLOSE;

    private RoomLeft() {}

    static List<Room> of(Workload workload, Observation seen) {
        double x = workload.throughput().value();
        double cores = seen.granted();
        return Stream.of(
                        seen.stations().stream()
                                .filter(one -> one.maximum().isPresent() && one.kind() != StationKind.RATE_LIMITER)
                                .map(one -> room(one.limit(), one.utilization(), x)),
                        Stream.of(room(Processors.limit(cores), seen.processor().service() / cores, x)))
                .flatMap(rooms -> rooms)
                .filter(room -> room.used() >= HARDLY_USED && room.used() < FULL)
                .sorted(Comparator.comparingDouble(Room::used).reversed())
                .toList();
    }

    private static Room room(Limit limit, double used, double x) {
        return new Room(limit, used, x / used);
    }
}

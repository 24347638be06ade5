package dev.headroom.report.view.variant;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.diagnosis.Place.Kind;
import dev.headroom.core.model.observation.Station;
import java.util.List;

/** Which places are the wait for the limit that binds. */
final class Before {

    private Before() {}

    /** @param name of the station whose id the place may have */
    static boolean limit(Place place, String name, Diagnosis diagnosis, List<Station> stations) {
        return diagnosis
                .bindingLimit()
                .filter(limit -> before(
                        place, isAt(limit, place, name, stations), isEntry(limit, diagnosis.chain()), limit.kind()))
                .isPresent();
    }

    /** By its id; by its name where no station has that id, as where the limit is all the locks that one line waits for. */
    private static boolean isAt(Limit limit, Place place, String name, List<Station> stations) {
        if (limit.station().equals(place.name())) {
            return true;
        }
        boolean told = stations.stream().anyMatch(one -> one.id().equals(limit.station()));
        return !told && (limit.pool().equals(place.name()) || limit.pool().equals(name));
    }

    private static boolean isEntry(Limit limit, List<String> chain) {
        return !chain.isEmpty() && chain.getFirst().equals(limit.station());
    }

    private static boolean before(Place place, boolean at, boolean entry, LimitKind limit) {
        return switch (limit) {
            case CPU, THROTTLING -> place.kind() == Kind.READY;
            case GC -> place.kind() == Kind.READY || place.kind() == Kind.RUNNING;
            case ACCEPT_QUEUE -> place.kind() == Kind.NOT_ACCEPTED;
            case WORKER_POOL, EVENT_LOOPS, HUNG_WORKERS ->
                at && place.kind() == Kind.QUEUED
                        || entry && (place.kind() == Kind.UNREAD || place.kind() == Kind.NOT_ACCEPTED);
            default -> at && place.kind() != Kind.RUNNING;
        };
    }
}

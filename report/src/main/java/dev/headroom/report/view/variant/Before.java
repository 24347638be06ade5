package dev.headroom.report.view.variant;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Limit;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.diagnosis.Place.Kind;
import java.util.List;

/** Which places are the wait for the limit that binds. */
final class Before {

    private Before() {}

    /** @param name of the resource whose id the place may have */
    static boolean limit(Place place, String name, Diagnosis diagnosis) {
        return diagnosis
                .bindingLimit()
                .filter(limit -> before(place, name, limit, diagnosis.chain()))
                .isPresent();
    }

    private static boolean before(Place place, String name, Limit limit, List<String> chain) {
        boolean named = limit.pool().equals(place.name()) || limit.pool().equals(name);
        boolean entry = !chain.isEmpty() && chain.getFirst().equals(limit.pool());
        return switch (limit.kind()) {
            case CPU, THROTTLING -> place.kind() == Kind.READY;
            case GC -> place.kind() == Kind.READY || place.kind() == Kind.RUNNING;
            case ACCEPT_QUEUE -> place.kind() == Kind.NOT_ACCEPTED;
            case WORKER_POOL, EVENT_LOOPS, HUNG_WORKERS ->
                named && place.kind() == Kind.QUEUED
                        || entry && (place.kind() == Kind.UNREAD || place.kind() == Kind.NOT_ACCEPTED);
            case CONNECTION_POOL,
                    SEMAPHORE,
                    OBJECT_POOL,
                    RATE_LIMITER,
                    LOCK,
                    DEADLOCK,
                    DISK,
                    FILE_DESCRIPTORS,
                    CONNECTION_CHURN,
                    DOWNSTREAM,
                    TIMEOUT,
                    GENERATOR,
                    UNKNOWN -> named && place.kind() != Kind.RUNNING;
        };
    }
}

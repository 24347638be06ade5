package dev.headroom.report.view;

import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.Place;
import dev.headroom.core.model.Place.Kind;
import java.util.List;

/** Which places are the wait for the limit that binds. */
final class Before {

    private Before() {}

    static boolean limit(Place place, Diagnosis diagnosis) {
        return diagnosis
                .bindingLimit()
                .filter(limit -> before(place, limit, diagnosis.chain()))
                .isPresent();
    }

    private static boolean before(Place place, Limit limit, List<String> chain) {
        boolean named = place.name().equals(limit.pool());
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

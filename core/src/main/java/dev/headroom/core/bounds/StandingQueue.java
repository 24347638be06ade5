package dev.headroom.core.bounds;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.statistics.Thresholds;

/**
 * Requests that stand before something that is full all the while. However few of all these are, for them it binds, though throughput, of which they are a
 * small part, goes with the load. A queue that passes leaves it free at times.
 */
final class StandingQueue {

    /** Looks (0 to 1) in which it is full, and somebody waits. */
    private static final double ALL_THE_WHILE = Thresholds.CLOSE;

    /** Requests that wait on average. */
    private static final double SOMEBODY = Thresholds.ONE;

    private StandingQueue() {}

    static boolean in(Evidence evidence) {
        return evidence.observation().stations().stream().anyMatch(station -> isBefore(station, evidence));
    }

    private static boolean isBefore(Station station, Evidence evidence) {
        boolean threads = station.kind().isThreads();
        Place.Kind kind = threads ? Place.Kind.QUEUED : Place.Kind.AWAITING_RESOURCE;
        return station.maximum().isPresent()
                && station.saturatedShare() >= ALL_THE_WHILE
                && (threads
                        || station.active() >= ALL_THE_WHILE * station.maximum().getAsInt())
                && PassingQueue.in(evidence).stream()
                        .noneMatch(queue -> queue.name().equals(station.name()))
                && evidence.requests(
                                place -> place.kind() == kind && place.name().equals(station.id()))
                        >= SOMEBODY;
    }
}

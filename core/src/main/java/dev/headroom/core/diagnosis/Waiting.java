package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Place;
import dev.headroom.core.statistics.Thresholds;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What requests wait for, where the load is somebody else's: there is no state without a load to compare with, so it is not known what a
 * response would take that waits for no one. Computing, sleeping and calling a downstream count as work that has to be done; queues, accept
 * queues, resources, cores, and every wait in a way that nobody knows count as waiting.
 */
final class Waiting {

    /** Of a response, or of the requests in flight (0 to 1), what waits now and then without anything that binds. */
    private static final double RIPPLE = Thresholds.TENTH;

    /** Fewer requests than this that wait on average are seen by chance. */
    private static final double FEWEST = Thresholds.ODD_ONE;

    /** Of a response (0 to 1), from which what happens elsewhere is what matters. */
    private static final double MOST = Thresholds.HALF;

    /** X over the ceiling (0 to 1) from which a limit is full, however few wait for it. */
    private static final double FULL = Thresholds.NEARLY_ALL;

    private Waiting() {}

    static boolean at(Place place) {
        return switch (place.kind()) {
            case NOT_ACCEPTED, UNREAD, QUEUED, READY, AWAITING_RESOURCE, AWAITING_OTHER, NOT_FOUND -> true;
            case RUNNING, SLEEPING, AWAITING_DOWNSTREAM -> false;
        };
    }

    /** Seconds of a response that are spent waiting so. */
    static double seconds(Evidence evidence) {
        return waiting(evidence).mapToDouble(Place::seconds).sum();
    }

    /**
     * Where nobody here can see whether it is work or a queue, longest first: downstreams, a task that sleeps. Empty where all of them together
     * are no substantial part of a response.
     */
    static List<Place> elsewhere(Evidence evidence) {
        List<Place> places = evidence.places().stream()
                .filter(place -> place.kind() == Place.Kind.AWAITING_DOWNSTREAM || place.kind() == Place.Kind.SLEEPING)
                .sorted(Comparator.comparingDouble(Place::seconds).reversed())
                .toList();
        double together = places.stream().mapToDouble(Place::seconds).sum();
        return together >= MOST * evidence.response() ? places : List.of();
    }

    static boolean isLittle(Evidence evidence) {
        double requests = waiting(evidence).mapToDouble(Place::requests).sum();
        return requests < FEWEST || requests < RIPPLE * evidence.workload().inFlight();
    }

    /** Whether a claim is more than somebody who waits now and then: it is a substantial part of a response, or the limit is used up. */
    static boolean matters(Ranking.Ranked claim, Evidence evidence) {
        if (evidence.workload().inFlight() < FEWEST) {
            return false;
        }
        return claim.explains() >= RIPPLE * evidence.response()
                || claim.explains() > 0
                        && isKnown(claim.hypothesis().finding(), evidence)
                        && evidence.served().value() >= FULL * ceiling(claim.hypothesis(), evidence);
    }

    /** Of the processor what a fair scheduler would give: cores that others use are theirs as long as nobody here asks for them. */
    private static double ceiling(Hypothesis claimed, Evidence evidence) {
        return claimed.target().equals(Hypothesis.CPU)
                ? Processors.room(evidence)
                : claimed.finding().terms().map(its -> its.ceiling().value()).orElse(Double.POSITIVE_INFINITY);
    }

    /** As many workers as are seen at work may be fewer than there may be. */
    private static boolean isKnown(Finding finding, Evidence evidence) {
        return finding.pool().isEmpty() || evidence.observation().probe().asksPools();
    }

    private static Stream<Place> waiting(Evidence evidence) {
        return evidence.places().stream().filter(Waiting::at);
    }
}

package dev.headroom.core.conservation;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.evidence.Saturation;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Observation.Processor;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Thresholds;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What requests wait for, where the load is somebody else's: there is no state without a load to compare with, so it is not known what a
 * response would take that waits for no one. Computing, sleeping and calling a downstream count as work that has to be done; queues, accept
 * queues, resources, cores, and every wait in a way that nobody knows count as waiting.
 */
public final class Waiting {

    /** Of a response, or of the requests in flight (0 to 1), what waits now and then without anything that binds. */
    public static final double RIPPLE = Thresholds.TENTH;

    /** Fewer requests than this that wait on average are seen by chance. */
    public static final double FEWEST = Thresholds.ODD_ONE;

    /** Of a response (0 to 1), from which it is what matters. */
    private static final double MOST = Thresholds.HALF;

    /** Waiters of one object at a time, from which they compete. */
    private static final double SEVERAL = Thresholds.DOUBLE;

    private Waiting() {}

    static boolean at(Place place) {
        return switch (place.kind()) {
            case NOT_ACCEPTED, UNREAD, QUEUED, READY, AWAITING_RESOURCE, AWAITING_OTHER, NOT_FOUND -> true;
            case RUNNING, SLEEPING, AWAITING_DOWNSTREAM -> false;
        };
    }

    /** Whether time spent there may be a wait: of a load that is ours anywhere, for what is work shows in R0. */
    public static boolean mayBe(Place place, Evidence evidence) {
        return !evidence.isObserved() || at(place);
    }

    /** Seconds that are to be explained: R - R0, or of a load that is not ours the time that requests wait; NaN where neither is known. */
    public static double delay(Evidence evidence) {
        return evidence.isObserved()
                ? waiting(evidence).mapToDouble(Place::seconds).sum()
                : evidence.response() - evidence.baseline().map(Measure::value).orElse(Double.NaN);
    }

    /** Seconds of a request that waits for no one: of its response, what it is not seen to wait; NaN where neither is known. */
    public static double working(Evidence evidence) {
        return evidence.response() - delay(evidence);
    }

    /**
     * Where nobody here can see whether it is work or a queue, longest first: downstreams, a task that sleeps. Empty where all of them together
     * are no substantial part of a response.
     */
    public static List<Place> elsewhere(Evidence evidence) {
        return timeElsewhere(evidence) >= MOST * evidence.response()
                ? placesElsewhere(evidence)
                        .sorted(Comparator.comparingDouble(Place::seconds).reversed())
                        .toList()
                : List.of();
    }

    /** Whether a response would be longer than without a load by what counts where R0 is known, if all the time elsewhere were a queue. */
    public static boolean mayBeElsewhere(Evidence evidence) {
        return mayBeLonger(timeElsewhere(evidence), evidence.response(), evidence);
    }

    /** The same of the waits that are little because requests are few, and if all who are at no place that was seen waited: of few requests they may. */
    public static boolean mayBeOfFew(Evidence evidence) {
        return mayBeLonger(evidence.requests(Waiting::at), evidence.workload().inFlight(), evidence);
    }

    /**
     * The same of requests on runnable threads beyond what the whole process uses of the cores, of which some are free: fewer than are surely said to stand in native code.
     *
     * @return how many there are; zero where they are no substantial part
     */
    public static double mayStand(Evidence evidence) {
        Processor processor = evidence.observation().processor();
        double runnable = evidence.requests(Place::onCores);
        double beyond = runnable - processor.runnable();
        return RunnableThreads.findCores(processor) && beyond >= FEWEST && mayBeLonger(beyond, runnable, evidence)
                ? beyond
                : 0;
    }

    /** Whether they wait for one of those that carry virtual threads: where a core is free, nobody waits for that. */
    public static boolean isForCarriers(Place place, Evidence evidence) {
        return place.kind() == Place.Kind.READY
                && RunnableThreads.findCores(evidence.observation().processor())
                && evidence.observation().pools().stream()
                        .anyMatch(
                                pool -> pool.kind() == StationKind.VIRTUAL_THREADS && pool.doing(Activity.RUNNING) > 0);
    }

    private static boolean mayBeLonger(double by, double all, Evidence evidence) {
        return evidence.isObserved() && by > Evidence.LONGER * (all - by);
    }

    /** Whether one user already waits for something that many of his like may share, as each for his own turn at a rate: then R0 tells of a wait, and that nobody waits for another is no more than that. */
    public static boolean isAloneAsWell(Evidence evidence) {
        double waits = evidence.places().stream()
                .filter(place -> (place.kind() == Place.Kind.AWAITING_RESOURCE || place.kind() == Place.Kind.QUEUED)
                        && place.unloaded() > 0)
                .mapToDouble(place -> Math.min(place.unloaded(), place.seconds())) // more is somebody else's
                .sum();
        return evidence.baseline()
                .filter(one -> waits > Evidence.LONGER * (one.value() - waits))
                .isPresent();
    }

    /** Whether requests are few beside the tasks of a pool, at a time or done: tasks may be short, and requests too. */
    public static boolean areFewBeside(Station pool, Evidence evidence) {
        double requests = evidence.throughput() * evidence.window();
        return areFewAtATimeBeside(pool, evidence)
                || requests < Thresholds.TENTH * pool.completed().orElse(0);
    }

    /** Whether those in flight are few beside those who hold it or wait for it. */
    public static boolean areFewAtATimeBeside(Station station, Evidence evidence) {
        return evidence.workload().inFlight() < Thresholds.TENTH * (station.active() + station.queued());
    }

    private static double timeElsewhere(Evidence evidence) {
        return placesElsewhere(evidence).mapToDouble(Place::seconds).sum();
    }

    private static Stream<Place> placesElsewhere(Evidence evidence) {
        return evidence.places().stream()
                .filter(place -> place.kind() == Place.Kind.AWAITING_DOWNSTREAM || place.kind() == Place.Kind.SLEEPING);
    }

    /** Of few requests some are at no place when they are looked for; where most of a response is seen to be a wait, it is no chance however few there are. */
    public static boolean isLittle(Evidence evidence) {
        double requests = waiting(evidence).mapToDouble(Place::requests).sum();
        double seen = evidence.requests(place -> at(place) && place.kind() != Place.Kind.NOT_FOUND);
        double all = evidence.workload().inFlight();
        return requests < RIPPLE * all || requests < FEWEST && seen <= MOST * all;
    }

    private static Stream<Place> waiting(Evidence evidence) {
        return evidence.places().stream().filter(Waiting::at);
    }

    /** For which one waits at a time, as for an answer of his own: where each has one, what they wait for together is the line. A permit that nobody has is such an answer as well. */
    public static boolean isOnesOwn(Station resource) {
        boolean nobodys = resource.kind() == StationKind.SEMAPHORE
                && resource.maximum().isEmpty()
                && resource.queueMax().orElse(0) < SEVERAL
                && CallSite.workersAt(resource.holders().stream(), site -> true) < Saturation.FEWEST_WAITING;
        return (resource.kind() == StationKind.UNKNOWN || nobodys)
                && resource.queued() < SEVERAL * resource.saturatedShare();
    }
}

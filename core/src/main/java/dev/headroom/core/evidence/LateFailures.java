package dev.headroom.core.evidence;

import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.Failures;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Thresholds;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * Whether requests that the service failed late ever had what they waited for. Who waited too long in the queue of a limit did not; who came past it, and failed behind it, held it like any
 * other. Where it counts how often it is taken, that tells.
 */
public final class LateFailures {

    /** What two counts of the same differ by, relative; of fewer failures a size is no more wrong than that. */
    private static final double SAME = Thresholds.TENTH;

    /** The same of the difference of two counts, or of times. */
    private static final double NEAR = Thresholds.QUARTER;

    private LateFailures() {}

    /**
     * Whether they surely waited for something full, and did not get it: those that lack there are as many as they, by what one user takes of it, or as many stand in its queue for as long as
     * they took to fail (Little's law).
     *
     * @param unloaded of one user
     */
    static boolean neverTookIt(Workload counted, Observation seen, Optional<Evidence> unloaded) {
        double late = rate(counted);
        double others = counted.throughput().value() + counted.failed() - late;
        return late > SAME * others
                && seen.resources().stream()
                        .filter(one -> one.queued() >= Saturation.FEWEST_WAITING
                                && one.saturatedShare() >= Saturation.MOST_OF_THE_TIME)
                        .filter(one -> one.completed().orElse(0) > 0)
                        .collect(Collectors.groupingBy(one -> List.of(one.kind(), one.type())))
                        .values()
                        .stream()
                        .anyMatch(
                                alike -> lack(alike, late, counted, unloaded) || standInItsQueue(alike, late, counted));
    }

    /** Who fails in the queue does not take it any more, once or as often as others do. */
    private static boolean lack(List<Station> alike, double late, Workload counted, Optional<Evidence> unloaded) {
        OptionalDouble visits = visits(alike, unloaded);
        double lacking = visits.orElse(0) * (counted.throughput().value() + late) - taken(alike) / counted.seconds();
        return visits.isPresent()
                && lacking >= (1 - NEAR) * late
                && lacking <= (1 + NEAR) * late * Math.max(1, visits.getAsDouble());
    }

    /** It is taken rather for the successful ones alone than for all, and these wait in its queue, beside those that get it. */
    private static boolean standInItsQueue(List<Station> alike, double late, Workload counted) {
        double good = counted.throughput().value();
        double queued = alike.stream().mapToDouble(Station::queued).sum();
        double failing = late * counted.failures().seconds();
        return taken(alike) <= (good + late / 2) * counted.seconds()
                && queued >= (1 - NEAR) * failing
                && queued <= (1 + NEAR) * (failing + good * counted.response());
    }

    private static double taken(List<Station> alike) {
        return alike.stream().mapToDouble(one -> one.completed().orElse(0)).sum();
    }

    /** V: times that one user's request takes it; empty where nobody counted them. */
    private static OptionalDouble visits(List<Station> alike, Optional<Evidence> unloaded) {
        List<Station> alone = unloaded.stream()
                .flatMap(one -> alike.stream().flatMap(its -> one.observation().resource(its.id()).stream()))
                .filter(one -> one.completed().isPresent())
                .toList();
        return alone.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(taken(alone)
                        / (unloaded.orElseThrow().throughput()
                                * unloaded.orElseThrow().window()));
    }

    /** Whether nobody knows how many of them took that: then it is not known either what a request takes of it. */
    public static boolean mayHaveTaken(Station resource, Evidence evidence) {
        double late = rate(evidence.workload());
        double good = evidence.throughput();
        if (late <= SAME * good || evidence.failsInAQueue()) {
            return false;
        }
        double taken = resource.completed().orElse(0) / evidence.window();
        double all = visits(List.of(resource), evidence.unloaded()).orElse(1) * (good + late);
        return taken > 0
                ? Math.abs(taken - all) > SAME * all
                : resource.holdingTime().isEmpty();
    }

    /** Per second. Who gives up himself leaves the service at work for him. */
    private static double rate(Workload counted) {
        Failures failures = counted.failures();
        return failures.statusesCameLate() ? counted.failed() * failures.of(ErrorKind.STATUS) / failures.count() : 0;
    }
}

package dev.headroom.core.evidence;

import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.Failures;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Thresholds;

/**
 * Whether requests that the service failed late ever had what they waited for. Who waited too long in the queue of a limit did not; who came past it, and failed behind it, held it like any
 * other. Where it counts how often it is taken, that tells.
 */
public final class LateFailures {

    /** Of looks (0 to 1), those in which nothing of it was free and someone waited, from which that is the rule. */
    private static final double MOSTLY = Thresholds.HALF;

    /** Fewer who wait on average are the ripple of uneven arrivals. */
    private static final double FEWEST_WAITING = Thresholds.ODD_ONE;

    /** What two counts of the same differ by, relative; of fewer failures a size is no more wrong than that. */
    private static final double SAME = Thresholds.TENTH;

    private LateFailures() {}

    /** Whether they waited for something full that is taken for the successful ones alone: the count is nearer to these than to all. */
    static boolean neverTookIt(Workload counted, Observation seen) {
        double late = rate(counted);
        double most = (counted.throughput().value() + late / 2) * counted.seconds();
        return late > 0
                && seen.resources().stream()
                        .filter(one -> one.queued() >= FEWEST_WAITING && one.saturatedShare() >= MOSTLY)
                        .flatMapToDouble(one -> one.completed().stream())
                        .anyMatch(taken -> taken > 0 && taken <= most);
    }

    /** Whether nobody knows how many of them took that: then it is not known either what a request takes of it. */
    public static boolean mayHaveTaken(Station resource, Evidence evidence) {
        double late = rate(evidence.workload());
        double good = evidence.throughput();
        if (late <= SAME * good || evidence.failsInAQueue()) {
            return false;
        }
        double taken = resource.completed().orElse(0) / evidence.window();
        return taken > 0
                ? Math.abs(taken - (good + late)) > SAME * (good + late)
                : resource.holdingTime().isEmpty();
    }

    /** Per second. Who gives up himself leaves the service at work for him. */
    private static double rate(Workload counted) {
        Failures failures = counted.failures();
        return failures.statusesCameLate() ? counted.failed() * failures.of(ErrorKind.STATUS) / failures.count() : 0;
    }
}

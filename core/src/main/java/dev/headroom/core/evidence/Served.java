package dev.headroom.core.evidence;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.Failures;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.structure.Structure;
import java.util.Optional;

/**
 * The requests per second on which the service spent its workers. A request that fails because of a timeout has
 * held workers like any other, so a ceiling is to be held against both; one that was refused before it was accepted has not, nor has one that waited too long for
 * what is full ({@link LateFailures}).
 *
 * <p>Where the client gives up on most of its requests, its count tells its timeout, not what the service completes:
 * then the entry pool's own count is the better one.
 */
final class Served {

    /** Fewer failures than this (0 to 1) change nothing. */
    private static final double FEW = Thresholds.TRACE;

    private static final double MOST = Thresholds.HALF;

    private Served() {}

    /** @param unloaded of one user */
    static Measure of(Workload counted, Observation observation, Optional<Evidence> unloaded) {
        Failures failures = counted.failures();
        // who gave up before the connection was accepted has held no worker, nor has who failed in the queue for it
        if (counted.failedShare() < FEW
                || failures.count() == 0
                || observation.network().listeners().stream().anyMatch(AcceptPorts::keepsOut)
                || LateFailures.neverTookIt(counted, observation, unloaded)) {
            return counted.throughput();
        }
        double window = counted.seconds();
        Optional<Station> counting = Structure.of(observation)
                .entry()
                .filter(entry -> entry.completed().orElse(0) > 0);
        if (failures.of(ErrorKind.TIMEOUT) > MOST * failures.requests() && counting.isPresent() && window > 0) {
            return Measure.of(
                    counting.get().completed().getAsDouble() / window,
                    "requests that " + counting.get().name()
                            + " completed, since the client gave up on most of its own count");
        }
        double more = counted.failed() * failures.late() / failures.count();
        return more <= 0
                ? counted.throughput()
                : new Measure(
                        counted.throughput().value() + more,
                        counted.throughput().error(),
                        "responses that the load generator counted, in time or too late");
    }
}

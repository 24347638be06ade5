package dev.headroom.core.diagnosis;

import dev.headroom.core.model.ErrorKind;
import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Pool;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.Workload;
import dev.headroom.core.structure.Structure;
import java.util.Optional;

/**
 * The requests per second on which the service spent its workers. A request that fails because someone lost patience has
 * held workers like any other, so a ceiling is to be held against both; one that was turned away at the door has not.
 *
 * <p>Where the client gives up on most of its requests, its count says how patient it is, not what the service completes:
 * then the entry pool's own count is the better one.
 */
final class Served {

    /** Fewer failures than this (0 to 1) change nothing. */
    private static final double FEW = 0.01;

    private static final double MOST = 0.5;

    private Served() {}

    /** @param counted what the load generator counted in the window */
    static Measure of(Workload counted, Measurement measured) {
        LoadResult result = measured.result();
        Observation observation = measured.observation();
        if (counted.failedShare() < FEW || result.failed() == 0) {
            return counted.throughput();
        }
        // who gave up before a door that lets no one in has held no worker
        if (observation.network().listeners().stream().anyMatch(AcceptQueue::keepsOut)) {
            return counted.throughput();
        }
        double window = Times.seconds(observation.window().length());
        Optional<Pool> counting = Structure.of(observation)
                .entry()
                .filter(entry -> entry.completed().orElse(0) > 0);
        long gaveUp = result.errors().getOrDefault(ErrorKind.TIMEOUT, 0L);
        if (gaveUp > MOST * result.requests() && counting.isPresent() && window > 0) {
            return new Measure(
                    counting.get().completed().getAsDouble() / window,
                    Double.NaN,
                    "requests that " + counting.get().name()
                            + " completed, since the client gave up on most of its own count");
        }
        double late = Patience.of(result).late() / result.failed();
        double failures = Workloads.failed(observation.window(), result);
        double more = late * failures;
        return more <= 0
                ? counted.throughput()
                : new Measure(
                        counted.throughput().value() + more,
                        counted.throughput().error(),
                        "responses that the load generator counted, in time or too late");
    }
}

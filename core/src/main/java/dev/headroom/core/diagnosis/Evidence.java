package dev.headroom.core.diagnosis;

import dev.headroom.core.laws.ResponseTimeLaw;
import dev.headroom.core.model.Baseline;
import dev.headroom.core.model.Load;
import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Pool;
import dev.headroom.core.model.Workload;
import dev.headroom.core.structure.Fanout;
import dev.headroom.core.structure.Link;
import dev.headroom.core.structure.Structure;
import dev.headroom.core.structure.StuckThreads;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Everything that one run brought to light, brought together once for all rules.
 *
 * @param workload what was asked and what was given
 * @param structure of the pools without the workers that are stuck
 * @param unloaded the same of the service with one user; empty where that was not observed
 * @param measured what it was made from: failures and the generator are asked there
 */
record Evidence(
        Workload workload,
        Structure structure,
        WaitChain chain,
        StuckThreads stuck,
        Optional<Evidence> unloaded,
        Measurement measured) {

    /** A backlog that grows slower than this share of the offered rate (0 to 1) is no overload. */
    private static final double GROWS = 0.03;

    /** Nor is one that grew by fewer requests than this between the two quarters compared. */
    private static final double FEWEST = 3;

    /** More failed responses than this (0 to 1) and the successful ones are not all that the service did. */
    private static final double FAILS = 0.05;

    static Evidence of(Measurement measured) {
        return of(Workloads.of(measured), measured.observation(), measured);
    }

    private static Evidence of(Workload workload, Observation observation, Measurement measured) {
        StuckThreads stuck = StuckThreads.in(observation);
        Structure structure = Structure.of(stuck.without(EventLoops.sized(observation)));
        boolean isBaseline = observation != measured.observation();
        return new Evidence(
                workload,
                structure,
                WaitChain.walk(structure, workload),
                stuck,
                isBaseline ? Optional.empty() : measured.baseline().flatMap(baseline -> unloaded(baseline, measured)),
                measured);
    }

    /** One user that does not think: X = 1 / R0. */
    private static Optional<Evidence> unloaded(Baseline baseline, Measurement measured) {
        return baseline.observation()
                .filter(seen -> baseline.response().value() > 0)
                .map(seen -> of(Workloads.unloaded(baseline, seen), seen, measured));
    }

    Observation observation() {
        return structure.observation();
    }

    LoadResult result() {
        return measured.result();
    }

    Load load() {
        return measured.load();
    }

    double window() {
        return workload.seconds();
    }

    double throughput() {
        return workload.throughput().value();
    }

    /** Requests per second on which the service spent its workers, successful or not. */
    Measure served() {
        return workload.served();
    }

    /** R0; empty where it was not measured. */
    Optional<Measure> baseline() {
        return measured.baseline().map(Baseline::response).filter(response -> response.value() > 0);
    }

    /** Seconds that a request is in flight, by Little's law: of all that are, not only of those that were answered. */
    double response() {
        double served = served().value();
        return served > 0 ? workload.inFlight() / served : Double.NaN;
    }

    /**
     * An open load that is not carried: requests pile up, or are turned away. Judged by the number in flight, not by
     * offered minus completed: the responses to the last requests of any window come after it.
     */
    boolean overloaded() {
        OptionalDouble offered = workload.offered();
        return offered.isPresent()
                && (workload.growth() > GROWS * offered.getAsDouble() && workload.growth() * window() / 2 >= FEWEST
                        || workload.failedShare() > FAILS);
    }

    /** Whether more is asked of the service than it gives. */
    boolean heldBack() {
        return !Bound.of(this).reached();
    }

    /** The saturated pool that holds this load back, at the root of the waits. */
    Optional<Pool> binding() {
        return chain.binding().filter(pool -> heldBack());
    }

    /** R0: seconds that a request takes of the binding pool, and of all that wait for it, when no one queues. */
    double unloaded(Pool pool, Terms terms) {
        double once = terms.holdingTime().value();
        List<Link> links = chain.links().stream()
                .filter(link -> link.completer().equals(pool))
                .toList();
        Fanout fanout = Fanout.of(links, terms.visits().value());
        return links.isEmpty() || !fanout.parallel() ? once * terms.visits().value() : once;
    }

    /** The rate that the service has to carry: offered, or what the users would ask for if they never queued. */
    double wanted(double unloaded) {
        return switch (workload.arrivals()) {
            case Workload.Open open -> open.rate();
            case Workload.Closed closed -> ResponseTimeLaw.throughput(closed.users(), unloaded, closed.think());
        };
    }
}

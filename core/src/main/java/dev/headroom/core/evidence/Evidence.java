package dev.headroom.core.evidence;

import static dev.headroom.core.statistics.Thresholds.FEWEST;

import dev.headroom.core.laws.LittlesLaw;
import dev.headroom.core.laws.ResponseTimeLaw;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.result.Baseline;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.structure.Structure;
import dev.headroom.core.structure.StuckThreads;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * Everything that one run brought to light, brought together once for all rules.
 *
 * @param workload what was asked and what was given
 * @param served requests per second on which the service spent its workers, successful or not
 * @param structure of the pools without the workers that are stuck
 * @param unloaded the same of the service with one user; empty where that was not observed
 * @param parts names of pools, such as one for each shard, by that of the one as which they are read
 * @param places where the requests in flight are; none where nobody has accounted for them
 */
public record Evidence(
        Workload workload,
        Measure served,
        Structure structure,
        WaitChain chain,
        StuckThreads stuck,
        Optional<Evidence> unloaded,
        Measurement measured,
        Map<String, List<String>> parts,
        List<Place> places) {

    /** What a response may be longer than R0, relative, where nothing binds. */
    public static final double LONGER = Thresholds.THIRD;

    /** A backlog that grows slower than this share of the offered rate (0 to 1) is no overload. */
    private static final double GROWS = Thresholds.LOSS;

    /** The same of a load that is not ours, whose growth is told from looks; and of the requests in flight, what the window has to add to them. */
    private static final double PILES_UP = Thresholds.QUARTER;

    /** Standard deviations of the number of arrivals beyond which a backlog does not grow by chance. */
    private static final double CHANCE = Thresholds.SIGMAS;

    /** More failed responses than this (0 to 1) and the successful ones are not all that the service did. */
    private static final double FAILS = Thresholds.SLIGHT;

    private static Evidence of(
            Workload workload,
            Observation seen,
            Optional<Evidence> unloaded,
            Measurement measured,
            Map<String, List<String>> parts) {
        StuckThreads stuck = StuckThreads.in(seen);
        Structure structure = new Structure(
                stuck.without(EventLoops.sized(seen)), workload.throughput().value());
        return new Evidence(
                workload,
                Served.of(workload, seen, unloaded),
                structure,
                WaitChain.walk(structure, workload),
                stuck,
                unloaded,
                measured,
                parts,
                List.of());
    }

    /** Without places: who accounts for the requests in flight adds them. */
    public static Evidence of(Measurement measured) {
        Readings read = Readings.of(measured);
        Optional<Evidence> unloaded = measured.baseline()
                .flatMap(baseline -> read.alone().flatMap(seen -> unloaded(baseline, seen, measured)));
        return of(measured.workload(), read.loaded(), unloaded, measured, PartedPool.byName(read.parted()));
    }

    /** One user that does not think: X = 1 / R0. */
    static Optional<Evidence> unloaded(Baseline baseline, Observation seen, Measurement measured) {
        return baseline.response().value() > 0
                ? Optional.of(of(Workloads.unloaded(baseline, seen), seen, Optional.empty(), measured, Map.of()))
                : Optional.empty();
    }

    /** The application's lines that wait for what bears that name. */
    public List<CallSite> waiters(String target) {
        return observation()
                .waits()
                .filter(wait -> wait.target().equals(target) && !wait.site().isEmpty())
                .map(wait -> new CallSite(wait.site(), wait.activity(), wait.workers()))
                .toList();
    }

    public Saturation saturation(Station pool) {
        return Saturation.of(pool, structure, workload);
    }

    /** Mean number of requests at such places. */
    public double requests(Predicate<Place> at) {
        return places.stream().filter(at).mapToDouble(Place::requests).sum();
    }

    /** The same with its requests in flight each at a place. */
    public Evidence with(List<Place> found) {
        return new Evidence(workload, served, structure, chain, stuck, unloaded, measured, parts, found);
    }

    public Observation observation() {
        return structure.observation();
    }

    public double window() {
        return workload.seconds();
    }

    public double throughput() {
        return workload.throughput().value();
    }

    /** R0; empty where it was not measured. */
    public Optional<Measure> baseline() {
        return measured.baseline().map(Baseline::response).filter(response -> response.value() > 0);
    }

    /** X R0: by Little's law as many requests are at work as wait for no one; 0 where R0 was not measured. */
    public double atWork() {
        return baseline()
                .map(alone -> LittlesLaw.concurrency(served().value(), alone.value()))
                .orElse(0.0);
    }

    /** Seconds by which R0 differed before and after the load, as one service that is warm may: that much is not known of it. */
    public double drift() {
        return measured.baseline()
                .filter(Baseline::agree)
                .flatMap(one -> one.before()
                        .flatMap(before -> one.after().map(after -> Math.abs(before.value() - after.value()))))
                .orElse(0.0);
    }

    /** Seconds that a request is in flight, by Little's law: of all that are, not only of those that were answered. */
    public double response() {
        double served = served().value();
        return served > 0 ? workload.inFlight() / served : Double.NaN;
    }

    /** Whether requests that fail late do so in the queue for what binds, and never have it: then all is counted for each successful response. */
    public boolean failsInAQueue() {
        return LateFailures.neverTookIt(workload, observation(), unloaded);
    }

    /** Whether the load is somebody else's, so that there is no state without a load to compare with. */
    public boolean isObserved() {
        return workload.arrivals() instanceof Workload.Observed;
    }

    /** Whether there is something to judge times by: R0, or of a load that is not ours what counts as waiting. */
    public boolean isCompared() {
        return baseline().isPresent() || isObserved();
    }

    /** Who counted X, for the reader. */
    public String counter() {
        return isObserved() ? workload.throughput().source() : "the load generator";
    }

    /**
     * An open load that is not carried: requests pile up, or are turned away. Judged by the number in flight, not by
     * offered minus completed: the responses to the last requests of any window come after it.
     */
    public boolean overloaded() {
        return piledUp() >= FEWEST || workload.offered().isPresent() && workload.failedShare() > FAILS;
    }

    /** The same beyond what arrivals that come at random do where there is room for them: in time t, their number varies by sqrt(rate t). */
    public boolean overloadedBeyondChance() {
        return workload.arrivals() instanceof Workload.Open open
                && overloaded()
                && (workload.failedShare() > FAILS || piledUp() > CHANCE * chance(open) * window() / 2);
    }

    /** Requests per second by which the growth of a backlog differs by chance from its mean: a standard deviation of the arrivals. */
    public double chance(Workload.Open open) {
        return Math.sqrt(open.variation() * open.rate() / (window() / 2));
    }

    /** Requests by which the backlog of an open load grew between the two quarters compared; 0 where that is next to nothing of what is offered. */
    private double piledUp() {
        OptionalDouble offered = workload.offered();
        return offered.isPresent() && workload.growth() > GROWS * offered.getAsDouble()
                ? workload.growth() * window() / 2
                : 0;
    }

    /** The rate that the service has to carry: offered, or what the users would ask for if they never queued. */
    public double wanted(double unloaded) {
        return switch (workload.arrivals()) {
            case Workload.Open open -> open.rate();
            case Workload.Closed closed -> ResponseTimeLaw.throughput(closed.users(), unloaded, closed.think());
            case Workload.Observed observed ->
                pilesUp()
                        ? served().value() + workload.growth()
                        : ResponseTimeLaw.throughput(workload.inFlight(), unloaded, 0);
        };
    }

    /** Whether more comes of a load that is not ours than is answered: then those in flight are no measure of what is asked for. */
    public boolean pilesUp() {
        return isObserved()
                && workload.growth() > PILES_UP * served().value()
                && workload.growth() * window() > PILES_UP * workload.inFlight();
    }
}

package dev.headroom.core.diagnosis;

import dev.headroom.core.laws.AsymptoticBounds;
import dev.headroom.core.laws.LittlesLaw;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Workload;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Whether anything binds at all, asked before the probe is. A closed load gets at most N / (R0 + Z) per second, R0 being the seconds of a
 * request that waits for no one ({@link AsymptoticBounds}; Lazowska 1984, chapter 5): where X stays below, something binds, seen or not. An
 * open load gets what it offers; something binds where requests pile up or fail, or where a response takes longer than R0 although nothing
 * piles up yet, unless that is the queue that its arrivals make before something that has room for them ({@link PassingQueue}).
 *
 * <p>Without R0 there is no bound: then the load is taken to be held back where it is closed or overloaded, and whoever finds nothing that is
 * full must not say that nothing binds. A load that is not ours has no R0: there nothing binds only where nothing is full and no requests to
 * speak of wait for anything of the service, or in a way that nobody knows ({@link Waiting}).
 *
 * @param limit throughput that the load would reach, per second; empty where R0 is not known
 * @param ratio X over the limit; NaN where that is not known
 * @param reached within the errors of both sides
 */
record Bound(Optional<Measure> limit, double ratio, boolean reached) {

    /**
     * What X may stay below the bound, relative, where nothing binds: the responses of a load cost the processor more than those of one user.
     * Trials of 60 users stood at 0.93 to 1.03.
     */
    static final double ALLOWANCE = 0.1;

    /** What a response of an open load that is carried may take longer than R0, relative. */
    private static final double LONGER = 0.3;

    /** Seconds: threads that are woken now and then take so much longer than one that never slept. */
    private static final double NOISE = 0.005;

    /** Errors beyond this, relative, would let a load pass for the limit that gets far less than its bound. */
    private static final double MOST_TOLERANCE = 0.15;

    /** Of an R0 whose error is not known, relative. */
    private static final double UNKNOWN_ERROR = 0.3;

    /** Not reached, but only because R0 is known so little: one user was answered too seldom for how much responses differ. */
    boolean mayBeReached() {
        return !reached
                && limit.filter(its -> its.error() > 0 && ratio >= 1 - its.error() / its.value())
                        .isPresent();
    }

    static Bound of(Evidence evidence) {
        Workload workload = evidence.workload();
        Optional<Measure> unloaded = evidence.baseline();
        return switch (workload.arrivals()) {
            case Workload.Open open -> {
                Measure offered = Measure.exact(open.rate(), "offered");
                boolean free = !evidence.overloaded() && !longer(evidence, workload.response());
                yield new Bound(
                        Optional.of(offered),
                        workload.throughput().value() / open.arrived(),
                        free
                                || only(
                                        evidence.passingQueues().stream()
                                                .filter(PassingQueue::sure)
                                                .toList(),
                                        evidence));
            }
            case Workload.Closed closed ->
                unloaded.map(one -> of(workload, closed, one)).orElse(new Bound(Optional.empty(), Double.NaN, false));
            case Workload.Observed observed ->
                new Bound(
                        Optional.empty(),
                        Double.NaN,
                        observed.counted()
                                && Waiting.isLittle(evidence)
                                && new Verdicts(evidence).root().isEmpty());
        };
    }

    private static boolean longer(Evidence evidence, double response) {
        return evidence.baseline()
                .filter(one -> response - one.value() > Math.max(NOISE, LONGER * one.value() + error(one)))
                .isPresent();
    }

    /** Whether a response would take as long as R0 without such queues. */
    private static boolean only(List<PassingQueue> queues, Evidence evidence) {
        double waiting = queues.stream().mapToDouble(PassingQueue::waiting).sum();
        double seconds = LittlesLaw.time(waiting, evidence.throughput());
        return evidence.baseline().isPresent()
                && waiting > 0
                && !evidence.overloadedBeyondChance()
                && !longer(evidence, evidence.workload().response() - seconds);
    }

    /** The fullest of those that random arrivals keep waiting at, where they alone do and its ceiling is too near to say that it does not bind. */
    static Optional<PassingQueue> near(Evidence evidence) {
        List<PassingQueue> all = evidence.passingQueues();
        return only(all, evidence)
                ? all.stream().max(Comparator.comparingDouble(PassingQueue::used))
                : Optional.empty();
    }

    private static Bound of(Workload workload, Workload.Closed closed, Measure unloaded) {
        double limit =
                AsymptoticBounds.throughput(closed.users(), unloaded.value(), closed.think(), Double.POSITIVE_INFINITY);
        double ofUnloaded = error(unloaded) / (unloaded.value() + closed.think());
        Measure bound = new Measure(limit, limit * ofUnloaded, "N / (R0 + Z)");
        double x = workload.throughput().value();
        double ofThroughput = workload.throughput().knownError() / x;
        double tolerance = Math.max(ALLOWANCE, Math.min(MOST_TOLERANCE, Math.hypot(ofUnloaded, ofThroughput)));
        // thinking users hide a queue: then the response itself has to be near R0
        double longer = (workload.response() - unloaded.value()) / unloaded.value();
        boolean hidden = closed.think() > unloaded.value() && longer > LONGER + ofUnloaded;
        return new Bound(Optional.of(bound), x / limit, x >= limit * (1 - tolerance) && !hidden);
    }

    private static double error(Measure measure) {
        return Double.isFinite(measure.error()) ? measure.error() : UNKNOWN_ERROR * measure.value();
    }
}

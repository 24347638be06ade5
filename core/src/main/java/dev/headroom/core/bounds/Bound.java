package dev.headroom.core.bounds;

import dev.headroom.core.conservation.Places;
import dev.headroom.core.conservation.Waiting;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.evidence.Measurement;
import dev.headroom.core.laws.LittlesLaw;
import dev.headroom.core.laws.OpenOverload;
import dev.headroom.core.laws.ResponseTimeLaw;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Thresholds;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Whether anything binds at all, asked before the probe is. A closed load gets at most N / (R0 + Z) per second, R0 being the seconds of a
 * request that waits for no one ({@link ResponseTimeLaw}; Lazowska 1984, chapter 5): where X stays below, something binds, seen or not. An
 * open load gets what it offers; something binds where requests pile up or fail, or where a response takes longer than R0 although nothing
 * piles up yet, unless hardly any waits, or that is the queue that its arrivals make before something that has room for them ({@link PassingQueue}). Either way
 * something binds where requests are {@link Rejections turned away} or {@linkplain Fallbacks given a default}, and where one kind of several waits, however rare it is ({@link SlowKind}).
 *
 * <p>Without R0 there is no bound: then the load is taken to be held back, and whoever finds nothing that is full must not say that nothing
 * binds. So it is where more is done than R0 allows: then R0 is not what a request takes that waits for no one. A load that is not ours has no
 * R0: there nothing binds only where nothing is full and no requests to speak of wait for anything of the service, or in a way that nobody
 * knows ({@link Waiting}).
 *
 * @param limit throughput that the load would reach, per second; empty where R0 is not known
 * @param ratio X over the limit; NaN where that is not known
 * @param reached within the errors of both sides
 * @param passed more than the limit, or sooner than R0, beyond the errors of both sides: R0 is void
 * @param hidden X is near the limit, since users think for longer than R0, and still a response takes longer: X has no more to gain, and the response has
 * @param unsure an open load is reached, or a closed one not hidden, if a response may be longer than R0 by all that R0 is not known
 * @param without of a closed load, whether some users are without a good answer
 */
public record Bound(
        Optional<Measure> limit,
        double ratio,
        boolean reached,
        boolean passed,
        boolean hidden,
        boolean unsure,
        boolean without) {

    /**
     * What X may stay below the bound, relative, where nothing binds: the responses of a load cost the processor more than those of one user.
     * Trials of 60 users stood at 0.93 to 1.03.
     */
    static final double ALLOWANCE = Thresholds.TENTH;

    /** Errors beyond this, relative, would let a load pass for the limit that gets far less than its bound. */
    private static final double MOST_TOLERANCE = Thresholds.CEILING_ERROR;

    /** Of what arrives (0 to 1), beside those who are turned away: by less no backlog grows. */
    private static final double GROWS = Thresholds.LOSS;

    /** Errors of R0 within which it is measured once more. */
    private static final double SIGMAS = Thresholds.SIGMAS;

    /** Of an R0 whose error is not known, relative. */
    private static final double UNKNOWN_ERROR = Thresholds.THIRD;

    /**
     * Fewer requests than this that wait on average hold no open load back: who comes finds hardly ever one before him, so that what they may wait for is used to
     * a third at most where one is served at a time (Pollaczek and Khinchine). So long does a service take that has slept between two requests.
     */
    private static final double HARDLY_ANY = Thresholds.TENTH;

    /** Requests in flight, on average, that chance does not leave over between what is counted second by second and what response times add up to, where none is known to fail. */
    private static final double SEVERAL = Thresholds.FEWEST;

    /** Of the users (0 to 1), who may be without a good answer: as many of an open load's requests may fail. */
    private static final double WITHOUT = Thresholds.SLIGHT;

    /** Of which nothing is known, or which is taken to be so: then the load is held back. */
    public static final Bound UNKNOWN = unknown(false);

    /** Not reached, but only because R0 is known so little: one user was answered too seldom for how much responses differ. */
    public boolean mayBeReached() {
        return mayBeReached(1);
    }

    /** @param errors that R0 may be off: of few answers that differ much, both their mean and what is known of it are uncertain */
    private boolean mayBeReached(double errors) {
        return !reached
                && !without
                && (unsure
                        || limit.filter(its -> its.error() > 0 && ratio >= 1 - errors * its.error() / its.value())
                                .isPresent());
    }

    public static Bound of(Evidence evidence) {
        Workload workload = evidence.workload();
        return switch (workload.arrivals()) {
            case Workload.Open open -> of(evidence, open);
            case Workload.Closed closed ->
                evidence.baseline().map(one -> of(evidence, closed, one)).orElse(UNKNOWN);
            case Workload.Observed observed -> unknown(observed.counted() && Waiting.isLittle(evidence));
        };
    }

    private static Bound unknown(boolean reached) {
        return new Bound(Optional.empty(), Double.NaN, reached, false, false, false, false);
    }

    private static Bound of(Evidence evidence, Workload.Open open) {
        double response = evidence.workload().response();
        List<PassingQueue> sure = sure(evidence);
        boolean carried = !evidence.overloaded() && (!mayBeLonger(evidence, response) || hardlyAnyWait(evidence));
        double passing = carried ? 0 : seconds(sure, evidence);
        boolean passed = evidence.baseline()
                .filter(one -> response + noise(evidence) < (1 - Evidence.LONGER) * (one.value() - error(one)))
                .isPresent();
        boolean others = !passed && !keepsSome(evidence) && isForAll(evidence, passing);
        boolean reached = evidence.baseline().isPresent() && (carried || only(sure, evidence)) && others;
        return new Bound(
                Optional.of(Measure.exact(open.rate(), "offered")),
                evidence.throughput() / open.arrived(),
                reached,
                passed,
                false,
                !reached && others && !evidence.overloaded() && isUnsure(evidence),
                false);
    }

    /** Whether a mean response of so many seconds is longer than R0, beyond what is known of both and what threads are late. */
    public static boolean longer(Evidence evidence, double response) {
        return longer(evidence, response, Double.POSITIVE_INFINITY);
    }

    /** The same where R0 is known well, and else whether it may be: who has to know that it is no longer does not take what nobody knows for an answer. */
    private static boolean mayBeLonger(Evidence evidence, double response) {
        return longer(evidence, response, MOST_TOLERANCE);
    }

    /** @param most that R0 may be off, relative */
    private static boolean longer(Evidence evidence, double response, double most) {
        return evidence.baseline()
                .filter(one -> response - one.value()
                        > Evidence.LONGER * one.value() + Math.min(error(one), most * one.value()) + noise(evidence))
                .isPresent();
    }

    private static boolean isUnsure(Evidence evidence) {
        double response = evidence.workload().response();
        return mayBeLonger(evidence, response) && !longer(evidence, response);
    }

    /**
     * Whether requests are kept that are answered badly, late or never: the response times of good answers say nothing of them, but those in flight do. By
     * Little's law N / X is the mean time of all that leave, and it is compared with R0 as a response is.
     */
    private static boolean keepsSome(Evidence evidence) {
        Workload workload = evidence.workload();
        double answered = LittlesLaw.concurrency(evidence.throughput(), workload.response());
        double known = Double.isFinite(answered) ? answered : 0;
        // a mean of counts that were made once a second, whose number varies by its square root
        double chance = SIGMAS * Math.sqrt(Math.max(known, HARDLY_ANY) / Math.max(1, workload.seconds()));
        double fewest = workload.failed() > 0 ? Math.min(SEVERAL, Math.max(HARDLY_ANY, chance)) : SEVERAL;
        return workload.inFlight() - known >= fewest
                && mayBeLonger(
                        evidence, LittlesLaw.time(workload.inFlight(), evidence.throughput() + workload.failed()));
    }

    /**
     * Whether all that speaks for an open load that is carried is that hardly any of its requests waits, though a response takes longer than R0. A service that has slept is so slow,
     * and so is one whose requests wait for what is not used by requests alone: of that the load tells nothing.
     */
    public static boolean isLongerThoughHardlyAnyWait(Evidence evidence) {
        return evidence.workload().arrivals() instanceof Workload.Open
                && mayBeLonger(evidence, evidence.workload().response())
                && hardlyAnyWait(evidence)
                && !only(sure(evidence), evidence);
    }

    private static List<PassingQueue> sure(Evidence evidence) {
        return PassingQueue.in(evidence).stream().filter(PassingQueue::sure).toList();
    }

    /** Whether hardly any request of those that are answered waits, by Little's law. */
    private static boolean hardlyAnyWait(Evidence evidence) {
        return evidence.baseline()
                .filter(one -> LittlesLaw.concurrency(
                                evidence.throughput(), evidence.workload().response() - one.value())
                        < HARDLY_ANY)
                .isPresent();
    }

    /**
     * Seconds of a response that are nobody's: so late did the generator send, and as late may a thread of the service be woken, as far as its
     * threads were seen ready without a core. Who waits longer than that for a core waits for what the service itself uses.
     */
    static double noise(Evidence evidence) {
        double late =
                evidence.workload().generator().map(Workload.Generator::lag).orElse(0.0);
        double ready = LittlesLaw.time(
                evidence.observation().processor().waiting(), evidence.served().value());
        return late + Math.min(late, Double.isFinite(ready) ? ready : 0);
    }

    /**
     * Whether none of the requests is held back by itself, or goes without what it asks for: then neither X nor the mean response shows it, nor does more load that
     * is answered.
     */
    public static boolean isForAll(Evidence evidence) {
        return isForAll(evidence, 0);
    }

    /** Whether no request is turned away, or given a default, and none of a kind of its own waits, for longer than queues that pass make it. */
    private static boolean isForAll(Evidence evidence, double passing) {
        return Rejections.in(evidence).isEmpty()
                && Fallbacks.in(evidence).isEmpty()
                && SlowKind.in(evidence, passing).isEmpty()
                && !StandingQueue.in(evidence);
    }

    private static double seconds(List<PassingQueue> queues, Evidence evidence) {
        return LittlesLaw.time(
                queues.stream().mapToDouble(PassingQueue::waiting).sum(), evidence.throughput());
    }

    /** Whether a response would take as long as R0 without such queues. */
    private static boolean only(List<PassingQueue> queues, Evidence evidence) {
        double seconds = seconds(queues, evidence);
        return evidence.baseline().isPresent()
                && seconds > 0
                && !evidence.overloadedBeyondChance()
                && !mayBeLonger(evidence, evidence.workload().response() - seconds);
    }

    /** The fullest of those that random arrivals keep waiting at, where they alone do and its ceiling is too near to say that it does not bind. */
    public static Optional<PassingQueue> near(Evidence evidence) {
        List<PassingQueue> all = PassingQueue.in(evidence);
        return only(all, evidence) && isForAll(evidence, seconds(all, evidence))
                ? all.stream().max(Comparator.comparingDouble(PassingQueue::used))
                : Optional.empty();
    }

    private static Bound of(Evidence evidence, Workload.Closed closed, Measure unloaded) {
        Workload workload = evidence.workload();
        double limit = ResponseTimeLaw.throughput(closed.users(), unloaded.value(), closed.think());
        double ofUnloaded = error(unloaded) / (unloaded.value() + closed.think());
        Measure bound = new Measure(limit, limit * ofUnloaded, "N / (R0 + Z)");
        double x = workload.throughput().value();
        double ofThroughput = workload.throughput().knownError() / x;
        double tolerance =
                Math.clamp(Math.hypot(ALLOWANCE, Math.hypot(ofUnloaded, ofThroughput)), ALLOWANCE, MOST_TOLERANCE);
        // thinking users hide a queue: then the response itself has to be near R0
        boolean hidden = closed.think() > unloaded.value() && mayBeLonger(evidence, workload.response());
        double ofDrift = (evidence.drift() + noise(evidence)) / (unloaded.value() + closed.think());
        boolean passed = x > limit * (1 + Math.hypot(ofUnloaded, ofThroughput) + ofDrift);
        boolean near = x >= limit * (1 - tolerance) && !passed;
        boolean without = isWithout(evidence, closed);
        return new Bound(
                Optional.of(bound),
                x / limit,
                near && !hidden && !without && isForAll(evidence),
                passed,
                near && hidden,
                near && hidden && isUnsure(evidence),
                without);
    }

    /**
     * Whether users to speak of are without a good answer: they fail, or are in flight beside the X R who get one, by Little's law. What the bound allows for is that answers cost more
     * under load, and not that some get none. Requests that were under way when the window began are not those that are when it ends, by as many as a response is of it.
     */
    private static boolean isWithout(Evidence evidence, Workload.Closed closed) {
        Workload workload = evidence.workload();
        double served = LittlesLaw.concurrency(evidence.throughput(), workload.response());
        double edge = served * workload.response() / evidence.window();
        return workload.failedShare() > WITHOUT
                || workload.inFlight() - served >= Math.max(SEVERAL, WITHOUT * closed.users()) + edge;
    }

    /** Whether answers to a closed load come as soon as those of one user, and still some users are without: what keeps these does not show in the response times of the others. */
    public boolean isWithoutSome(Evidence evidence) {
        return without
                && !hidden
                && !passed
                && !longer(evidence, evidence.workload().response());
    }

    private static double error(Measure measure) {
        return Double.isFinite(measure.error()) ? measure.error() : UNKNOWN_ERROR * measure.value();
    }

    /**
     * Whether it matters how well R0 is known: X is within this of the bound, or a response within it of what is still no longer than R0, relative;
     * or R0 is so uncertain that the bound may be reached.
     */
    public static boolean isNear(Measurement measured) {
        Evidence evidence = Places.in(measured);
        Bound bound = of(evidence);
        Optional<Measure> one = evidence.baseline();
        return one.isPresent()
                && (evidence.workload().arrivals() instanceof Workload.Open
                        ? Math.abs(evidence.workload().response() / one.get().value() - 1 - Evidence.LONGER)
                                        <= MOST_TOLERANCE
                                || one.get().knownError()
                                        > MOST_TOLERANCE * one.get().value()
                        : Math.abs(bound.ratio() - 1) <= MOST_TOLERANCE || bound.mayBeReached(SIGMAS));
    }

    /** Requests per second by which the backlog grows: who is turned away stands in none. Empty where the load is carried. */
    public static OptionalDouble backlogGrowth(Evidence evidence) {
        if (!(evidence.workload().arrivals() instanceof Workload.Open open)
                || !evidence.overloaded()
                || of(evidence).reached()) {
            return OptionalDouble.empty();
        }
        double ended = evidence.throughput() + evidence.workload().failed();
        double turnedAway =
                Rejections.in(evidence).map(one -> one.share() * ended).orElse(0.0);
        double growth = OpenOverload.backlogGrowth(open.arrived(), evidence.throughput() + turnedAway);
        return turnedAway > 0 && growth <= GROWS * open.arrived() ? OptionalDouble.empty() : OptionalDouble.of(growth);
    }
}

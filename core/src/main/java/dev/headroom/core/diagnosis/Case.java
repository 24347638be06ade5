package dev.headroom.core.diagnosis;

import dev.headroom.core.bounds.Bound;
import dev.headroom.core.bounds.PassingQueue;
import dev.headroom.core.conservation.Places;
import dev.headroom.core.conservation.Waiting;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.evidence.Measurement;
import dev.headroom.core.evidence.UnawaitedTasks;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.model.observation.Adjustable.Means;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.rules.Hypothesis;
import dev.headroom.core.rules.Leaks;
import dev.headroom.core.rules.Processors;
import dev.headroom.core.rules.Tie;
import dev.headroom.core.statistics.Thresholds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/** A diagnosis as a proof takes it up: who may be the limit, how it is moved, and what is to be said where it was not. */
public final class Case {

    /** Responses that came too late, over the successful ones that a move is measured by, from which these say nothing. */
    private static final double TOO_LATE = Thresholds.TENTH;

    /** Seconds of work that a load which was cut short has left behind, from which a service is busy with that and not with the move. */
    private static final double LONGEST_BACKLOG = Thresholds.DOUBLE;

    /** Busy workers, or holders (0 to 1), that call one process: fewer of them are then as many times fewer calls. */
    private static final double MOST_CALLERS = Thresholds.NEARLY_ALL;

    private final Evidence evidence;
    private final Verdicts verdicts;
    private final Diagnosis found;

    private Case(Evidence evidence, Diagnosis found) {
        this.evidence = evidence;
        this.found = found;
        verdicts = new Verdicts(evidence);
    }

    public static Case of(Measurement measured, Diagnosis found) {
        return new Case(Places.in(measured), found);
    }

    public static Case of(Inspection inspection) {
        return of(Measurement.of(inspection), inspection.found());
    }

    public Diagnosis found() {
        return found;
    }

    public Evidence evidence() {
        return evidence;
    }

    /** What may be moved to prove something of it: nothing where what is measured is not what the service does, or no answer waits for what is not done. */
    public boolean canBeTried() {
        double late = evidence.served().value() / evidence.throughput() - 1;
        double backlog = evidence.workload().failures().unfinished() / evidence.throughput();
        boolean shows = !verdicts.roots().bound().reached()
                || UnawaitedTasks.in(evidence).isEmpty();
        return shows
                && late <= TOO_LATE
                && backlog <= LONGEST_BACKLOG
                && switch (found.verdict()) {
                    case LIMIT, DOWNSTREAM_IS_THE_LIMIT, LOAD_IS_THE_LIMIT -> true;
                    case UNKNOWN -> Processors.starved(evidence).isEmpty();
                    case GENERATOR_IS_THE_LIMIT, NOT_STATIONARY, ALL_REQUESTS_FAIL -> false;
                };
    }

    /** Whether throughput is given by who asks: then a limit that is raised shows in how long requests wait. */
    public boolean isCarried() {
        return switch (evidence.workload().arrivals()) {
            case Workload.Open open -> !evidence.overloaded();
            case Workload.Closed closed -> false;
            case Workload.Observed observed -> !evidence.pilesUp();
        };
    }

    /** Whether throughput has no more to gain: it is given, or as much as users who think ask for. A limit that is raised then shows in how long requests wait. */
    public boolean isGiven() {
        return isCarried() || hidesWaits();
    }

    /** Whether users think so long that throughput hardly shows that they wait. */
    public boolean hidesWaits() {
        return verdicts.roots().bound().hidden();
    }

    /** Users, or requests that are offered per second; empty of a load that is not ours. */
    public OptionalDouble load() {
        return switch (evidence.workload().arrivals()) {
            case Workload.Open open -> OptionalDouble.of(open.rate());
            case Workload.Closed closed -> OptionalDouble.of(closed.users());
            case Workload.Observed observed -> OptionalDouble.empty();
        };
    }

    /** Users, where the load is one of them: of an open one that is not carried, more brings no more. */
    public OptionalDouble users() {
        return evidence.workload().arrivals() instanceof Workload.Closed ? load() : OptionalDouble.empty();
    }

    /**
     * Whether throughput that goes with the load may show that nothing binds: not where a kind of request waits that is too rare to be seen in it, nor
     * where requests are turned away or given a default, nor where X is plainly below what the load would get, or far above, so that R0 is void; nor where
     * users who think hide that responses take longer; nor where the work that answers promise is not done.
     */
    public boolean mayBeClear() {
        Bound bound = verdicts.roots().bound();
        return (bound.reached() || bound.mayBeReached())
                && !bound.passed()
                && !bound.hidden()
                && Bound.isForAll(evidence)
                && UnawaitedTasks.in(evidence).isEmpty();
    }

    /** What is named, then the others that explain most; symptoms last. */
    public List<Candidate> candidates() {
        List<Candidate> all = new ArrayList<>();
        Optional<Ranking.Ranked> named = verdicts.roots().named(found);
        named.ifPresent(one -> all.add(candidate(one)));
        verdicts.roots().withTied(named).stream()
                .filter(one -> named.filter(first -> first.hypothesis() == one.hypothesis())
                        .isEmpty())
                .filter(one -> !isStuck(one.hypothesis().finding().limit().kind()))
                .map(this::candidate)
                .forEach(all::add);
        return List.copyOf(all);
    }

    /** Whether the first of the candidates is what was named. */
    public boolean isNamed() {
        return verdicts.roots().named(found).isPresent();
    }

    /** More of what is stuck would be stuck as well. */
    private static boolean isStuck(LimitKind kind) {
        return kind == LimitKind.HUNG_WORKERS || kind == LimitKind.DEADLOCK;
    }

    private Candidate candidate(Ranking.Ranked ranked) {
        Hypothesis one = ranked.hypothesis();
        boolean stuck = isStuck(one.finding().limit().kind());
        double delay = Waiting.delay(evidence);
        List<Adjustable> shares = shares(one);
        return new Candidate(
                one.target(),
                one.finding().limit(),
                stuck
                        ? Optional.empty()
                        : shares.isEmpty() ? lever(one.target(), Means.SET) : Optional.of(all(one.target(), shares)),
                stuck ? List.of() : shares,
                stuck ? Optional.empty() : lever(one.target(), Means.OCCUPY),
                callers(one),
                Leaks.count(one.target(), evidence),
                Math.max(1, new Room(evidence, verdicts.roots()).of(one) / evidence.throughput()),
                ranked.explains(),
                delay > 0 ? Math.min(1, ranked.explains() / delay) : Double.NaN,
                used(one),
                ranked.symptomOf().isPresent());
    }

    /** Of a process that is called by workers of one pool, or by holders of one resource. */
    private Optional<Candidate.Callers> callers(Hypothesis one) {
        return one.finding().limit().kind() == LimitKind.DOWNSTREAM
                ? Stream.concat(
                                evidence.observation().pools().stream()
                                        .flatMap(pool -> callers(pool.name(), pool, one.target())),
                                evidence.observation().resources().stream()
                                        .flatMap(resource -> callers(resource.id(), resource, one.target())))
                        .max(Comparator.comparingDouble(Candidate.Callers::calling))
                : Optional.empty();
    }

    private Stream<Candidate.Callers> callers(String name, Station station, String target) {
        double calling = station.calling(target);
        return calling > MOST_CALLERS * station.active()
                ? lever(name, Means.SET)
                        .filter(Adjustable::comesBack)
                        .map(lever -> new Candidate.Callers(lever, station.active(), calling))
                        .stream()
                : Stream.empty();
    }

    /** Of several that are one limit together, where all of them can be set. */
    private List<Adjustable> shares(Hypothesis one) {
        List<Adjustable> levers = one.shares().stream()
                .flatMap(share -> lever(share, Means.SET).stream())
                .toList();
        return levers.size() == one.shares().size() ? levers : List.of();
    }

    private static Adjustable all(String target, List<Adjustable> shares) {
        return new Adjustable(
                target,
                shares.stream().mapToInt(Adjustable::capacity).sum(),
                shares.stream().allMatch(Adjustable::comesBack),
                shares.getFirst().how());
    }

    private Optional<Adjustable> lever(String target, Means means) {
        return evidence.observation().levers().stream()
                .filter(its -> its.target().equals(target) && its.means() == means && its.capacity() > 0)
                .findFirst();
    }

    private double used(Hypothesis one) {
        return evidence.structure()
                .pool(one.target())
                .or(() -> evidence.observation()
                        .resource(one.target())
                        .filter(its -> its.maximum().orElse(0) > 0))
                .map(its -> Math.min(1, its.utilization()))
                .orElse(1.0);
    }

    /** Throughput that a load may come to, over what it is: up to the next limit that is known, of which it may fill most. */
    public double room() {
        double next = Stream.concat(
                        found.next().map(its -> its.ceiling().perSecond()).stream(),
                        PassingQueue.in(evidence).stream()
                                .map(queue -> queue.ceiling().value()))
                .min(Double::compare)
                .orElse(Double.POSITIVE_INFINITY);
        return Math.min(Tie.KNEE * next / evidence.throughput(), processorRoom());
    }

    /** The same up to the processor's ceiling alone. */
    public double processorRoom() {
        return Room.OF_PROCESSOR * Processors.room(evidence) / evidence.throughput();
    }

    /**
     * Throughput that other processes are known to serve, over what it is, 1 at least: each answers one request at a time at any rate, in the time that one
     * user waits for it (infinite where none is asked). What they can do beyond that is not seen.
     *
     * @param target which is none of the others
     */
    public double roomOutside(String target) {
        return evidence.places().stream()
                .filter(place -> place.atDownstream() && !place.name().equals(target))
                .mapToDouble(place -> place.unloaded() > 0 ? place.unloaded() : place.seconds())
                .filter(seconds -> seconds > 0)
                .map(seconds -> Math.max(1, 1 / (seconds * evidence.throughput())))
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** What can be set to and fro while the load goes on, whether it is full or not. */
    public List<Adjustable> levers() {
        return evidence.observation().levers().stream()
                .filter(lever -> lever.means() == Means.SET && lever.comesBack() && lever.capacity() > 0)
                .toList();
    }

    public String name(Adjustable lever) {
        return evidence.observation().name(lever.target());
    }

    public Diagnosis naming(Candidate candidate) {
        return verdicts.roots().withTied(verdicts.roots().named(found)).stream()
                .filter(one -> one.hypothesis().target().equals(candidate.target()))
                .findFirst()
                .map(verdicts::limit)
                .orElse(found);
    }

    /** What is to be said where these are not it: the next best, what they wait for in turn, or that it is not known. */
    public Diagnosis besides(Set<String> refuted) {
        return verdicts.roots().rootBesides(refuted).map(verdicts::limit).orElseGet(() -> verdicts.behind(refuted));
    }

    public Diagnosis clear() {
        return found.verdict() == Verdict.LOAD_IS_THE_LIMIT ? found : verdicts.loadIsTheLimit();
    }

    /**
     * The verdict where the load gets what it asks for, and more of it does not.
     *
     * @param more what came of that
     * @param factor by which it was raised
     */
    public Diagnosis edge(Outcome more, double factor) {
        return verdicts.edge(more, factor);
    }

    /** The verdict that what was diagnosed does not last. */
    public Diagnosis notSettled(String trouble) {
        return verdicts.notSettled(trouble);
    }
}

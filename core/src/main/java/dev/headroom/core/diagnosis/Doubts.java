package dev.headroom.core.diagnosis;

import dev.headroom.core.bounds.Rejections;
import dev.headroom.core.bounds.Steadiness;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.laws.ForcedFlowLaw;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Baseline;
import dev.headroom.core.rules.ConnectionChurn;
import dev.headroom.core.rules.Finding;
import dev.headroom.core.rules.Hypothesis;
import dev.headroom.core.rules.Processors;
import dev.headroom.core.rules.RoomBehind;
import dev.headroom.core.rules.Terms;
import dev.headroom.core.rules.Tie;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.structure.Structure;
import dev.headroom.core.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Why a claim is no more than suspected, in sentences. A claim of which there are none is supported: instruments agree, the window was steady,
 * nearly all of R - R0 is explained, no rival explains as much, and what one user needs predicts X under load.
 */
record Doubts(Evidence evidence, Hypothesis claim, List<String> doubts) {

    /** Share of R - R0 (0 to 1) that what is named has to explain to be supported. */
    static final double EXPLAINED = Thresholds.NEARLY_ALL;

    /** What X may differ from the ceiling that was computed with one user, relative. */
    private static final double SAME_DEMAND = Thresholds.QUARTER;

    /** Failed responses from which (0 to 1) the generator's count is not what the service completes. */
    private static final double MOST = Thresholds.HALF;

    /** Requests in flight (0 to 1 of all) that may be at no place that was seen where instruments are said to agree. */
    private static final double FOUND = Thresholds.SLIGHT;

    /** That each thread completes in the window: one with fewer may be in a loop that serves many. */
    private static final double TASKS = Thresholds.LOOKS;

    /** Requests that are turned away, of all (0 to 1), from which what bounds those may bound the others. */
    static final double TURNED_AWAY = Thresholds.FEW;

    static List<String> of(Ranking.Ranked root, Roots roots, Evidence evidence) {
        Doubts about = new Doubts(evidence, root.hypothesis(), new ArrayList<>());
        about.window();
        about.demand();
        about.claim.finding().terms().ifPresentOrElse(about::terms, about::noTerms);
        about.chain();
        about.flow();
        about.nature();
        about.rivals(root, roots.ranked());
        about.work(roots.ranked());
        RoomBehind.doubt(about.claim, evidence).ifPresent(about.doubts::add);
        Tie.in(about.claim.finding().next(), evidence).map(Tie::words).ifPresent(about.doubts::add);
        about.unread();
        about.asleep();
        about.opened();
        about.explained(roots.share(root));
        about.turnedAway(roots);
        return List.copyOf(about.doubts);
    }

    private void window() {
        Processors.starved(evidence).ifPresent(doubts::add);
        Steadiness.trouble(evidence).ifPresent(trouble -> doubts.add("The window did not settle: " + trouble + "."));
        evidence.measured().baseline().flatMap(this::slower).ifPresent(doubts::add);
    }

    /** Where one user waited as long once the others had gone: a backlog that is still worked off looks the same, so that R0 stays the smaller one. */
    private Optional<String> slower(Baseline one) {
        double loaded = evidence.workload().response();
        return one.after()
                .filter(after -> !one.agree()
                        && after.value() > one.response().value()
                        && loaded <= (1 + Evidence.LONGER) * after.value() + after.knownError())
                .map(after -> "One user still took " + Numbers.seconds(after.value())
                        + " right after the load, under which a response took " + Numbers.seconds(loaded)
                        + ": a request may have come to take longer with time, whether others come or not.");
    }

    private void demand() {
        OptionalDouble ceiling = claim.unloadedCeiling();
        if (ceiling.isPresent() && differs(ceiling.getAsDouble(), SAME_DEMAND)) {
            doubts.add("With one user it would carry " + Numbers.rate(ceiling.getAsDouble())
                    + ": under load each request holds it "
                    + (ceiling.getAsDouble() > evidence.served().value() ? "longer" : "for less time")
                    + claim.finding()
                            .terms()
                            .map(its -> " ("
                                    + Numbers.seconds(its.visits().value()
                                            * its.holdingTime().value())
                                    + ")")
                            .orElse("")
                    + ", so its time depends on what is behind it.");
        }
        claim.finding()
                .terms()
                .filter(its -> ceiling.isEmpty() && claim.finding().limit().kind() != LimitKind.RATE_LIMITER)
                .filter(its -> its.isKeptLonger(evidence))
                .ifPresent(its -> doubts.add("Each is kept for "
                        + Numbers.seconds(its.holdingTime().value())
                        + ", longer than all of one user's response ("
                        + Numbers.seconds(evidence.baseline().orElseThrow().value())
                        + "): it is kept for something else as well, and what is behind it matters, too."));
    }

    /**
     * Whether two instruments say the same. An S computed from completions, or an X counted by the pool itself, makes m / (V S) agree with X
     * whatever binds; then the ceiling by what one user needs has to be the second instrument.
     */
    private void terms(Terms terms) {
        if (differs(terms.ceiling().value(), Checks.TOLERANCE)) {
            doubts.add(
                    "Measured throughput is "
                            + Numbers.percent(
                                    evidence.served().value() / terms.ceiling().value())
                            + " of the ceiling: one of m, V and S is not what holds this load, so the limit is only suspected.");
        }
        boolean byKernel = switch (claim.finding().limit().kind()) {
            case CPU, THROTTLING -> true;
            default -> false;
        };
        boolean byGenerator = evidence.workload().failedShare() <= MOST;
        if (!byKernel && !conserved() && claim.unloadedCeiling().isEmpty() && !(terms.byClock() && byGenerator)) {
            doubts.add(
                    terms.byClock()
                            ? "Most requests fail, so X is not the load generator's count."
                            : "The holding time was computed from the throughput, so that both agree proves nothing.");
        }
    }

    private void noTerms() {
        LimitKind kind = claim.finding().limit().kind();
        // that cores are full is told by the kernel, though not what a request takes of them where others use them, too
        boolean full = kind == LimitKind.CPU && evidence.served().value() > 0;
        if (kind != LimitKind.DOWNSTREAM && !full) {
            doubts.add(
                    claim.unloadedCeiling().isPresent()
                            ? "How much it can carry is known by one user's request alone."
                            : "How much it can carry is not known.");
        }
    }

    /** Requests in flight by the generator, against those that were seen to wait for the very object. Whom nothing showed to be handed over to a pool was not seen in its queue. */
    private boolean conserved() {
        Set<String> taken = evidence.chain().links().stream()
                .filter(link -> link.asynchronous() && !link.seen())
                .map(link -> link.callee().name())
                .collect(Collectors.toSet());
        double notFound = evidence.requests(place -> place.kind() == Place.Kind.NOT_FOUND
                || place.kind() == Place.Kind.QUEUED && taken.contains(place.name()));
        return evidence.observation().resource(claim.target()).isPresent()
                && notFound <= FOUND * evidence.workload().inFlight();
    }

    private void chain() {
        Finding finding = claim.finding();
        if (finding.pool().isPresent()
                && finding.pool().equals(evidence.chain().binding())
                && !evidence.chain().seen()) {
            doubts.add("No frame showed who waits for " + finding.limit().pool() + ".");
        }
        finding.pool()
                .filter(this::mayBeOthers)
                .ifPresent(pool -> doubts.add(
                        "Fewer tasks are done there than requests are answered, and no frame showed whose they are: V = "
                                + Numbers.of(tasksOfEach(pool))
                                + " may be none of most, or the pool works for itself."));
    }

    /** A full pool carries m / (V S) whoever asks for its tasks, and of a load that is not ours nobody has seen one user. */
    private boolean mayBeOthers(Station pool) {
        return evidence.isObserved()
                && tasksOfEach(pool) < Structure.ONE_EACH
                && evidence.chain().links().stream()
                        .anyMatch(link ->
                                link.asynchronous() && link.callee().id().equals(pool.id()));
    }

    private double tasksOfEach(Station pool) {
        return ForcedFlowLaw.visits(
                pool.completed().orElse(Double.NaN), evidence.served().value() * evidence.window());
    }

    /** A resource that does not count is said to be taken once by each request: those who wait for it serve fewer, so others do not come by. */
    private void flow() {
        evidence.observation()
                .resource(claim.target())
                .filter(resource -> resource.completed().isEmpty())
                .flatMap(resource -> evidence.observation().pools().stream()
                        .max(Comparator.comparingDouble(pool -> pool.waitingOn(resource.id())))
                        .filter(pool ->
                                resource.queued() > 0 && pool.waitingOn(resource.id()) >= MOST * resource.queued()))
                .filter(pool ->
                        pool.completed().orElse(0) >= TASKS * pool.active() && tasksOfEach(pool) < 1 - SAME_DEMAND)
                .ifPresent(pool -> doubts.add("Those who wait for it are of " + pool.name() + ", where "
                        + Numbers.percent(tasksOfEach(pool))
                        + " of the requests are served: the others do not come by, and X is not what passes it."));
    }

    /** A gate and a pacer look alike from outside as long as everything takes equally long. */
    private void nature() {
        evidence.observation()
                .resource(claim.target())
                .filter(resource -> resource.maximum().isPresent() && isByHolders(resource))
                .ifPresent(resource -> doubts.add("As many were past " + resource.id()
                        + " in every look: a bound of so many, or a rate, after which each takes equally long."));
    }

    /** Whether its capacity is as many as held it all the while: where one user was seen, who holds it was told apart from who works behind it. */
    private boolean isByHolders(Station resource) {
        boolean uncounted = resource.completed().isEmpty() && evidence.isObserved();
        return resource.kind() == StationKind.OBJECT_POOL && uncounted
                || resource.kind() == StationKind.UNKNOWN
                        && (uncounted || resource.type().isEmpty());
    }

    private void work(List<Ranking.Ranked> ranked) {
        Ranking.work(claim, ranked, evidence)
                .ifPresent(wait -> doubts.add("Who holds it waits at "
                        + wait.finding().limit().pool()
                        + ", nobody knows for what: where only so many are let past there, that is the limit."));
    }

    private void unread() {
        kept(Place.Kind.UNREAD)
                .ifPresent(place -> doubts.add("That those who would read the " + Numbers.count(place.requests())
                        + " requests which nobody reads wait there was not seen: more do than have been read."));
    }

    private void asleep() {
        kept(Place.Kind.SLEEPING)
                .ifPresent(
                        place -> doubts.add("That those who sleep at " + place.name() + " ask for it was not seen."));
    }

    /** Where a resource is said to keep requests that do not stand in its own queue. */
    private Optional<Place> kept(Place.Kind kind) {
        return evidence.places().stream()
                .filter(place -> place.kind() == kind
                        && claim.delays().test(place)
                        && evidence.observation().resource(claim.target()).isPresent())
                .findFirst();
    }

    private void rivals(Ranking.Ranked root, List<Ranking.Ranked> ranked) {
        ranked.stream()
                .filter(other -> other.symptomOf().isEmpty() && other.hypothesis() != claim)
                .filter(other -> other.explains() >= EXPLAINED * root.explains())
                .findFirst()
                .ifPresent(
                        other -> doubts.add(other.hypothesis().finding().limit().pool() + " would explain as much."));
    }

    /** A processor that is full may be so by that. */
    private void opened() {
        if (claim.target().equals(Hypothesis.CPU) && ConnectionChurn.mayFill(evidence)) {
            doubts.add("How much of it goes into opening connections again and again was not seen.");
        }
    }

    private void explained(double share) {
        if (!(share >= EXPLAINED)) {
            doubts.add(
                    Double.isFinite(share)
                            ? "It explains " + Numbers.percent(share)
                                    + (evidence.isObserved()
                                            ? " of the time that requests wait."
                                            : " of what a response takes longer than with one user.")
                            : "Without the response time of one user nothing says how much of it this limit explains.");
        }
    }

    /** More that get past what they wait for may only be turned away behind it. */
    private void turnedAway(Roots roots) {
        Rejections.in(evidence)
                .filter(one -> one.share() > TURNED_AWAY
                        && roots.turningAway(one)
                                .filter(by -> by.target().equals(claim.target()))
                                .isEmpty())
                .ifPresent(one ->
                        doubts.add(one.words(evidence) + " Whoever no longer waits may only be turned away, too."));
    }

    private boolean differs(double ceiling, double tolerance) {
        return !(Math.abs(evidence.served().value() / ceiling - 1) <= tolerance);
    }
}

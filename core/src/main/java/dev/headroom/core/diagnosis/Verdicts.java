package dev.headroom.core.diagnosis;

import dev.headroom.core.laws.OpenOverload;
import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Diagnosis.Account;
import dev.headroom.core.model.Diagnosis.NextLimit;
import dev.headroom.core.model.Diagnosis.Standing;
import dev.headroom.core.model.Diagnosis.Verdict;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Place;
import dev.headroom.core.model.Pool;
import dev.headroom.core.text.Numbers;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Writes a verdict with its account of the response time, its rivals and its grade of evidence. */
final class Verdicts {

    /** Share of R - R0 (0 to 1) that what is named has to explain to be supported. */
    private static final double EXPLAINED = 0.9;

    /** And below which it is not named at all: then most of the wait is somewhere else. */
    private static final double TOO_LITTLE = 0.3;

    /** What X may differ from the ceiling that was computed with one user, relative. */
    private static final double SAME_DEMAND = 0.25;

    /** Failed responses from which (0 to 1) the generator's count is not what the service completes; and requests, that one place has most. */
    private static final double MOST = 0.5;

    /** Requests in flight (0 to 1 of all) that may be at no place that was seen where instruments are said to agree. */
    private static final double FOUND = 0.05;

    private final Evidence evidence;
    private final List<Place> places;
    private final List<Ranking.Ranked> ranked;

    Verdicts(Evidence evidence) {
        this.evidence = evidence;
        places = evidence.window() > 0 ? Places.of(evidence) : List.of();
        ranked = Ranking.of(evidence, places);
    }

    List<Ranking.Ranked> ranked() {
        return ranked;
    }

    /** What a diagnosis of this run has named; empty where it names no limit that a rule claims. */
    Optional<Ranking.Ranked> named(Diagnosis diagnosis) {
        return ranked.stream()
                .filter(one -> diagnosis
                        .bindingLimit()
                        .filter(one.hypothesis().finding().limit()::equals)
                        .isPresent())
                .findFirst();
    }

    /** The root that explains most; empty where none explains enough to be it. */
    Optional<Ranking.Ranked> root() {
        return ranked.stream()
                .filter(one -> one.symptomOf().isEmpty())
                .findFirst()
                .filter(one -> !(share(one) < TOO_LITTLE));
    }

    /** So plain that a window which did not settle changes nothing. */
    boolean isStrong(Ranking.Ranked root) {
        return share(root) >= EXPLAINED;
    }

    /** Share of R - R0, 0 to 1; NaN where R0 is not known. */
    private double share(Ranking.Ranked one) {
        double longer = longer();
        // a claim of failures, such as a timeout, delays no one
        return longer > 0 && one.hypothesis().finding().limit().kind() != LimitKind.TIMEOUT
                ? Math.min(1, one.explains() / longer)
                : Double.NaN;
    }

    private double longer() {
        return evidence.response() - evidence.baseline().map(Measure::value).orElse(Double.NaN);
    }

    Draft draft(Verdict verdict) {
        Draft draft = new Draft(verdict, evidence).account(account(OptionalDouble.empty()));
        if (evidence.result().generator().binding() && verdict != Verdict.GENERATOR_IS_THE_LIMIT) {
            draft.note(
                    "The load generator was late because the service left it no core: response times are longer than they"
                            + " would be from another machine.");
        }
        return draft;
    }

    private Account account(OptionalDouble explained) {
        Bound bound = Bound.of(evidence);
        return new Account(evidence.baseline(), bound.limit(), bound.reached(), places, explained);
    }

    Diagnosis limit(Hypothesis lost) {
        return limit(new Ranking.Ranked(lost, 0, Optional.empty()));
    }

    Diagnosis limit(Ranking.Ranked root) {
        Finding finding = root.hypothesis().finding();
        LimitKind kind = finding.limit().kind();
        double share = share(root);
        Draft draft = draft(kind == LimitKind.DOWNSTREAM ? Verdict.DOWNSTREAM_IS_THE_LIMIT : Verdict.LIMIT)
                .limit(finding.limit())
                .account(account(Double.isFinite(share) ? OptionalDouble.of(share) : OptionalDouble.empty()))
                .rivals(Ranking.rivals(ranked, Optional.of(root)))
                .sites(root.hypothesis().holders(), root.hypothesis().waiters())
                .backlogGrowth(backlogGrowth())
                .next(finding.next())
                .checks(Checks.of(evidence, finding.pool(), finding.terms(), true))
                .summary(finding.summary());
        finding.remedy().ifPresent(draft::remedy);
        finding.notes().forEach(draft::note);
        finding.terms().ifPresent(terms -> terms(draft, finding, terms));
        draft.standing(supported(root, share, draft) ? Standing.SUPPORTED : Standing.SUSPECTED);
        if (kind != LimitKind.HUNG_WORKERS) {
            noteStuck(draft);
        }
        if (kind != LimitKind.CONNECTION_CHURN) {
            ConnectionChurn.notes(evidence).forEach(draft::note);
        }
        return draft.build();
    }

    /** Ceiling beside throughput: that they agree calibrates the instruments, that they do not says that something else holds the load. */
    private void terms(Draft draft, Finding finding, Terms terms) {
        double ratio = evidence.served().value() / terms.ceiling().value();
        draft.terms(terms).ratio(ratio);
        if (Math.abs(ratio - 1) > Checks.TOLERANCE) {
            draft.note(
                    "Measured throughput is " + Numbers.percent(ratio)
                            + " of the ceiling: one of m, V and S is not what holds this load, so the limit is only suspected.");
        }
        if (finding.pool().isPresent() && !terms.requestsByProbe()) {
            draft.note(
                    "The entry pool does not count requests as such, so V was taken with the load generator's count.");
        }
    }

    /**
     * Instruments agree, the window was steady, the claim explains nearly all of R - R0, and what it needs with one user predicts X under load.
     */
    private boolean supported(Ranking.Ranked root, double share, Draft draft) {
        Optional<String> starved = Processors.starved(evidence);
        starved.ifPresent(draft::note);
        Optional<String> unsteady = Steadiness.trouble(evidence);
        unsteady.ifPresent(trouble -> draft.note("The window did not settle: " + trouble + "."));
        OptionalDouble ceiling = root.hypothesis().unloadedCeiling();
        boolean sameDemand =
                ceiling.isEmpty() || Math.abs(evidence.served().value() / ceiling.getAsDouble() - 1) <= SAME_DEMAND;
        if (!sameDemand) {
            draft.note("With one user it would carry " + Numbers.rate(ceiling.getAsDouble())
                    + ": under load each request keeps it for another time, so what is behind it matters, too.");
        }
        Finding finding = root.hypothesis().finding();
        boolean agree = finding.terms()
                .map(terms -> agrees(terms, root.hypothesis(), draft))
                .orElse(finding.limit().kind() == LimitKind.DOWNSTREAM);
        boolean seen = finding.pool().isEmpty()
                || !finding.pool().equals(evidence.chain().binding())
                || evidence.chain().seen();
        if (!seen) {
            draft.note("No frame showed who waits for " + finding.limit().pool() + ".");
        }
        Optional<Ranking.Ranked> rival = ranked.stream()
                .filter(other -> other.symptomOf().isEmpty() && other.hypothesis() != root.hypothesis())
                .filter(other -> other.explains() >= EXPLAINED * root.explains())
                .findFirst();
        rival.ifPresent(other -> draft.note(other.hypothesis().finding().limit().pool() + " would explain as much."));
        if (!(share >= EXPLAINED)) {
            draft.note(
                    Double.isFinite(share)
                            ? "It explains " + Numbers.percent(share)
                                    + " of what a response takes longer than with one user."
                            : "Without the response time of one user nothing says how much of it this limit explains.");
        }
        return share >= EXPLAINED
                && agree
                && seen
                && rival.isEmpty()
                && sameDemand
                && starved.isEmpty()
                && unsteady.isEmpty();
    }

    /**
     * Whether two instruments say the same. An S computed from completions, or an X counted by the pool itself, makes m / (V S) agree with X
     * whatever binds; then the ceiling by what one user needs has to be the second instrument.
     */
    private boolean agrees(Terms terms, Hypothesis claim, Draft draft) {
        boolean byKernel = switch (claim.finding().limit().kind()) {
            case CPU, THROTTLING -> true;
            default -> false;
        };
        boolean byGenerator = evidence.workload().failedShare() <= MOST;
        // requests in flight by the generator, against those that were seen to wait for the very object
        boolean conserved = evidence.observation().resources().stream()
                        .anyMatch(resource -> resource.id().equals(claim.target()))
                && notFound() <= FOUND * evidence.workload().inFlight();
        boolean independent =
                byKernel || conserved || claim.unloadedCeiling().isPresent() || terms.byClock() && byGenerator;
        if (!independent) {
            draft.note(
                    terms.byClock()
                            ? "Most requests fail, so X is not the load generator's count."
                            : "S was computed from completed tasks, so the ceiling agrees with X whatever binds.");
        }
        return independent
                && Math.abs(evidence.served().value() / terms.ceiling().value() - 1) <= Checks.TOLERANCE;
    }

    private double notFound() {
        return places.stream()
                .filter(place -> place.kind() == Place.Kind.NOT_FOUND)
                .mapToDouble(Place::requests)
                .sum();
    }

    Diagnosis notSettled(String trouble) {
        return draft(Verdict.NOT_STATIONARY)
                .rivals(Ranking.rivals(ranked, Optional.empty()))
                .checks(Checks.of(evidence, Optional.empty(), Optional.empty(), false))
                .summary("The run did not settle, so its means describe no state that lasted: " + trouble + ".")
                .build();
    }

    /** Next to nothing completes, so no times can be compared; but most requests stand before one root, or at a place that no rule knows. */
    Optional<Diagnosis> standstill() {
        return Stream.concat(
                        ranked.stream().filter(one -> one.symptomOf().isEmpty()).map(Ranking.Ranked::hypothesis),
                        places.stream()
                                .filter(UnknownWaits::isUnknown)
                                .map(place -> UnknownWaits.hypothesis(place, evidence)))
                .filter(one -> places.stream()
                                .filter(one.delays())
                                .mapToDouble(Place::requests)
                                .sum()
                        >= MOST * evidence.workload().inFlight())
                .findFirst()
                .map(this::limit);
    }

    /** Something binds and no rule knows it: the place that grew most is where requests wait. */
    Diagnosis unknown() {
        Optional<Place> place = places.stream()
                .max(Comparator.comparingDouble(one -> one.seconds() - one.unloaded()))
                .filter(one -> one.seconds() > one.unloaded());
        if (place.isPresent() && evidence.baseline().isPresent()) {
            Hypothesis hypothesis = UnknownWaits.hypothesis(place.get(), evidence);
            double explains = place.get().seconds() - place.get().unloaded();
            return limit(new Ranking.Ranked(hypothesis, explains, Optional.empty()));
        }
        return draft(Verdict.UNKNOWN)
                .backlogGrowth(backlogGrowth())
                .rivals(Ranking.rivals(ranked, Optional.empty()))
                .checks(Checks.of(evidence, Optional.empty(), Optional.empty(), false))
                .summary("What binds is not known: nothing that the probe sees is full"
                        + (evidence.baseline().isPresent()
                                ? ""
                                : ", and what a request takes that waits for no one was not measured")
                        + ". " + Numbers.rate(evidence.throughput()) + " are answered well.")
                .build();
    }

    Diagnosis loadIsTheLimit() {
        Optional<NextLimit> first = NextLimits.first(evidence);
        Optional<Pool> fullest =
                first.flatMap(next -> evidence.structure().pool(next.limit().pool()));
        Optional<Terms> terms = fullest.flatMap(pool -> Terms.of(pool, evidence));
        Draft draft = draft(Verdict.LOAD_IS_THE_LIMIT)
                .next(first)
                .checks(Checks.of(evidence, fullest, terms, false))
                .summary(Sentences.loadIsTheLimit(evidence, first));
        evidence.chain()
                .binding()
                .ifPresent(pool -> draft.note(pool.name()
                        + " is full and tasks wait for it, but the load is carried: it is at its limit, not beyond."));
        noteStuck(draft);
        ConnectionChurn.notes(evidence).forEach(draft::note);
        boolean measured =
                evidence.baseline().isPresent() && Steadiness.trouble(evidence).isEmpty();
        draft.standing(measured ? Standing.SUPPORTED : Standing.SUSPECTED);
        return draft.build();
    }

    private void noteStuck(Draft draft) {
        evidence.stuck().groups().forEach(hang -> draft.note(HungWorkers.words(hang, evidence) + "."));
    }

    private OptionalDouble backlogGrowth() {
        return evidence.overloaded()
                ? OptionalDouble.of(
                        OpenOverload.backlogGrowth(evidence.workload().offered().orElseThrow(), evidence.throughput()))
                : OptionalDouble.empty();
    }
}

package dev.headroom.core.diagnosis;

import dev.headroom.core.bounds.Bound;
import dev.headroom.core.bounds.FailureKinds;
import dev.headroom.core.bounds.PassingQueue;
import dev.headroom.core.bounds.Steadiness;
import dev.headroom.core.conservation.Waiting;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Account;
import dev.headroom.core.model.diagnosis.Diagnosis.NextLimit;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.DiagnosisBuilder;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Observation.Hang;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.rules.BeforeRaise;
import dev.headroom.core.rules.ConnectionChurn;
import dev.headroom.core.rules.Deadlock;
import dev.headroom.core.rules.Finding;
import dev.headroom.core.rules.HungWorkers;
import dev.headroom.core.rules.Hypothesis;
import dev.headroom.core.rules.NextLimits;
import dev.headroom.core.rules.OtherWork;
import dev.headroom.core.rules.SlowDownstream;
import dev.headroom.core.rules.Terms;
import dev.headroom.core.rules.UnknownWaits;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/** Writes a verdict with its account of the response time, its rivals and its grade of evidence. */
final class Verdicts {

    /** Requests in flight (0 to 1 of all) that have to stand at one place where nothing completes. */
    private static final double MOST = Thresholds.HALF;

    /** Of a limit within the service. */
    private static final Set<Place.Kind> IN_FRONT = EnumSet.of(Place.Kind.NOT_ACCEPTED, Place.Kind.UNREAD);

    private final Evidence evidence;
    private final Roots roots;

    Verdicts(Evidence evidence) {
        this.evidence = evidence;
        roots = new Roots(evidence);
    }

    Roots roots() {
        return roots;
    }

    DiagnosisBuilder draft(Verdict verdict) {
        return Draft.of(verdict, evidence).account(account(OptionalDouble.empty()));
    }

    /** With the places of requests; for how long they are there is not known where none was answered well: those that failed tell no response time. */
    private Account account(OptionalDouble explained) {
        Bound bound = roots.bound();
        List<Place> places = evidence.throughput() > 0
                ? evidence.places()
                : evidence.places().stream().map(Place::withoutTime).toList();
        return new Account(evidence.baseline(), bound.limit(), bound.reached(), places, explained);
    }

    Diagnosis limit(Hypothesis lost) {
        return limit(new Ranking.Ranked(lost, 0, Optional.empty()));
    }

    Diagnosis limit(Ranking.Ranked root) {
        Finding finding = root.hypothesis().finding();
        LimitKind kind = finding.limit().kind();
        if (kind == LimitKind.UNKNOWN
                && evidence.isObserved()
                && finding.limit().workers().isEmpty()
                && AnswerPace.of(finding.limit(), evidence).isEmpty()) {
            DiagnosisBuilder nothing =
                    unknown(root.hypothesis(), finding.summary() + Sentences.awaited(evidence, roots.symptoms()));
            finding.notes().forEach(nothing::note);
            return nothing.build();
        }
        Optional<Place> work = kind == LimitKind.UNKNOWN ? work(root.hypothesis()) : Optional.empty();
        if (work.isPresent()) {
            return unknown(root.hypothesis(), UnknownWaits.hardlyGrown(work.get(), evidence))
                    .build();
        }
        double share = roots.share(root);
        List<String> doubts = Doubts.of(root, roots, evidence);
        DiagnosisBuilder draft = draft(kind == LimitKind.DOWNSTREAM ? Verdict.DOWNSTREAM_IS_THE_LIMIT : Verdict.LIMIT)
                .limit(finding.limit())
                .account(account(Double.isFinite(share) ? OptionalDouble.of(share) : OptionalDouble.empty()))
                .rivals(Ranking.rivals(roots.ranked(), Optional.of(root)))
                .sites(root.hypothesis().holders(), root.hypothesis().waiters())
                .checks(Checks.of(evidence, finding.pool(), finding.terms(), true))
                .summary(Sentences.before(root.hypothesis(), roots.ranked(), evidence)
                        .orElse(finding.summary()))
                .standing(doubts.isEmpty() ? Standing.SUPPORTED : Standing.SUSPECTED);
        draft.backlogGrowth(Bound.backlogGrowth(evidence)).next(finding.next());
        finding.remedy()
                .map(remedy -> BeforeRaise.first(remedy, root.hypothesis(), evidence))
                .ifPresent(draft::remedy);
        finding.notes().forEach(draft::note);
        finding.terms().ifPresent(terms -> terms(draft, finding, terms));
        doubts.forEach(draft::note);
        Sentences.pilesUp(evidence).ifPresent(draft::note);
        if (kind != LimitKind.HUNG_WORKERS) {
            noteStuck(draft);
        }
        if (kind != LimitKind.DEADLOCK) {
            noteDeadlocks(draft);
        }
        if (kind != LimitKind.CONNECTION_CHURN) {
            ConnectionChurn.notes(evidence).forEach(draft::note);
        }
        return draft.build();
    }

    private DiagnosisBuilder unknown(Hypothesis where, String summary) {
        return nothingNamed(summary).sites(where.holders(), where.waiters());
    }

    /** Where requests are under load for hardly longer than one user's. */
    private Optional<Place> work(Hypothesis one) {
        List<Place> places = evidence.places().stream().filter(one.delays()).toList();
        return places.size() == 1
                ? places.stream().filter(place -> !UnknownWaits.hasGrown(place)).findFirst()
                : Optional.empty();
    }

    /** Ceiling beside throughput: that they agree calibrates the instruments, and no more. */
    private void terms(DiagnosisBuilder draft, Finding finding, Terms terms) {
        draft.terms(terms.visits(), terms.holdingTime(), terms.ceiling())
                .ratio(evidence.served().value() / terms.ceiling().value());
        if (finding.pool().isPresent() && !Terms.areRequestsCounted(evidence)) {
            draft.note("The entry pool "
                    + (Terms.areRequestsCountedInPart(evidence)
                            ? "counts only a part of the requests"
                            : "does not count requests as such")
                    + ", so V was taken with the count of "
                    + evidence.counter() + ".");
        }
    }

    /** @param named what holds the few others back; empty where nothing is named */
    Diagnosis mostFail(Optional<Diagnosis> named) {
        String first = Numbers.percent(evidence.workload().failedShare()) + " of the requests fail ("
                + FailureKinds.words(evidence.workload().failures()) + ")";
        return named.map(found -> found.toBuilder()
                        .summary(first + ", and what follows is of the others. " + found.summary())
                        .build())
                .orElseGet(() -> draft(Verdict.UNKNOWN)
                        .summary(first + ": what holds the others back, if anything does, cannot be told before most"
                                + " succeed. See why they fail.")
                        .build());
    }

    Diagnosis notSettled(String trouble) {
        return nothingNamed("The run did not settle, so its means describe no state that lasted: " + trouble + ".")
                .verdict(Verdict.NOT_STATIONARY)
                .build();
    }

    /** Nothing is so plain that it holds whatever makes the run unsure. */
    Diagnosis untold(String why) {
        return nothingNamed("What binds cannot be told from this run. " + why).build();
    }

    /** Whether a queue passes cannot be told yet; a load that is moved tells. */
    Diagnosis near(PassingQueue queue) {
        return nothingNamed("Whether anything binds cannot be told from this run. " + Sentences.near(queue, evidence))
                .next(NextLimits.first(evidence))
                .build();
    }

    /** The load gets what it asks for, and so many times as much of it does not. */
    Diagnosis edge(Outcome more, double factor) {
        Optional<NextLimit> first =
                NextLimits.first(evidence).filter(next -> next.ceiling().perSecond() <= factor * evidence.throughput());
        return nothingNamed(Sentences.edge(more, first, evidence)).next(first).build();
    }

    /** Nothing of the service is near its limit; what is, if anything, cannot be seen from here. */
    Diagnosis elsewhere(List<Place> places) {
        return nothingNamed(Sentences.elsewhere(places, evidence))
                .next(NextLimits.first(evidence))
                .build();
    }

    Optional<Diagnosis> ofAnotherKind() {
        return OtherWork.words(evidence).map(words -> nothingNamed(words).build());
    }

    /** Nothing holds the others back, but who hangs is not served: that is not a service of which nothing binds. */
    Optional<Diagnosis> hanging() {
        return evidence.stuck().groups().stream()
                .filter(hang -> evidence.structure()
                        .pool(hang.pool())
                        .filter(this::isOfNoRequest)
                        .isEmpty())
                .max(Comparator.comparingInt(Hang::workers))
                .map(hang -> nothingNamed(HungWorkers.words(hang, evidence)
                                + ". Nothing that other requests wait for is near its limit.")
                        .build());
    }

    /** As a thread that listens for as long as the service runs. */
    private boolean isOfNoRequest(Station pool) {
        List<Station> passed = evidence.chain().pools();
        return !passed.isEmpty()
                && evidence.workload().inFlight() - passed.getFirst().active() < Waiting.FEWEST // none was handed on
                && !passed.contains(pool)
                && evidence.observation().threadsOn(pool.name()) == 0
                && pool.completed().orElse(0) <= Thresholds.TENTH * evidence.throughput() * evidence.window();
    }

    /** Nor is one that has lost threads for good. */
    Optional<Diagnosis> deadlocked() {
        return deadlocks().findFirst().map(circle -> {
            DiagnosisBuilder draft =
                    nothingClaimed(circle + " Nothing that other requests wait for is near its limit.");
            noteStuck(draft);
            return draft.build();
        });
    }

    DiagnosisBuilder nothingNamed(String summary) {
        DiagnosisBuilder draft = nothingClaimed(summary);
        noteStuck(draft);
        noteDeadlocks(draft);
        return draft;
    }

    private DiagnosisBuilder nothingClaimed(String summary) {
        return draft(Verdict.UNKNOWN)
                .summary(summary)
                .rivals(Ranking.rivals(roots.ranked(), Optional.empty()))
                .checks(Checks.of(evidence, Optional.empty(), Optional.empty(), false));
    }

    /** Next to nothing completes, so no times can be compared; but most requests stand before one root, or at a place that no rule knows. */
    Optional<Diagnosis> standstill() {
        return Stream.concat(
                        roots.ranked().stream()
                                .filter(one -> one.symptomOf().isEmpty())
                                .map(Ranking.Ranked::hypothesis),
                        evidence.places().stream()
                                .filter(UnknownWaits::isUnknown)
                                .map(place -> UnknownWaits.hypothesis(place, evidence)))
                .filter(one -> evidence.requests(one.delays())
                        >= MOST * evidence.workload().inFlight())
                .findFirst()
                .map(this::limit);
    }

    /** What is behind limits that were raised in vain: whoever waits for these waits for what their holders are kept by. */
    Diagnosis behind(Set<String> refuted) {
        List<Ranking.Ranked> inVain = roots.ranked().stream()
                .filter(one -> refuted.contains(one.hypothesis().target()))
                .toList();
        return inVain.stream()
                .flatMap(one -> SlowDownstream.behind(one.hypothesis(), evidence).stream()
                        .map(behind -> new Ranking.Ranked(behind, one.explains(), Optional.empty())))
                .findFirst()
                .map(this::limit)
                .orElseGet(() -> unknown(inVain));
    }

    /** Something binds and no rule knows it: the place that grew most is where requests wait. */
    private Diagnosis unknown(List<Ranking.Ranked> inVain) {
        Comparator<Place> byGrowth = Comparator.comparingDouble(Place::added);
        List<Place> grown = evidence.places().stream()
                .filter(place -> Waiting.mayBe(place, evidence))
                .filter(place -> UnknownWaits.isWorthNaming(place, evidence))
                .filter(one -> one.seconds() > one.unloaded())
                .toList();
        Optional<Place> behind = grown.stream()
                .filter(one -> one.kind() != Place.Kind.NOT_FOUND
                        && (inVain.isEmpty() || !IN_FRONT.contains(one.kind()))
                        && inVain.stream()
                                .noneMatch(vain -> vain.hypothesis().delays().test(one)))
                .max(byGrowth);
        Optional<Place> place = behind.or(() -> grown.stream().max(byGrowth));
        if (place.isPresent() && evidence.isCompared()) {
            Hypothesis hypothesis = UnknownWaits.hypothesis(place.get(), evidence);
            double inFront = behind.isEmpty()
                    ? 0
                    : inVain.stream().mapToDouble(Ranking.Ranked::explains).sum();
            double explains = place.get().added() + inFront;
            return limit(new Ranking.Ranked(hypothesis, explains, Optional.empty()));
        }
        return nothingNamed("What binds is not known: nothing that the probe sees is full"
                        + (evidence.baseline().isPresent()
                                ? ""
                                : ", and what a request takes that waits for no one was not measured")
                        + ". " + Numbers.rate(evidence.throughput()) + " are answered well.")
                .backlogGrowth(Bound.backlogGrowth(evidence))
                .build();
    }

    Diagnosis loadIsTheLimit() {
        Optional<NextLimit> first = NextLimits.first(evidence);
        Optional<Station> fullest = NextLimits.firstPool(evidence)
                .flatMap(next -> evidence.structure().pool(next.limit().pool()));
        Optional<Terms> terms = fullest.flatMap(pool -> Terms.of(pool, evidence));
        DiagnosisBuilder draft = draft(Verdict.LOAD_IS_THE_LIMIT)
                .checks(Checks.of(evidence, fullest, terms, false))
                .summary(Sentences.loadIsTheLimit(evidence, first))
                .next(first);
        Sentences.passing(evidence).ifPresent(draft::note);
        evidence.chain()
                .binding()
                .ifPresent(
                        pool -> draft.note(pool.name() + " is full and tasks wait for it, but the load is carried."));
        noteStuck(draft);
        noteDeadlocks(draft);
        ConnectionChurn.notes(evidence).forEach(draft::note);
        Sentences.unseen(evidence).ifPresent(draft::note);
        List<String> doubts = LoadDoubts.of(evidence);
        doubts.forEach(draft::note);
        Optional<String> trouble = Steadiness.trouble(evidence);
        trouble.ifPresent(what -> draft.note("The window did not settle: " + what + "."));
        boolean measured = evidence.isCompared() && doubts.isEmpty() && trouble.isEmpty();
        draft.standing(measured ? Standing.SUPPORTED : Standing.SUSPECTED);
        return draft.build();
    }

    private void noteStuck(DiagnosisBuilder draft) {
        evidence.stuck().groups().forEach(hang -> draft.note(HungWorkers.words(hang, evidence) + "."));
    }

    private void noteDeadlocks(DiagnosisBuilder draft) {
        deadlocks().forEach(draft::note);
    }

    private Stream<String> deadlocks() {
        return Deadlock.in(evidence).map(one -> one.finding().summary());
    }
}

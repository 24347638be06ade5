package dev.headroom.core.diagnosis;

import dev.headroom.core.bounds.Bound;
import dev.headroom.core.bounds.FailureKinds;
import dev.headroom.core.bounds.Fallbacks;
import dev.headroom.core.bounds.Rejections;
import dev.headroom.core.bounds.SlowKind;
import dev.headroom.core.bounds.Steadiness;
import dev.headroom.core.conservation.Places;
import dev.headroom.core.conservation.Waiting;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.evidence.LongQueues;
import dev.headroom.core.evidence.Measurement;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.DiagnosisBuilder;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.result.Counted;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.Failures;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.rules.AcceptQueue;
import dev.headroom.core.rules.Deadlock;
import dev.headroom.core.rules.GarbageCollection;
import dev.headroom.core.rules.HungWorkers;
import dev.headroom.core.rules.Hypothesis;
import dev.headroom.core.rules.Processors;
import dev.headroom.core.rules.ResourceRoom;
import dev.headroom.core.rules.Rule;
import dev.headroom.core.rules.Throttling;
import dev.headroom.core.rules.TurnedAway;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Names what binds in one run. First the questions that need no probe: did the generator lag, does everything fail, is anything binding at
 * all ({@link Bound}). Where something binds, every {@link Rule} says what it would explain, and {@link Ranking} names the root. What is then
 * named is graded by what it explains; a campaign proves it by moving it ({@link dev.headroom.core.proof.Campaign}).
 */
public final class Doctor {

    private static final String UNTRUSTED =
            " In the load, `trusted: FILE` names a certificate to be trusted, and `trust-any-certificate: true` trusts any.";

    private static final double FEWEST_SAMPLES = Thresholds.FEWEST;
    private static final double FEWEST_RESPONSES = Thresholds.ENOUGH;

    /** Failed responses from which (0 to 1) nothing else is worth asking. */
    private static final double ALL = Thresholds.WHOLE;

    /** Failed requests (0 to 1) that are told before anything else. */
    private static final double MOST = Thresholds.HALF;

    /** Mean lag of the generator over the mean response time (0 to 1) from which its lag is part of the figures. */
    private static final double LATE = Thresholds.TENTH;

    /** Cores that the generator's one loop uses, from which it has no time left. */
    private static final double BUSY = Thresholds.MOST;

    /** Of a window (0 to 1), what comes before the backlog is looked at: an empty service fills. */
    private static final double FILLS = Thresholds.QUARTER;

    private final Evidence evidence;
    private final Verdicts verdicts;
    private final RejectionVerdicts rejected;

    Doctor(Evidence evidence) {
        this.evidence = evidence;
        verdicts = new Verdicts(evidence);
        rejected = new RejectionVerdicts(verdicts, evidence);
    }

    public static Diagnosis diagnose(Measurement measured) {
        return diagnose(Places.in(measured));
    }

    private static Diagnosis diagnose(Evidence evidence) {
        DiagnosisBuilder found = AnswerPace.with(new Doctor(evidence).diagnose(), evidence).toBuilder();
        LongQueues.words(evidence.measured()).forEach(found::note);
        return found.thresholds(Thresholds.values()).build();
    }

    /**
     * Of a running JVM under somebody else's load.
     *
     * @param service what it runs, as its user knows it
     * @param counted its requests in the window of the observation; empty where nobody counts them
     */
    public static Inspection inspect(String service, Observation seen, Optional<Counted> counted) {
        Evidence evidence = Places.in(Measurement.observed(seen, counted));
        Diagnosis found = diagnose(evidence);
        return new Inspection(
                service,
                seen.window().start(),
                evidence.workload(),
                seen,
                found,
                Onset.of(found, seen),
                ResourceRoom.left(evidence));
    }

    Diagnosis diagnose() {
        return generatorLagged()
                .or(this::nothingCompletes)
                .or(this::allFail)
                .or(this::unseen)
                .or(this::standsStill)
                .or(this::tooLittleSeen)
                .orElseGet(() -> verdicts.roots().bound().reached() && Steadiness.isSteady(evidence)
                        ? elsewhere().orElseGet(new TaskVerdict(verdicts, evidence)::orTheLoad)
                        : nearItsCeiling().orElseGet(this::held));
    }

    /**
     * On one machine a full processor makes the generator late as well; where the service fills it, that is the verdict. Nor does a generator
     * that is late by little limit anything: it only makes the times less sure. What was never sent made it another load, whatever binds.
     */
    private Optional<Diagnosis> generatorLagged() {
        return evidence.workload()
                .generator()
                .filter(Workload.Generator::binding)
                .filter(generator ->
                        dropped(generator) || generatorMatters(generator) && !Processors.filledByService(evidence))
                .map(generator -> verdicts.draft(Verdict.GENERATOR_IS_THE_LIMIT)
                        .summary("The load generator was the limit: it " + what(generator)
                                + ", so this run says nothing about the service.")
                        .build());
    }

    private static boolean dropped(Workload.Generator generator) {
        return generator.dropped().orElse(0) > 1 - ALL;
    }

    private String what(Workload.Generator generator) {
        return dropped(generator)
                ? Sentences.dropped(generator)
                : isLate(generator) ? Sentences.late(generator) : Sentences.busy(generator, evidence);
    }

    private boolean isLate(Workload.Generator generator) {
        return generator.meanLate() > LATE * evidence.workload().response();
    }

    private boolean generatorMatters(Workload.Generator generator) {
        Failures failures = evidence.workload().failures();
        return generator.isTool() // what it tells is no lateness, only that it had no processor time left
                || isLate(generator)
                || failures.of(ErrorKind.GENERATOR) > (1 - ALL) * failures.requests()
                || generator.cores() >= BUSY;
    }

    /** Where next to nothing comes back no law can be held against it, and only what is lost for good can be told. */
    private Optional<Diagnosis> nothingCompletes() {
        return Deadlock.in(evidence)
                .filter(one -> completed() < FEWEST_RESPONSES)
                .findFirst()
                .map(verdicts::limit)
                .or(() -> HungWorkers.nothingLeft(evidence)
                        .map(finding ->
                                verdicts.limit(Hypothesis.of(finding.limit().pool(), finding, place -> true))));
    }

    private Optional<Diagnosis> allFail() {
        Failures failures = evidence.workload().failures();
        return evidence.workload().failedShare() >= ALL
                        && failAtOnce()
                        && (completed() < FEWEST_RESPONSES
                                || Rejections.in(evidence).isEmpty())
                        && (completed() < FEWEST_RESPONSES
                                ? !AcceptQueue.isSeen(evidence)
                                : AcceptQueue.in(evidence).findAny().isEmpty())
                ? Optional.of(verdicts.draft(Verdict.ALL_REQUESTS_FAIL)
                        .summary("Every request fails (" + FailureKinds.words(failures)
                                + "): what would hold successful ones back cannot be told before one succeeds."
                                + (failures.kinds().containsKey(ErrorKind.CERTIFICATE) ? UNTRUSTED : ""))
                        .build())
                : Optional.empty();
    }

    private boolean failAtOnce() {
        Failures failures = evidence.workload().failures();
        return failures.late() * 2 < failures.count();
    }

    /** Where most requests fail, and not since they waited, that comes first: the few others say little, and what is not known of them nothing at all. */
    private Diagnosis mostFailFirst(Diagnosis found) {
        return evidence.workload().failedShare() < MOST || !failAtOnce()
                ? found
                : verdicts.mostFail(
                        Optional.of(found).filter(one -> one.knownLimit().isPresent()));
    }

    private double completed() {
        return evidence.served().value() * evidence.window();
    }

    /** Only the load and its response times are known: they tell that requests wait, and never for what. */
    private Optional<Diagnosis> unseen() {
        if (!evidence.observation().probe().sawNothing()) {
            return Optional.empty();
        }
        String waits = evidence.baseline()
                .map(alone -> " A response took "
                        + Numbers.seconds(evidence.workload().response()) + " on average, and "
                        + Numbers.seconds(alone.value()) + " with one user.")
                .orElse("");
        return Optional.of(verdicts.draft(Verdict.UNKNOWN)
                .summary("What binds is unknown: no JVM was watched, only the load and its response times." + waits)
                .build());
    }

    private Optional<Diagnosis> standsStill() {
        boolean seen = evidence.observation().probe().samples() >= FEWEST_SAMPLES && evidence.window() > 0;
        return seen && evidence.workload().inFlight() >= 1 && completed() < FEWEST_RESPONSES
                ? verdicts.standstill()
                        .filter(one ->
                                answeredLater().isEmpty() || one.knownLimit().isPresent())
                : Optional.empty();
    }

    /** Of a load that was over before its answers came: a response takes longer than the whole window, so nothing stands still. */
    private Optional<String> answeredLater() {
        Failures failures = evidence.workload().failures();
        long answered = failures.requests() - failures.count();
        return answered >= FEWEST_RESPONSES && failures.slowest() > evidence.window()
                ? Optional.of(answered + " in all, after up to " + Numbers.seconds(failures.slowest())
                        + (failures.unfinished() == 0
                                ? ""
                                : ", and " + failures.unfinished() + " requests were unfinished when the run ended")
                        + ". A load has to last for several responses before anything can be said of it")
                : Optional.empty();
    }

    private Optional<Diagnosis> tooLittleSeen() {
        long samples = evidence.observation().probe().samples();
        String what = Uncounted.words(evidence)
                .orElseGet(() -> evidence.window() <= 0
                        ? "the window is empty"
                        : samples < FEWEST_SAMPLES
                                        && Stream.concat(GarbageCollection.in(evidence), Throttling.in(evidence))
                                                .findAny()
                                                .isEmpty()
                                ? "the probe took only " + samples + " samples"
                                : completed() < FEWEST_RESPONSES
                                        ? "only " + Numbers.of(completed()) + " responses came in the window"
                                                + answeredLater()
                                                        .map(later -> ", " + later)
                                                        .orElse("")
                                        : "");
        return what.isEmpty()
                ? Optional.empty()
                : Optional.of(verdicts.draft(Verdict.UNKNOWN)
                        .summary("Too little was seen to say what binds: " + what + "." + Sentences.awaited(evidence))
                        .build());
    }

    /** Of a load that is not ours nobody knows what a downstream takes that nobody else asks. */
    private Optional<Diagnosis> elsewhere() {
        return evidence.isObserved()
                ? Optional.of(Waiting.elsewhere(evidence))
                        .filter(places -> !places.isEmpty())
                        .map(verdicts::elsewhere)
                        .or(verdicts::ofAnotherKind)
                        .or(verdicts::deadlocked)
                        .or(verdicts::hanging)
                        .or(() -> Rejections.mayBeIn(evidence).map(rejected::mayTurnAway))
                        .or(() -> TurnedAway.allTaken(evidence).map(rejected::allTaken))
                : Optional.empty();
    }

    /** Not even what seems to explain all of the wait is named then: so near to its ceiling a queue looks like that of too few workers. */
    private Optional<Diagnosis> nearItsCeiling() {
        return Optional.of(evidence)
                .filter(Steadiness::isSteady)
                .flatMap(Bound::near)
                .map(verdicts::near);
    }

    /** Says that nobody knows whether anything binds, because R0 is known so little; empty where it is known. */
    private Optional<String> uncertain() {
        return evidence.baseline()
                .filter(one -> verdicts.roots().bound().mayBeReached())
                .map(one -> "Responses to one user differ so much that their mean is known only to be "
                        + Numbers.seconds(one.value()) + " ± " + Numbers.seconds(one.error())
                        + ", so the load may or may not be held back: a longer run tells.");
    }

    /** Says that R0 is not what a request takes that waits for no one, or that nobody knows it though nothing else shows whether the load is held back. */
    private Optional<String> withoutBound() {
        return verdicts.roots().bound().passed()
                ? evidence.baseline().map(one -> Sentences.passed(one, evidence))
                : Optional.of("What a request takes that waits for no one was not measured, so nothing says whether the"
                                + " load, which is answered, waits.")
                        .filter(words -> evidence.baseline().isEmpty()
                                && evidence.workload().arrivals() instanceof Workload.Open
                                && !evidence.overloaded());
    }

    /** Says that requests pile up as they do where a service fills, for the first answers of an open load come no sooner. */
    private Optional<String> filling() {
        return evidence.baseline()
                .filter(one -> evidence.overloaded() && one.value() > FILLS * evidence.window())
                .map(one -> "With one user a response takes " + Numbers.seconds(one.value()) + ", and the window is "
                        + Numbers.seconds(evidence.window())
                        + " long: until the first are answered requests pile up whether anything binds or not. A load has"
                        + " to last for several responses.");
    }

    /** One kind of request alone waits, or some get nothing, and nothing that was seen explains it. */
    private Optional<String> notNamed() {
        return SlowKind.in(evidence, 0)
                .map(Sentences::slowKind)
                .or(() -> Sentences.withoutSome(verdicts.roots().bound(), evidence));
    }

    /** Something binds, seen or not. */
    private Diagnosis held() {
        boolean isOnlyWarmingUp = Steadiness.isOnlyWarmingUp(evidence) && !Processors.filledByService(evidence);
        Optional<Diagnosis> unsure = Steadiness.trouble(evidence)
                .filter(trouble -> !isOnlyWarmingUp)
                .map(verdicts::notSettled)
                .or(() -> Processors.starved(evidence)
                        .or(() -> Fallbacks.in(evidence).map(Sentences::goWithout))
                        .or(this::withoutBound)
                        .or(this::filling)
                        .or(this::uncertain)
                        .map(verdicts::untold));
        Optional<Rejections> rejections = Rejections.in(evidence);
        boolean waits = evidence.baseline().isEmpty()
                || Bound.longer(evidence, evidence.workload().response());
        return rejections
                .filter(one -> rejected.comeFirst(one, waits))
                .map(rejected::turnedAway)
                .or(() -> verdicts.roots()
                        .root()
                        .filter(root -> rejections.isEmpty() || waits)
                        .filter(root -> unsure.isEmpty() || verdicts.roots().isStrong(root))
                        .filter(verdicts.roots()::isPlain)
                        .map(verdicts::limit)
                        .map(this::mostFailFirst))
                .or(() -> rejections.map(rejected::turnedAway))
                .orElseGet(() -> mostFailFirst(
                        unsure.or(() -> notNamed().map(verdicts::untold)).orElseGet(() -> verdicts.behind(Set.of()))));
    }
}

package dev.headroom.core.diagnosis;

import dev.headroom.core.laws.OpenOverload;
import dev.headroom.core.model.Activity;
import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Diagnosis.NextLimit;
import dev.headroom.core.model.Diagnosis.Standing;
import dev.headroom.core.model.Diagnosis.Verdict;
import dev.headroom.core.model.Intervention;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Load;
import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Pool;
import dev.headroom.core.model.Times;
import dev.headroom.core.text.Numbers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Names what binds in one run, with the proof. The questions come in this order, and the first that is answered ends the
 * matter: did the generator lag; is anything left that does not hang; was enough seen; is a pool saturated, which at the
 * root of the waits, and what makes it so; is the load held back where no pool is full; do requests pile up at the
 * downstream; did the window settle; then nothing binds, and the load is the limit.
 */
public final class Doctor {

    private static final int FEWEST_SAMPLES = 5;
    private static final double FEWEST_ANSWERS = 5;

    private final Evidence evidence;

    private Doctor(Evidence evidence) {
        this.evidence = evidence;
    }

    public static Diagnosis diagnose(Measurement measured) {
        return diagnose(measured.load(), measured.result(), measured.observation(), measured.processes());
    }

    /** What to move to prove a diagnosis, best first; to be tried in this order until one is followed. */
    public static List<Intervention.Move> plan(Measurement measured, Diagnosis diagnosis) {
        return List.of();
    }

    /** The diagnosis after limits were moved: graded by what throughput did, and another one where a rival's move was followed. */
    public static Diagnosis judge(Measurement measured, Diagnosis diagnosis, List<Intervention> moved) {
        return moved.isEmpty() ? diagnosis : diagnosis.judged(diagnosis.standing(), moved, "moved");
    }

    public static Diagnosis diagnose(Load load, LoadResult result, Observation observation) {
        return diagnose(load, result, observation, Map.of());
    }

    /** @param processes processor seconds of each process of the run while the load was counted, by name */
    public static Diagnosis diagnose(
            Load load, LoadResult result, Observation observation, Map<String, Double> processes) {
        return new Doctor(Evidence.of(load, result, observation, processes)).diagnose();
    }

    private Diagnosis diagnose() {
        return generatorLagged()
                .or(this::nothingLeft)
                .or(this::tooLittleSeen)
                .or(this::saturated)
                .or(this::withoutPool)
                .or(this::overloadedOtherwise)
                .or(this::notSettled)
                .orElseGet(this::loadIsTheLimit);
    }

    private Optional<Diagnosis> generatorLagged() {
        LoadResult.Generator generator = evidence.result().generator();
        return generator.binding()
                ? Optional.of(draft(Verdict.GENERATOR_IS_THE_LIMIT)
                        .summary("The load generator was the limit: it sent requests up to "
                                + Numbers.seconds(Times.seconds(generator.lagMax()))
                                + " after they were due, so this run says nothing about the service.")
                        .build())
                : Optional.empty();
    }

    private Optional<Diagnosis> tooLittleSeen() {
        long samples = evidence.observation().probe().samples();
        double answers = evidence.counted().succeeded() + evidence.counted().failed();
        String what = evidence.window() <= 0
                ? "the window is empty"
                : samples < FEWEST_SAMPLES
                        ? "the probe took only " + samples + " samples"
                        : answers < FEWEST_ANSWERS
                                ? "only " + Numbers.of(answers) + " answers came in the window"
                                : evidence.structure().entry().isEmpty() ? "no pool was seen at work" : "";
        return what.isEmpty()
                ? Optional.empty()
                : Optional.of(draft(Verdict.UNKNOWN)
                        .summary("Too little was seen to say what binds: " + what + ".")
                        .build());
    }

    private Optional<Diagnosis> nothingLeft() {
        return HungWorkers.nothingLeft(evidence).map(this::limit);
    }

    /**
     * Of a saturated pool the question is what makes it so, from the ground up: the processor and what fills it, then
     * what its workers queue for, then workers that are lost; what is left is that it has too few.
     */
    private Optional<Diagnosis> saturated() {
        return evidence.binding()
                .map(pool -> ground(Optional.of(pool))
                        .or(() -> Contention.behind(pool, evidence))
                        .or(() -> HungWorkers.in(pool, evidence))
                        .orElseGet(() -> PoolProof.of(pool, evidence)))
                .map(this::limit);
    }

    /** What all pools stand on. A handshake for each call fills the processor, so it is asked for first. */
    private Optional<Finding> ground(Optional<Pool> pool) {
        return ConnectionChurn.in(evidence)
                .or(() -> GarbageCollection.in(evidence))
                .or(() -> Processors.in(pool, evidence));
    }

    /** No pool is full, but something may hold the load back all the same: the door, the ground, a queue, a timeout. */
    private Optional<Diagnosis> withoutPool() {
        return evidence.heldBack() && evidence.binding().isEmpty()
                ? AcceptQueue.in(evidence)
                        .or(() -> ground(Optional.empty()))
                        .or(() -> Contention.in(evidence))
                        .or(() -> Timeouts.in(evidence))
                        .map(this::limit)
                : Optional.empty();
    }

    private Diagnosis limit(Finding finding) {
        Draft draft = draft(Verdict.LIMIT)
                .limit(finding.limit())
                .backlogGrowth(backlogGrowth())
                .next(finding.next())
                .checks(Checks.of(evidence, finding.pool(), finding.terms(), true))
                .summary(finding.summary());
        finding.remedy().ifPresent(draft::remedy);
        finding.notes().forEach(draft::note);
        finding.terms().ifPresent(terms -> held(draft, finding, terms));
        if (finding.limit().kind() != LimitKind.HUNG_WORKERS) {
            noteHangs(draft);
        }
        if (finding.limit().kind() != LimitKind.CONNECTION_CHURN) {
            ConnectionChurn.notes(evidence).forEach(draft::note);
        }
        return draft.build();
    }

    /** Ceiling against throughput, and how far that goes as a proof. */
    private void held(Draft draft, Finding finding, Terms terms) {
        double ratio = evidence.served().value() / terms.ceiling().value();
        boolean agree = Math.abs(ratio - 1) <= Checks.TOLERANCE;
        boolean counted = !evidence.served().source().startsWith("requests that");
        boolean door =
                finding.limit().kind() == LimitKind.ACCEPT_QUEUE; // seen by the service's own count and the kernel's
        boolean seen = finding.pool().isPresent() && evidence.chain().seen();
        Optional<String> starved = Processors.starved(evidence);
        boolean proved = agree && terms.byClock() && counted && (door || seen) && starved.isEmpty();
        starved.ifPresent(draft::note);
        draft.terms(terms).ratio(ratio).standing(proved ? Standing.SUPPORTED : Standing.SUSPECTED);
        if (!agree) {
            draft.note(
                    "Measured throughput is " + Numbers.percent(ratio)
                            + " of the ceiling: one of m, V and S is not what holds this load, so the limit is only suspected.");
        }
        if (!terms.byClock()) {
            draft.note(
                    finding.pool().isPresent() || door
                            ? "S was computed from completed tasks, as X is: that the ceiling agrees with X then only says"
                                    + " that the pool was full. A run with the limit lifted is needed to verify it."
                            : "S was computed from the throughput: the ceiling says how much was in use, and proves"
                                    + " nothing. A run with the limit lifted is needed to verify it.");
        }
        if (finding.pool().isEmpty()) {
            return;
        }
        if (!terms.requestsByProbe()) {
            draft.note(
                    "The entry pool does not count requests as such, so V was taken with the load generator's count.");
        }
        if (!evidence.chain().seen()) {
            draft.note("No frame showed who waits for " + finding.limit().pool() + "; it is named because it is full.");
        }
    }

    private void noteHangs(Draft draft) {
        evidence.hangs().endless().forEach(hang -> draft.note(HungWorkers.words(hang, evidence) + "."));
    }

    private Optional<Diagnosis> overloadedOtherwise() {
        if (!evidence.overloaded()) {
            return Optional.empty();
        }
        return downstream()
                .or(() -> Optional.of(draft(Verdict.UNKNOWN)
                        .backlogGrowth(backlogGrowth())
                        .checks(Checks.of(evidence, Optional.empty(), Optional.empty(), false))
                        .summary("Requests pile up or fail, but nothing that the probe sees is full: of "
                                + evidence.load()
                                        .offered()
                                        .map(rate -> Numbers.rate(rate.perSecond()))
                                        .orElse("the load")
                                + " offered, " + Numbers.rate(evidence.throughput()) + " are answered well.")
                        .build()));
    }

    /** Requests pile up, no pool is full, and those at work mostly wait for one downstream. */
    private Optional<Diagnosis> downstream() {
        if (evidence.chain().pools().isEmpty()) {
            return Optional.empty();
        }
        Pool last = evidence.chain().pools().getLast();
        double waiting = last.activities().getOrDefault(Activity.AWAITING_DOWNSTREAM, 0.0);
        return evidence.structure()
                .downstream(last)
                .filter(target -> waiting > last.active() / 2)
                .map(target -> draft(Verdict.DOWNSTREAM_IS_THE_LIMIT)
                        .backlogGrowth(backlogGrowth())
                        .checks(Checks.of(evidence, Optional.empty(), Optional.empty(), false))
                        .summary("The service only waits for " + target + ": no pool of its own is full, "
                                + Numbers.count(waiting) + " " + Naming.workers(last)
                                + " wait for it on average, and requests pile up at "
                                + Numbers.rate(evidence.throughput()) + ".")
                        .build());
    }

    private Optional<Diagnosis> notSettled() {
        return Steadiness.trouble(evidence)
                .map(trouble -> draft(Verdict.NOT_STATIONARY)
                        .checks(Checks.of(evidence, Optional.empty(), Optional.empty(), false))
                        .summary("The run did not settle, so its means describe no state that lasted: " + trouble + ".")
                        .build());
    }

    private Diagnosis loadIsTheLimit() {
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
        noteHangs(draft);
        ConnectionChurn.notes(evidence).forEach(draft::note);
        draft.standing(draft.checksHold() ? Standing.SUPPORTED : Standing.SUSPECTED);
        return draft.build();
    }

    private OptionalDouble backlogGrowth() {
        return evidence.overloaded()
                ? OptionalDouble.of(OpenOverload.backlogGrowth(
                        evidence.load().offered().orElseThrow().perSecond(), evidence.throughput()))
                : OptionalDouble.empty();
    }

    private Draft draft(Verdict verdict) {
        return new Draft(verdict, evidence);
    }
}

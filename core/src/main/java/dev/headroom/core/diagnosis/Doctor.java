package dev.headroom.core.diagnosis;

import dev.headroom.core.laws.OpenOverload;
import dev.headroom.core.model.Activity;
import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Diagnosis.NextLimit;
import dev.headroom.core.model.Diagnosis.Remedy;
import dev.headroom.core.model.Diagnosis.Standing;
import dev.headroom.core.model.Diagnosis.Verdict;
import dev.headroom.core.model.Load;
import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Pool;
import dev.headroom.core.model.Times;
import dev.headroom.core.text.Numbers;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Names what binds in one run, with the proof. The questions come in this order, and the first that is answered ends the
 * matter: did the generator lag; was enough seen; is a pool saturated, and which at the root of the waits; is the
 * service overloaded for another reason; did the window settle; then nothing binds, and the load is the limit.
 */
public final class Doctor {

    private static final int FEWEST_SAMPLES = 5;
    private static final double FEWEST_ANSWERS = 5;

    private final Evidence evidence;

    private Doctor(Evidence evidence) {
        this.evidence = evidence;
    }

    public static Diagnosis diagnose(Load load, LoadResult result, Observation observation) {
        return new Doctor(Evidence.of(load, result, observation)).diagnose();
    }

    private Diagnosis diagnose() {
        return generatorLagged()
                .or(this::tooLittleSeen)
                .or(this::saturated)
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

    private Optional<Diagnosis> saturated() {
        return evidence.binding()
                .map(pool -> OtherLimits.behind(pool, evidence)
                        .map(this::other)
                        .orElseGet(() -> Terms.of(pool, evidence.structure(), evidence.counted())
                                .map(terms -> proof(pool, terms))
                                .orElseGet(() -> suspected(pool))));
    }

    private Diagnosis proof(Pool pool, Terms terms) {
        double ratio = evidence.throughput() / terms.ceiling().value();
        boolean agree = Math.abs(ratio - 1) <= Checks.TOLERANCE;
        Draft draft = draft(Verdict.LIMIT)
                .limit(Naming.limit(pool))
                .terms(terms)
                .ratio(ratio)
                .remedy(Remedies.of(pool, terms, evidence))
                .next(NextLimits.after(pool, terms, evidence))
                .backlogGrowth(backlogGrowth())
                .checks(Checks.of(evidence, Optional.of(pool), Optional.of(terms), true))
                .summary(Sentences.limit(pool, terms, evidence))
                .standing(agree && terms.byClock() && evidence.chain().seen() ? Standing.PROVED : Standing.SUSPECTED);
        if (!agree) {
            draft.note(
                    "Measured throughput is " + Numbers.percent(ratio)
                            + " of the ceiling: one of m, V and S is not what holds this load, so the limit is only suspected.");
        }
        if (!terms.byClock()) {
            draft.note(
                    "S was computed from completed tasks, as X is: that the ceiling agrees with X then only says that"
                            + " the pool was full. A run with the limit lifted is needed to verify it.");
        }
        if (!terms.requestsByProbe()) {
            draft.note("The entry pool does not count requests, so V was taken with the load generator's count.");
        }
        if (!evidence.chain().seen()) {
            draft.note("No frame showed who waits for " + pool.name() + "; it is named because it is full.");
        }
        return draft.build();
    }

    private Diagnosis suspected(Pool pool) {
        return draft(Verdict.LIMIT)
                .limit(Naming.limit(pool))
                .backlogGrowth(backlogGrowth())
                .checks(Checks.of(evidence, Optional.of(pool), Optional.empty(), true))
                .summary(Sentences.suspected(pool, evidence))
                .note("V or S could not be measured, so no ceiling can be held against the throughput.")
                .build();
    }

    private Optional<Diagnosis> overloadedOtherwise() {
        if (!evidence.overloaded()) {
            boolean closed = evidence.load() instanceof Load.Closed;
            return closed ? OtherLimits.withoutPool(evidence).map(this::other) : Optional.empty();
        }
        return OtherLimits.withoutPool(evidence)
                .map(this::other)
                .or(this::downstream)
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

    private Diagnosis other(OtherLimits.Found found) {
        return draft(Verdict.LIMIT)
                .limit(found.limit())
                .backlogGrowth(backlogGrowth())
                .remedy(new Remedy(found.remedy(), OptionalDouble.empty(), found.summary()))
                .checks(Checks.of(evidence, Optional.empty(), Optional.empty(), false))
                .summary(found.summary())
                .build();
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
        Optional<Terms> terms = fullest.flatMap(pool -> Terms.of(pool, evidence.structure(), evidence.counted()));
        Draft draft = draft(Verdict.LOAD_IS_THE_LIMIT)
                .next(first)
                .checks(Checks.of(evidence, fullest, terms, false))
                .summary(Sentences.loadIsTheLimit(evidence, first));
        evidence.chain()
                .binding()
                .ifPresent(pool -> draft.note(pool.name()
                        + " is full and tasks wait for it, but the load is carried: it is at its limit, not beyond."));
        draft.standing(draft.checksHold() ? Standing.PROVED : Standing.SUSPECTED);
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

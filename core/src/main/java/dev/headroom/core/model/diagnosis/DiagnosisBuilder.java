package dev.headroom.core.model.diagnosis;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis.Account;
import dev.headroom.core.model.diagnosis.Diagnosis.Check;
import dev.headroom.core.model.diagnosis.Diagnosis.Lifted;
import dev.headroom.core.model.diagnosis.Diagnosis.NextLimit;
import dev.headroom.core.model.diagnosis.Diagnosis.Proof;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.diagnosis.Diagnosis.Rival;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.observation.CallSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** A diagnosis that is being written; what is not set stays empty, and the standing stays at suspected. */
public final class DiagnosisBuilder {

    private final Measure throughput;
    private Verdict verdict;
    private final List<String> notes = new ArrayList<>();
    private Standing standing = Standing.SUSPECTED;
    private Optional<Limit> limit = Optional.empty();
    private Optional<Measure> visits = Optional.empty();
    private Optional<Measure> holdingTime = Optional.empty();
    private Optional<Measure> ceiling = Optional.empty();
    private OptionalDouble ratio = OptionalDouble.empty();
    private List<String> chain = List.of();
    private Optional<Remedy> remedy = Optional.empty();
    private Optional<NextLimit> next = Optional.empty();
    private OptionalDouble backlogGrowth = OptionalDouble.empty();
    private String summary = "";
    private List<Check> checks = List.of();
    private Account account = Account.NONE;
    private List<Rival> rivals = List.of();
    private List<CallSite> holders = List.of();
    private List<CallSite> waiters = List.of();
    private List<Intervention> moves = List.of();
    private Optional<Proof> proof = Optional.empty();
    private Optional<Lifted> lifted = Optional.empty();
    private Map<String, Double> thresholds = Map.of();

    DiagnosisBuilder(Verdict verdict, Measure throughput) {
        this.verdict = verdict;
        this.throughput = throughput;
    }

    DiagnosisBuilder(Diagnosis like) {
        this(like.verdict(), like.throughput());
        notes.addAll(like.notes());
        standing = like.standing();
        limit = like.bindingLimit();
        visits = like.visits();
        holdingTime = like.holdingTime();
        ceiling = like.ceiling();
        ratio = like.ratio();
        chain = like.chain();
        remedy = like.remedy();
        next = like.next();
        backlogGrowth = like.backlogGrowth();
        summary = like.summary();
        checks = like.checks();
        account = like.account();
        rivals = like.rivals();
        holders = like.holders();
        waiters = like.waiters();
        moves = like.moves();
        proof = like.proof();
        lifted = like.lifted();
        thresholds = like.thresholds();
    }

    public DiagnosisBuilder verdict(Verdict value) {
        verdict = value;
        return this;
    }

    public DiagnosisBuilder standing(Standing value) {
        standing = value;
        return this;
    }

    public DiagnosisBuilder limit(Limit value) {
        limit = Optional.of(value);
        return this;
    }

    /** V, S and m / (V S). */
    public DiagnosisBuilder terms(Measure perRequest, Measure seconds, Measure most) {
        visits = Optional.of(perRequest);
        holdingTime = Optional.of(seconds);
        return ceiling(most);
    }

    public DiagnosisBuilder ceiling(Measure value) {
        ceiling = Optional.of(value);
        return this;
    }

    public DiagnosisBuilder ratio(double value) {
        ratio = OptionalDouble.of(value);
        return this;
    }

    public DiagnosisBuilder chain(List<String> value) {
        chain = value;
        return this;
    }

    public DiagnosisBuilder remedy(Remedy value) {
        remedy = Optional.of(value);
        return this;
    }

    public DiagnosisBuilder next(Optional<NextLimit> value) {
        next = value;
        return this;
    }

    public DiagnosisBuilder backlogGrowth(OptionalDouble value) {
        backlogGrowth = value;
        return this;
    }

    public DiagnosisBuilder summary(String value) {
        summary = value;
        return this;
    }

    /** One sentence more, at the end of the summary. */
    public DiagnosisBuilder saying(String sentence) {
        summary = summary.isEmpty() ? sentence : summary + " " + sentence;
        return this;
    }

    public DiagnosisBuilder checks(List<Check> value) {
        checks = value;
        return this;
    }

    public DiagnosisBuilder account(Account value) {
        account = value;
        return this;
    }

    public DiagnosisBuilder rivals(List<Rival> value) {
        rivals = value;
        return this;
    }

    public DiagnosisBuilder sites(List<CallSite> whoHolds, List<CallSite> whoWaits) {
        holders = whoHolds;
        waiters = whoWaits;
        return this;
    }

    public DiagnosisBuilder moves(List<Intervention> value) {
        moves = value;
        return this;
    }

    public DiagnosisBuilder proof(Proof value) {
        proof = Optional.of(value);
        return this;
    }

    public DiagnosisBuilder lifted(Optional<Lifted> value) {
        lifted = value;
        return this;
    }

    public DiagnosisBuilder thresholds(Map<String, Double> value) {
        thresholds = value;
        return this;
    }

    public DiagnosisBuilder note(String value) {
        notes.add(value);
        return this;
    }

    public Diagnosis build() {
        return new Diagnosis(
                verdict,
                standing,
                limit,
                visits,
                holdingTime,
                ceiling,
                throughput,
                ratio,
                chain,
                remedy,
                next,
                backlogGrowth,
                summary,
                checks,
                notes,
                account,
                rivals,
                holders,
                waiters,
                moves,
                proof,
                lifted,
                thresholds);
    }
}

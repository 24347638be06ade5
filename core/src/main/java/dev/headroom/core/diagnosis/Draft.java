package dev.headroom.core.diagnosis;

import dev.headroom.core.model.CallSite;
import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Diagnosis.Account;
import dev.headroom.core.model.Diagnosis.Check;
import dev.headroom.core.model.Diagnosis.NextLimit;
import dev.headroom.core.model.Diagnosis.Remedy;
import dev.headroom.core.model.Diagnosis.Rival;
import dev.headroom.core.model.Diagnosis.Standing;
import dev.headroom.core.model.Diagnosis.Verdict;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.Measure;
import dev.headroom.core.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A diagnosis that is being written; what is not set stays empty, and the standing stays at suspected. */
final class Draft {

    /** Failed answers from this share on are worth a word. */
    private static final double WORTH_A_NOTE = 0.01;

    private static final double GC_WORTH_A_NOTE = 0.05;

    private final Verdict verdict;
    private final Measure throughput;
    private final List<String> chain;
    private final List<String> notes = new ArrayList<>();
    private Standing standing = Standing.SUSPECTED;
    private Optional<Limit> limit = Optional.empty();
    private Optional<Terms> terms = Optional.empty();
    private OptionalDouble ratio = OptionalDouble.empty();
    private Optional<Remedy> remedy = Optional.empty();
    private Optional<NextLimit> next = Optional.empty();
    private OptionalDouble backlogGrowth = OptionalDouble.empty();
    private String summary = "";
    private List<Check> checks = List.of();
    private Account account = Account.NONE;
    private List<Rival> rivals = List.of();
    private List<CallSite> holders = List.of();
    private List<CallSite> waiters = List.of();

    Draft(Verdict verdict, Evidence evidence) {
        this.verdict = verdict;
        this.throughput = evidence.served();
        this.chain = evidence.chain().names(evidence.structure());
        double failed = evidence.workload().failedShare();
        if (failed >= WORTH_A_NOTE) {
            note(Numbers.percent(failed)
                    + " of the requests in the window got no good answer; X counts "
                    + (evidence.served().equals(evidence.workload().throughput())
                            ? "the others only."
                            : evidence.served().source() + "; good answers were " + Numbers.rate(evidence.throughput())
                                    + "."));
            Timeouts.notes(evidence).forEach(this::note);
        }
        Unfinished.note(evidence).ifPresent(this::note);
        evidence.measured()
                .baseline()
                .filter(one -> !one.agree())
                .flatMap(one -> one.before().flatMap(before -> one.after().map(after -> apart(before, after))))
                .ifPresent(this::note);
        double paused = evidence.observation().processor().gcPauseShare();
        if (paused >= GC_WORTH_A_NOTE) {
            note("Garbage collection paused the service for " + Numbers.percent(paused) + " of the window.");
        }
    }

    private static String apart(Measure before, Measure after) {
        return "With one user a response took " + Numbers.seconds(before.value()) + " before the load and "
                + Numbers.seconds(after.value()) + " after it; the smaller counts.";
    }

    Draft standing(Standing value) {
        standing = value;
        return this;
    }

    Draft limit(Limit value) {
        limit = Optional.of(value);
        return this;
    }

    Draft terms(Terms value) {
        terms = Optional.of(value);
        return this;
    }

    Draft ratio(double value) {
        ratio = OptionalDouble.of(value);
        return this;
    }

    Draft remedy(Remedy value) {
        remedy = Optional.of(value);
        return this;
    }

    Draft next(Optional<NextLimit> value) {
        next = value;
        return this;
    }

    Draft backlogGrowth(OptionalDouble value) {
        backlogGrowth = value;
        return this;
    }

    Draft summary(String value) {
        summary = value;
        return this;
    }

    Draft checks(List<Check> value) {
        checks = value;
        return this;
    }

    Draft account(Account value) {
        account = value;
        return this;
    }

    Draft rivals(List<Rival> value) {
        rivals = value;
        return this;
    }

    Draft sites(List<CallSite> whoHolds, List<CallSite> whoWaits) {
        holders = whoHolds;
        waiters = whoWaits;
        return this;
    }

    Draft note(String value) {
        notes.add(value);
        return this;
    }

    Diagnosis build() {
        return new Diagnosis(
                verdict,
                standing,
                limit,
                terms.map(Terms::visits),
                terms.map(Terms::holdingTime),
                terms.map(Terms::ceiling),
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
                List.of());
    }
}

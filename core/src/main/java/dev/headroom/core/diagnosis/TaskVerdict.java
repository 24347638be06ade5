package dev.headroom.core.diagnosis;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.evidence.UnawaitedTasks;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.DiagnosisBuilder;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.rules.Hypothesis;
import dev.headroom.core.rules.Naming;
import dev.headroom.core.rules.Remedies;
import dev.headroom.core.text.Numbers;
import java.util.List;
import java.util.Optional;

/** What is said where every request is answered, and the work that the answers promise is not done. It is suspected at most: no answer tells of it, so that moving it shows nothing. */
record TaskVerdict(Verdicts verdicts, Evidence evidence) {

    Diagnosis orTheLoad() {
        return UnawaitedTasks.in(evidence).map(this::limit).orElseGet(verdicts::loadIsTheLimit);
    }

    private Diagnosis limit(UnawaitedTasks tasks) {
        Station pool = tasks.pool();
        Optional<Hypothesis> behind = behind(pool);
        boolean downstream = behind.filter(its -> its.finding().limit().kind() == LimitKind.DOWNSTREAM)
                .isPresent();
        DiagnosisBuilder draft = verdicts.draft(downstream ? Verdict.DOWNSTREAM_IS_THE_LIMIT : Verdict.LIMIT)
                .limit(behind.map(its -> its.finding().limit()).orElseGet(pool::limit))
                .sites(pool.holders(), List.of())
                .rivals(Ranking.rivals(verdicts.roots().ranked(), Optional.empty()))
                .summary(words(tasks)
                        + behind.map(its -> " Its workers wait for "
                                        + its.finding().limit().pool() + ", which is full.")
                                .orElse(""))
                .standing(Standing.SUSPECTED);
        if (behind.isEmpty()) {
            draft.remedy(Remedies.of(tasks, evidence));
        }
        return draft.note("No answer waits for these tasks: neither throughput nor response times tell of them, and"
                        + " nothing that is moved under this load would prove more.")
                .build();
    }

    /** What fills it. */
    private Optional<Hypothesis> behind(Station pool) {
        return verdicts.roots().ranked().stream()
                .filter(one -> one.hypothesis().target().equals(pool.name()))
                .findFirst()
                .flatMap(Ranking.Ranked::symptomOf);
    }

    private String words(UnawaitedTasks tasks) {
        Station pool = tasks.pool();
        String taken = Naming.allAre(pool.maximum().orElse(0), pool) + " taken: ";
        String more = Numbers.of(tasks.growth()) + " more wait every second";
        return tasks.done() == 0
                ? taken + more + ", and the requests that gave them are answered."
                : taken + "of " + Numbers.of(tasks.given()) + " tasks a second " + Numbers.of(tasks.done())
                        + " are done, and " + more + ". That is enough for "
                        + Numbers.of(evidence.served().value() * tasks.done() / tasks.given())
                        + " requests/s, and " + Numbers.of(evidence.served().value())
                        + " were answered, before their tasks were done.";
    }
}

package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Diagnosis.Standing;
import dev.headroom.core.model.Diagnosis.Verdict;
import dev.headroom.core.model.Intervention;
import dev.headroom.core.model.Intervention.Outcome;
import java.util.List;
import java.util.Optional;

/** Grades a diagnosis by what throughput did when limits were moved. */
final class Judgement {

    private Judgement() {}

    static Diagnosis of(Evidence evidence, Diagnosis diagnosis, List<Intervention> moved) {
        if (moved.isEmpty()) {
            return diagnosis;
        }
        Verdicts verdicts = new Verdicts(evidence);
        Optional<Intervention> followed =
                moved.stream().filter(one -> one.outcome() == Outcome.FOLLOWED).findFirst();
        if (followed.isEmpty()) {
            boolean against = moved.stream()
                    .anyMatch(one -> one.outcome() == Outcome.NOT_FOLLOWED && speaksOf(one, diagnosis, verdicts));
            Standing standing = against ? Standing.SUSPECTED : diagnosis.standing();
            return diagnosis.judged(standing, moved, words(moved.getFirst()));
        }
        return speaksOf(followed.get(), diagnosis, verdicts)
                ? diagnosis.judged(Standing.PROVED, moved, words(followed.get()))
                : rival(verdicts, followed.get())
                        .map(other -> other.judged(Standing.PROVED, moved, words(followed.get())))
                        .orElse(diagnosis.judged(Standing.SUSPECTED, moved, words(followed.get())));
    }

    /** By identity: a lock and a semaphore of one class bear the same name. */
    private static boolean speaksOf(Intervention moved, Diagnosis diagnosis, Verdicts verdicts) {
        return switch (moved.move().subject()) {
            case LOAD -> diagnosis.verdict() == Verdict.LOAD_IS_THE_LIMIT;
            case CAPACITY, CORES ->
                verdicts.named(diagnosis).filter(named -> isMoved(named, moved)).isPresent();
        };
    }

    private static Optional<Diagnosis> rival(Verdicts verdicts, Intervention moved) {
        return verdicts.ranked().stream()
                .filter(one -> isMoved(one, moved))
                .findFirst()
                .map(verdicts::limit);
    }

    private static boolean isMoved(Ranking.Ranked one, Intervention moved) {
        return one.hypothesis().target().equals(moved.move().target());
    }

    private static String words(Intervention moved) {
        String what = moved.move().name() + " was moved from " + moved.move().from() + " to "
                + moved.move().to();
        return switch (moved.outcome()) {
            case FOLLOWED -> "Proved: " + what + " while the load went on, and throughput did as predicted.";
            case NOT_FOLLOWED -> "Not proved: " + what + ", and throughput did something else than predicted.";
            case REFUSED, BROKEN_OFF -> "Not proved: " + moved.note();
        };
    }
}

package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Diagnosis.Standing;
import dev.headroom.core.model.Diagnosis.Verdict;
import dev.headroom.core.model.Intervention;
import dev.headroom.core.model.Intervention.Outcome;
import dev.headroom.core.model.Intervention.Subject;
import java.util.List;
import java.util.Optional;

/** Grades a diagnosis by what throughput did when limits were moved. */
final class Judgement {

    private Judgement() {}

    static Diagnosis of(Evidence evidence, Diagnosis diagnosis, List<Intervention> moved) {
        if (moved.isEmpty()) {
            return diagnosis;
        }
        Optional<Intervention> followed =
                moved.stream().filter(one -> one.outcome() == Outcome.FOLLOWED).findFirst();
        if (followed.isEmpty()) {
            boolean against =
                    moved.stream().anyMatch(one -> one.outcome() == Outcome.NOT_FOLLOWED && speaksOf(one, diagnosis));
            Standing standing = against ? Standing.SUSPECTED : diagnosis.standing();
            return diagnosis.judged(standing, moved, words(moved.getFirst()));
        }
        return speaksOf(followed.get(), diagnosis)
                ? diagnosis.judged(Standing.PROVED, moved, words(followed.get()))
                : rival(evidence, followed.get())
                        .map(other -> other.judged(Standing.PROVED, moved, words(followed.get())))
                        .orElse(diagnosis.judged(Standing.SUSPECTED, moved, words(followed.get())));
    }

    private static boolean speaksOf(Intervention moved, Diagnosis diagnosis) {
        return switch (moved.move().subject()) {
            case LOAD -> diagnosis.verdict() == Verdict.LOAD_IS_THE_LIMIT;
            case CAPACITY, CORES ->
                diagnosis
                        .bindingLimit()
                        .filter(limit -> limit.pool().equals(moved.move().name())
                                || moved.move().subject() == Subject.CORES)
                        .isPresent();
        };
    }

    private static Optional<Diagnosis> rival(Evidence evidence, Intervention moved) {
        Verdicts verdicts = new Verdicts(evidence);
        return verdicts.ranked().stream()
                .filter(one -> one.hypothesis().target().equals(moved.move().target()))
                .findFirst()
                .map(verdicts::limit);
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

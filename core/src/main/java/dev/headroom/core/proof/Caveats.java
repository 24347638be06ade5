package dev.headroom.core.proof;

import dev.headroom.core.diagnosis.Case;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.DiagnosisBuilder;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Subject;

/** What a proof did not look at, for the reader. */
final class Caveats {

    private Caveats() {}

    static Diagnosis of(Case about, Diagnosis judged) {
        if (judged.standing() != Standing.PROVED || judged.proof().isEmpty()) {
            return judged;
        }
        Intervention moved = judged.moves().get(judged.proof().get().decisive());
        DiagnosisBuilder told = judged.toBuilder();
        if (!Sizes.areCounted(moved.phases())) {
            // errors of the size of answers would have passed for answers
            told.note(
                    "Nobody counts failures there: that answers stayed good while it was moved is told by their size alone.");
        }
        if (about.evidence().isObserved() && moved.move().up() && moved.move().subject() == Subject.CAPACITY) {
            told.note("Whether the gain lasts was not watched: the load is somebody else's, and each raise was short."
                    + " A rate that lets through what it has saved up answers so for some seconds.");
        }
        return told.build();
    }
}

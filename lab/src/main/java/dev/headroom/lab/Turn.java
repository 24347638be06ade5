package dev.headroom.lab;

import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.result.Run;
import java.util.ArrayList;
import java.util.List;

/**
 * One of the runs of a variant.
 *
 * @param repetition from 1
 */
record Turn(Variant variant, int repetition) {

    /** Variants take turns (A B, A B), so that a machine that changes changes for all of them. */
    static List<Turn> all(List<Variant> variants, int repetitions) {
        List<Turn> turns = new ArrayList<>();
        for (int repetition = 1; repetition <= repetitions; repetition++) {
            for (Variant variant : variants) {
                turns.add(new Turn(variant, repetition));
            }
        }
        return turns;
    }

    static Turn of(Run run) {
        return new Turn(run.variant(), run.repetition());
    }

    /** In the results: {@code lifted}, {@code lifted@2}. No variant's name has such a sign. */
    String folder() {
        return repetition == 1 ? variant.name() : variant.name() + "@" + repetition;
    }
}

package dev.headroom.lab;

import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.result.Run;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One of the runs of a variant.
 *
 * @param repetition from 1
 */
record Turn(Variant variant, int repetition) {

    /** Variants take turns (A B, A B), so that a machine that changes changes for all of them. */
    static List<Turn> all(List<Variant> variants, int repetitions) {
        return IntStream.rangeClosed(1, repetitions)
                .boxed()
                .flatMap(repetition -> variants.stream().map(variant -> new Turn(variant, repetition)))
                .toList();
    }

    static Turn of(Run run) {
        return new Turn(run.variant(), run.repetition());
    }

    /** In the results: {@code lifted}, {@code lifted@2}. No variant's name has such a sign. */
    String folder() {
        return repetition == 1 ? variant.name() : variant.name() + "@" + repetition;
    }
}

package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Diagnosis.Remedy;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Place;
import dev.headroom.core.text.Numbers;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** The file descriptors of the process: at the bound no connection is accepted or opened any more. */
final class Descriptors {

    private static final double FULL = 0.98;

    private Descriptors() {}

    static Stream<Hypothesis> in(Evidence evidence) {
        double used = evidence.observation().ground().descriptors();
        return used < FULL
                ? Stream.empty()
                : Stream.of(Hypothesis.of(
                        "descriptors",
                        Finding.of(
                                Naming.limit(LimitKind.FILE_DESCRIPTORS, "file descriptors"),
                                Optional.empty(),
                                new Remedy(
                                        "Raise the limit of open files (ulimit -n), or close what is left open.",
                                        OptionalDouble.empty(),
                                        ""),
                                Numbers.percent(used)
                                        + " of the process's file descriptors are open: connections can be neither"
                                        + " accepted nor opened."),
                        place -> place.kind() == Place.Kind.NOT_ACCEPTED));
    }
}

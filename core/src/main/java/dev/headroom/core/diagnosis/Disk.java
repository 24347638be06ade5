package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Diagnosis.Remedy;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Place;
import dev.headroom.core.text.Numbers;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** A disk that some thread waits for most of the time, as where each request forces its data to the medium. */
final class Disk {

    /** Share of the window (0 to 1) in which a thread waited for the disk. */
    private static final double MOSTLY = 0.5;

    private Disk() {}

    static Stream<Hypothesis> in(Evidence evidence) {
        double waited = evidence.observation().ground().diskWait();
        return waited < MOSTLY
                ? Stream.empty()
                : Stream.of(Hypothesis.of(
                        "disk",
                        Finding.of(
                                Naming.limit(LimitKind.DISK, "disk"),
                                Optional.empty(),
                                new Remedy(
                                        "Write and force less often (group commits), or use a faster disk.",
                                        OptionalDouble.empty(),
                                        ""),
                                "Threads wait for the disk for " + Numbers.percent(Math.min(1, waited))
                                        + " of the time."),
                        place -> place.kind() == Place.Kind.RUNNING || place.kind() == Place.Kind.READY));
    }
}

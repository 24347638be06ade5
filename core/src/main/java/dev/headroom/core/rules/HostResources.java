package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What the host lends to every process and of which only a share in use is known: the disk, and the file descriptors of the process. */
final class HostResources {

    /** Share of the window (0 to 1) in which a thread waited for the disk, as where each request forces its data to the medium. */
    private static final double DISK = Thresholds.HALF;

    /** Share of the descriptors (0 to 1) that are open: at the bound no connection is accepted or opened any more. */
    private static final double DESCRIPTORS = Thresholds.CLOSE;

    private HostResources() {}

    static Stream<Hypothesis> disk(Evidence evidence) {
        double waited = evidence.observation().host().diskWait().orElse(0);
        return waited < DISK
                ? Stream.empty()
                : Stream.of(hypothesis(
                        LimitKind.DISK,
                        "disk",
                        "Threads wait for the disk for " + Numbers.percent(Math.min(1, waited)) + " of the time.",
                        "Write and force less often (group commits), or use a faster disk.",
                        Set.of(Place.Kind.RUNNING, Place.Kind.READY)));
    }

    static Stream<Hypothesis> descriptors(Evidence evidence) {
        double open = evidence.observation().host().descriptors().orElse(0);
        return open < DESCRIPTORS
                ? Stream.empty()
                : Stream.of(hypothesis(
                        LimitKind.FILE_DESCRIPTORS,
                        "file descriptors",
                        Numbers.percent(open)
                                + " of the process's file descriptors are open: connections can be neither accepted nor opened.",
                        "Raise the limit of open files (ulimit -n), or close what is left open.",
                        Set.of(Place.Kind.NOT_ACCEPTED)));
    }

    private static Hypothesis hypothesis(
            LimitKind kind, String name, String summary, String action, Set<Place.Kind> delays) {
        Remedy remedy = Remedy.of(action, "");
        Finding finding = Finding.of(Naming.limit(kind, name), Optional.empty(), remedy, summary);
        return Hypothesis.of(name, finding, place -> delays.contains(place.kind()));
    }
}

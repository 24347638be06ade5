package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What the host lends to every process and of which only a share in use is known: the disk, and the file descriptors of the process. */
final class HostResources {

    /** Share of the window (0 to 1) in which a thread waited for the disk, as where each request forces its data to the medium. */
    private static final double DISK = Thresholds.HALF;

    /** Share of the descriptors (0 to 1) that are open: at the bound no connection is accepted or opened any more. */
    private static final double DESCRIPTORS = Thresholds.CLOSE;

    /** Threads at lines that wait for files, of all that run (0 to 1), from which it is there that requests are. */
    private static final double MOSTLY = Thresholds.HALF;

    /** Requests that wait for files on average, from which one is kept waiting all the while. */
    private static final double STANDING = Thresholds.ONE;

    private HostResources() {}

    /**
     * Delays requests that are in calls which read, write or force files, and those that stand in native code, or that the JVM takes for running, at lines at which others are seen in such calls. Which thread waits for
     * the disk is not known: so of a load that is not ours less than one request there, on average, may wait while somebody else uses the disk.
     */
    static Stream<Hypothesis> disk(Evidence evidence) {
        double waited = evidence.observation().host().diskWait().orElse(0);
        if (waited < DISK) {
            return Stream.empty();
        }
        Observation seen = evidence.observation();
        double running = runningAtFiles(seen);
        Predicate<Place> there = place -> switch (place.kind()) {
            case AWAITING_DOWNSTREAM -> place.name().equals(Peers.FILES);
            case AWAITING_OTHER -> seen.lines(Peers.FILES).contains(place.name());
            case RUNNING, READY -> running >= MOSTLY;
            default -> false;
        };
        Finding finding = Finding.of(
                Naming.limit(LimitKind.DISK, "disk"),
                Remedy.of("Write and force less often (group commits), or use a faster disk.", ""),
                "Threads wait for the disk for " + Numbers.percent(Math.min(1, waited)) + " of the time.");
        Predicate<Place> standing = place -> !evidence.isObserved() || place.requests() >= STANDING;
        return Stream.of(Hypothesis.of(Peers.FILES, finding, there.and(standing))
                .inPart(place -> place.onCores() ? running : 1));
    }

    /** Of the threads that run, by what the JVM says (0 to 1), those at lines at which others are seen to wait for files. */
    private static double runningAtFiles(Observation seen) {
        Set<String> lines = seen.lines(Peers.FILES);
        List<CallSite> running = seen.holders()
                .filter(site -> site.activity() == Activity.RUNNING)
                .toList();
        return CallSite.workersAt(running.stream(), site -> lines.contains(site.frame()))
                / CallSite.workersAt(running.stream(), site -> true);
    }

    static Stream<Hypothesis> descriptors(Evidence evidence) {
        double open = evidence.observation().host().descriptors().orElse(0);
        return open < DESCRIPTORS
                ? Stream.empty()
                : Stream.of(Hypothesis.of(
                        "file descriptors",
                        Finding.of(
                                Naming.limit(LimitKind.FILE_DESCRIPTORS, "file descriptors"),
                                Remedy.of("Raise the limit of open files (ulimit -n), or close what is left open.", ""),
                                Numbers.percent(open)
                                        + " of the process's file descriptors are open: connections can be neither accepted nor opened."),
                        place -> place.kind() == Place.Kind.NOT_ACCEPTED));
    }
}

package dev.headroom.report.view;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.text.Numbers;
import dev.headroom.report.text.Binding;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Tone;
import dev.headroom.report.text.Words;
import dev.headroom.report.view.variant.FoundView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What binds a running JVM, in the order in which a reader wants it.
 *
 * @param load X, N and R in a line, and who counted them
 * @param room of the limits that are nearest to theirs
 * @param watched by which way, at what cost
 */
public record InspectionView(
        String service,
        String jvm,
        String load,
        Tone tone,
        String verdict,
        Optional<Diagnosis.Standing> standing,
        Optional<String> since,
        FoundView found,
        List<RoomRow> room,
        String watched) {

    private static final int NEAREST = 5;

    /** What heads the limits with room left. */
    public static final String ROOM =
            "Limits with room left, and the throughput at which each would be full if its use rose in proportion to throughput";

    public record RoomRow(String name, double share, String used, String ceiling) {}

    public static InspectionView of(Inspection inspection) {
        Diagnosis diagnosis = inspection.found();
        Observation seen = inspection.seen();
        Tone tone = Tone.of(inspection);
        return new InspectionView(
                inspection.service(),
                seen.jvm().vendor() + " " + seen.jvm().version() + ", process "
                        + seen.jvm().pid(),
                load(inspection.workload()),
                tone,
                verdict(inspection, tone),
                tone == Tone.BOUND || tone.isFree() ? Optional.of(diagnosis.standing()) : Optional.empty(),
                inspection.since().map(time -> since(time, seen)),
                FoundView.of(inspection, 0),
                inspection.room().stream()
                        .filter(room -> !diagnosis
                                .bindingLimit()
                                .map(Limit::station)
                                .equals(Optional.of(room.limit().station())))
                        .limit(NEAREST)
                        .map(InspectionView::room)
                        .toList(),
                watched(seen));
    }

    private static String verdict(Inspection inspection, Tone tone) {
        Diagnosis diagnosis = inspection.found();
        return tone.isFree()
                ? "nothing binds: insufficient load"
                : diagnosis.verdict() == Diagnosis.Verdict.UNKNOWN
                                && !diagnosis.account().places().isEmpty()
                        ? "unknown, and here is where it waits"
                        : Binding.verdict(inspection);
    }

    private static String load(Workload workload) {
        double x = workload.throughput().value();
        return Double.isNaN(x)
                ? workload.throughput().source()
                : Format.perSecond(x) + ", " + Numbers.of(workload.inFlight()) + " in flight"
                        + (x > 0 ? ", " + Format.seconds(workload.response()) + " each" : "") + " ("
                        + workload.throughput().source() + ")";
    }

    private static String since(Duration time, Observation seen) {
        boolean all = time.plusSeconds(1).compareTo(seen.window().length()) >= 0;
        return all
                ? "Full for all of the " + Format.time(seen.window().length()) + " watched."
                : "Full for the last " + Format.time(time) + " of "
                        + Format.time(seen.window().length()) + ".";
    }

    private static RoomRow room(Inspection.Room room) {
        return new RoomRow(
                Words.of(room.limit()),
                room.used(),
                Format.share(room.used()),
                Double.isFinite(room.ceiling()) ? Format.perSecond(room.ceiling()) : Format.NONE);
    }

    private static String watched(Observation seen) {
        return "Watched for " + Format.time(seen.window().length()) + " by "
                + seen.probe().mode() + ": " + Numbers.whole(seen.probe().samples()) + " looks, "
                + Format.share(seen.probe().share()) + " of the machine's processors ("
                + Format.seconds(Times.seconds(seen.probe().cpu())) + ").";
    }
}

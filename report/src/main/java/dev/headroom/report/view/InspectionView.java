package dev.headroom.report.view;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.text.Numbers;
import dev.headroom.report.text.Binding;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.ProofWords;
import dev.headroom.report.text.Tone;
import dev.headroom.report.text.Words;
import dev.headroom.report.view.chart.Chart;
import dev.headroom.report.view.chart.Charts;
import dev.headroom.report.view.variant.Breakdown;
import dev.headroom.report.view.variant.CallRow;
import dev.headroom.report.view.variant.ChainLink;
import dev.headroom.report.view.variant.HoldingView;
import dev.headroom.report.view.variant.MoveView;
import dev.headroom.report.view.variant.PoolRow;
import dev.headroom.report.view.variant.ResourceRow;
import dev.headroom.report.view.variant.RivalRow;
import dev.headroom.report.view.variant.TermsView;
import dev.headroom.report.view.variant.VariantView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What binds a running JVM, in the order in which a reader wants it.
 *
 * @param load X, N and R in a line, and who counted them
 * @param earned by what the verdict earned its grade; empty where nothing was moved
 * @param room of the limits that are nearest to theirs
 * @param watched by which way, at what cost
 */
public record InspectionView(
        String service,
        String jvm,
        String load,
        Tone tone,
        String verdict,
        String standing,
        String summary,
        Optional<String> earned,
        Optional<String> since,
        Optional<Breakdown> breakdown,
        List<ChainLink> chain,
        List<HoldingView> holdings,
        Optional<Diagnosis.Remedy> remedy,
        Optional<String> next,
        List<MoveView> moves,
        List<RivalRow> rivals,
        Optional<TermsView> terms,
        List<RoomRow> room,
        List<Chart> threads,
        List<ResourceRow> resources,
        List<PoolRow> pools,
        List<CallRow> calls,
        String watched,
        List<String> notes) {

    private static final int NEAREST = 5;

    /** A limit with room left. */
    public record RoomRow(String name, String used, String percent, String ceiling) {}

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
                tone == Tone.BOUND || tone.isFree() ? Words.of(diagnosis.standing()) : "",
                diagnosis.summary(),
                ProofWords.of(inspection),
                inspection.since().map(time -> since(time, seen)),
                Breakdown.of(inspection),
                ChainLink.of(inspection),
                HoldingView.of(inspection),
                diagnosis.remedy(),
                diagnosis.next().filter(next -> tone == Tone.BOUND).map(next -> VariantView.next(next, tone)),
                MoveView.of(inspection, 0),
                RivalRow.of(inspection),
                TermsView.of(inspection),
                inspection.room().stream()
                        .limit(NEAREST)
                        .map(InspectionView::room)
                        .toList(),
                Charts.threads(inspection, 0),
                ResourceRow.of(inspection),
                PoolRow.of(inspection),
                CallRow.of(inspection),
                watched(seen),
                VariantView.notes(Optional.of(diagnosis), Optional.of(seen)).toList());
    }

    /** Whether anything is waited for that only so many may hold. */
    public boolean contended() {
        return resources.stream().anyMatch(ResourceRow::binding);
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
                Format.share(room.used()),
                Format.css(100 * room.used()),
                Double.isFinite(room.ceiling()) ? Format.perSecond(room.ceiling()) : Format.NONE);
    }

    private static String watched(Observation seen) {
        return "Watched for " + Format.time(seen.window().length()) + " by "
                + seen.probe().mode() + ": " + Numbers.whole(seen.probe().samples()) + " looks, "
                + Format.share(seen.probe().share()) + " of the machine's processors ("
                + Format.seconds(Times.seconds(seen.probe().cpu())) + ").";
    }
}

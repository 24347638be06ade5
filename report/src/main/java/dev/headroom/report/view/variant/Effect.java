package dev.headroom.report.view.variant;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.core.proof.Lifting;
import dev.headroom.report.text.Binding;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Tone;
import dev.headroom.report.view.comparison.Comparison;
import dev.headroom.report.view.comparison.Difference;
import dev.headroom.report.view.comparison.Figure;
import dev.headroom.report.view.comparison.Repetitions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What lifting the limit of one other variant did: the cause, the effect, and whether it shows that the limit was lifted.
 *
 * @param variant whose limit is lifted
 * @param cause the limit that bound it; empty where none was named
 * @param changes {@code 4.9/s → 110/s (22×)}, {@code mean 6.31 s → 1.83 s}
 * @param evidence how far it got beyond the limit, or why that shows nothing
 */
public record Effect(
        String anchor, String variant, String cause, List<String> changes, boolean lifts, String evidence) {

    private static final double NOTICED = 0.05;

    /** {@code Lifts common-pool, 7 workers of common-pool: 10.3/s → 19.1/s; past its ceiling of 10.6/s: lifted}. */
    public String sentence() {
        String start = cause.isEmpty() ? "Against " + variant : verb() + " " + cause + " (" + variant + ")";
        return start + (changes.isEmpty() ? "" : ": " + String.join(", ", changes)) + "; " + evidence + ".";
    }

    /** What the file says of it is not what was seen. */
    public String verb() {
        return lifts ? "Lifts" : "Is to lift";
    }

    /** In the order of the runs; a variant whose limit was lifted by one in between that is lifted here too is left out. */
    static List<Effect> of(Run lifting, Repetitions repetitions) {
        List<Run> runs = repetitions.shown();
        int own = runs.indexOf(lifting);
        return IntStream.range(0, runs.size())
                .filter(index -> index != own && lifts(lifting, runs.get(index)))
                .filter(index -> IntStream.range(index + 1, Math.max(index + 1, own))
                        .noneMatch(between ->
                                lifts(lifting, runs.get(between)) && lifts(runs.get(between), runs.get(index))))
                .mapToObj(index -> of(runs.get(index), Comparison.anchor(index), lifting, repetitions))
                .toList();
    }

    private static boolean lifts(Run lifting, Run other) {
        return lifting.variant().lifts().contains(other.variant().name());
    }

    private static Effect of(Run before, String anchor, Run after, Repetitions repetitions) {
        var evidence = Lifting.of(before, after);
        return new Effect(
                anchor,
                before.variant().name(),
                Tone.of(before) == Tone.BOUND ? Binding.of(before) : "",
                differ(repetitions.of(before), repetitions.of(after))
                        ? changes(before, after)
                        : List.of(Difference.NONE_SEEN),
                evidence.isPresent(),
                evidence.map(seen -> switch (seen.how()) {
                            case PAST_THE_CEILING -> "past its ceiling" + ceiling(before) + ": lifted";
                            case NO_BACKLOG -> "no backlog under the same load: lifted";
                        })
                        .orElseGet(() -> unproved(before, after)));
    }

    private static String ceiling(Run run) {
        return run.diagnosis()
                .flatMap(Diagnosis::ceiling)
                .map(ceiling -> " of " + Format.perSecond(ceiling.value()))
                .orElse("");
    }

    private static String unproved(Run before, Run after) {
        return switch (Tone.of(before)) {
            case OPEN -> "no limit was named there, so there is none to lift";
            case FREE, SLOW -> "nothing bound there";
            case FAILED -> "that run broke off";
            case BOUND ->
                switch (Tone.of(after)) {
                    case FAILED -> "this run broke off";
                    case OPEN -> "nothing is shown: this run has no verdict";
                    case BOUND, FREE, SLOW -> notPast(before, after);
                };
        };
    }

    private static String notPast(Run before, Run after) {
        if (Lifting.sameLimit(before, after)) {
            return "the same limit, of the same size, binds here";
        }
        return before.diagnosis()
                .flatMap(Diagnosis::ceiling)
                .map(known -> "not past its ceiling" + ceiling(before)
                        + after.goodput()
                                .filter(rate -> rate.perSecond() > known.value())
                                .map(rate -> " by more than chance")
                                .orElse("")
                        + ": nothing is shown")
                .orElse("no ceiling is known to go past: nothing is shown");
    }

    private static boolean differ(Repetitions.Group before, Repetitions.Group after) {
        return Figure.GOODPUT.differs(before, after)
                || Figure.MEAN.differs(before, after)
                || Figure.ERRORS.differs(before, after);
    }

    private static List<String> changes(Run before, Run after) {
        List<String> changes = new ArrayList<>();
        // figures of a void run are not compared with any
        if (before.result().isEmpty() || after.result().isEmpty() || Tone.isVoid(before) || Tone.isVoid(after)) {
            return changes;
        }
        LoadResult was = before.result().get();
        LoadResult is = after.result().get();
        // an open load gives the rate and leaves the time to the service; users who wait give the time and leave the
        // rate
        boolean open = before.load() instanceof Load.Open;
        boolean same = Lifting.sameLoad(before, after);
        if (!same) {
            changes.add("under another load");
        }
        if (before.goodput().isPresent() && after.goodput().isPresent()) {
            double rate = before.goodput().get().perSecond();
            double faster = after.goodput().get().perSecond();
            String rates = Format.perSecond(rate) + " → " + Format.perSecond(faster);
            changes.add(open || !same ? rates : rates + times(rate, faster));
        }
        if (was.latency().count() > 0 && is.latency().count() > 0) {
            Duration mean = was.latency().mean();
            Duration now = is.latency().mean();
            String whose = was.failed() > 0 || is.failed() > 0 ? "mean of the successful " : "mean ";
            String means = whose + Format.time(mean) + " → " + Format.time(now);
            changes.add(open && same ? means + sooner(Times.seconds(mean), Times.seconds(now)) : means);
        }
        if (was.failed() > 0 || is.failed() > 0) {
            changes.add(Figure.errors(was) + " → " + Figure.errors(is));
        }
        return changes;
    }

    private static String times(double before, double after) {
        String difference = Format.difference(after, before);
        boolean noticed = Math.abs(after - before) > NOTICED * before;
        return noticed && !difference.isEmpty() ? " (" + difference + ")" : "";
    }

    private static String sooner(double before, double after) {
        return after * 2 <= before ? " (" + Format.times(before / after) + " sooner)" : times(before, after);
    }
}

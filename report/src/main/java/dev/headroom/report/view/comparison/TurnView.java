package dev.headroom.report.view.comparison;

import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.core.proof.Lifting;
import dev.headroom.report.text.Tone;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The turn of an experiment's story: the bound variant with the longest mean response, and the last variant that lifts
 * its limit; where none does, the free variant that answers soonest, for comparison only.
 */
public record TurnView(Run bound, Optional<Run> best) {

    public static Optional<TurnView> of(List<Run> runs) {
        Optional<Run> worst = runs.stream()
                .filter(run -> Tone.of(run) == Tone.BOUND && measured(run))
                .max(Comparator.comparing((Run run) -> lifted(run, runs).isPresent())
                        .thenComparing(TurnView::mean));
        return worst.map(run -> new TurnView(
                run,
                lifted(run, runs)
                        .or(() -> runs.stream()
                                .filter(free -> Tone.of(free).isFree() && measured(free))
                                .min(Comparator.comparing(TurnView::mean)))));
    }

    /** Only a variant that was seen to lift this limit tells what lifting it brings; that it was meant to does not. */
    public boolean lifts() {
        return best.filter(run -> Lifting.of(bound, run).isPresent()).isPresent();
    }

    private static Optional<Run> lifted(Run bound, List<Run> runs) {
        return runs.stream()
                .filter(run -> (Tone.of(run).isFree() || Tone.of(run) == Tone.BOUND) && measured(run))
                .filter(run -> Lifting.of(bound, run).isPresent())
                .reduce((earlier, later) -> later);
    }

    public static boolean measured(Run run) {
        return run.result().filter(result -> result.latency().count() > 0).isPresent();
    }

    public static Duration mean(Run run) {
        return run.result()
                .map(LoadResult::latency)
                .map(latency -> latency.mean())
                .orElse(Duration.ZERO);
    }
}

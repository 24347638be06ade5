package dev.headroom.report.view.variant;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.result.Diagnosed;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.ProofWords;
import dev.headroom.report.text.Tone;
import dev.headroom.report.view.chart.Chart;
import dev.headroom.report.view.chart.Charts;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What was found in a service and what it rests on, be it a variant of an experiment or a JVM that ran already.
 *
 * @param earned by what the verdict earned its grade; empty where nothing was moved
 * @param next to bind, or first where nothing does
 * @param limit that binds
 * @param resources those that are waited for most come first
 */
public record FoundView(
        String summary,
        Optional<String> earned,
        Optional<Breakdown> breakdown,
        List<ChainLink> chain,
        List<HoldingView> holdings,
        Optional<Diagnosis.Remedy> remedy,
        Optional<String> next,
        List<MoveView> moves,
        List<Diagnosis.Rival> rivals,
        Optional<TermsView> terms,
        List<Chart> threads,
        Optional<Limit> limit,
        List<Station> resources,
        List<Station> pools,
        List<Observation.Call> calls,
        List<String> notes) {

    /** @param index of it on its page */
    public static FoundView of(Diagnosed run, int index) {
        Optional<Diagnosis> found = run.diagnosis();
        return new FoundView(
                found.map(Diagnosis::summary)
                        .or(() -> run.leftOut().map(FoundView::leftOut))
                        .orElse(""),
                ProofWords.of(run),
                Breakdown.of(run),
                ChainLink.of(run),
                HoldingView.of(run),
                found.flatMap(Diagnosis::remedy),
                found.flatMap(one -> StepView.next(one).map(next -> next(one, next, run))),
                MoveView.of(run, index),
                found.map(Diagnosis::rivals).orElse(List.of()),
                TermsView.of(run),
                Charts.threads(run, index),
                found.flatMap(Diagnosis::bindingLimit),
                run.observation().map(Observation::resources).orElse(List.of()).stream()
                        .sorted(Comparator.comparingDouble(Station::queued)
                                .thenComparingDouble(Station::active)
                                .reversed())
                        .toList(),
                run.observation().map(Observation::pools).orElse(List.of()),
                run.observation().map(Observation::calls).orElse(List.of()),
                Stream.concat(
                                found.stream().flatMap(one -> one.notes().stream()),
                                run.observation().stream().flatMap(one -> one.notes().stream()))
                        .toList());
    }

    /** Whether anything is waited for that only so many may hold. */
    public boolean contended() {
        return resources.stream().anyMatch(this::isLimit);
    }

    public boolean isLimit(Station resource) {
        return limit.filter(is -> is.station().equals(resource.id())).isPresent();
    }

    /** Mean number of those that wait for it; where it has room while a part of it, such as a route, is full, they wait for that. */
    public String waiting(Station resource) {
        boolean forAPart = resource.saturatedShare() == 0 && resources.stream().anyMatch(resource::isAllOf);
        return forAPart ? Format.NONE : Format.workers(resource.queued());
    }

    /** The sentence of a variant that was not run. */
    static String leftOut(String why) {
        return "It was left out: " + why + ".";
    }

    private static String next(Diagnosis found, Diagnosis.NextLimit next, Diagnosed run) {
        boolean sizes = knowsSizes(run);
        boolean free = Tone.of(run).isFree();
        String seen = sizes ? (free ? "First" : "Next") : "Of what was seen, " + (free ? "first" : "next");
        return seen + " to bind would be " + StepView.words(found, next)
                + (sizes ? "." : "; pools whose size was not seen may bind before.");
    }

    /** Thread dumps do not tell how many connections a pool may have: what would bind next may be one of these. */
    static boolean knowsSizes(Diagnosed run) {
        return run.observation().filter(one -> !one.probe().asksPools()).isEmpty();
    }
}

package dev.headroom.core.diagnosis;

import dev.headroom.core.conservation.InFlightCensus;
import dev.headroom.core.conservation.Waiting;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.evidence.WaitChain;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis.Rival;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.Station.Wait;
import dev.headroom.core.rules.Finding;
import dev.headroom.core.rules.FullAlone;
import dev.headroom.core.rules.FullPools;
import dev.headroom.core.rules.Hypothesis;
import dev.headroom.core.rules.Processors;
import dev.headroom.core.rules.Rule;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which of several hypotheses is the root, and what each explains of R - R0. One whose holders mostly wait for something else that is full is
 * a symptom of that (layered bottlenecks: Neilson, Woodside, Petriu, Majumdar, IEEE TSE 21(9), 1995; Franks et al., QEST 2006), and what it
 * delays is explained by the root. Of the roots the one that explains most is named.
 */
public final class Ranking {

    /** Who computes waits for a core only where most do. */
    private static final double MOSTLY = Thresholds.HALF;

    /** X over the ceiling by what one user needs, from which a limit is full by itself. */
    private static final double SAME_DEMAND = Thresholds.MOST;

    /** Of what the root explains (0 to 1), from which another is worth a word. */
    private static final double MENTIONED = Thresholds.TRACE;

    /** X over the ceiling (0 to 1) from which a limit is full, however few wait for it. */
    private static final double FULL = Thresholds.NEARLY_ALL;

    private static final int DEEPEST = 5;

    /** Holders that are elsewhere on average: of a gate within, one at least was past it at any time. */
    private static final double PAST = Thresholds.HALF;

    /** More than these that are there, relative: who looks one after another counts some twice. */
    private static final double FEW_OTHERS = Thresholds.FIFTH;

    /** @param explains seconds of R - R0 that lie before it and in what it delays */
    record Ranked(Hypothesis hypothesis, double explains, Optional<Hypothesis> symptomOf) {}

    private final Evidence evidence;
    private final List<Hypothesis> all;
    private final Map<Hypothesis, Hypothesis> roots = new IdentityHashMap<>();
    private final Map<Hypothesis, Optional<Hypothesis>> causes = new IdentityHashMap<>();

    private Ranking(Evidence evidence, List<Hypothesis> all) {
        this.evidence = evidence;
        this.all = all;
    }

    /** Roots first, by what they explain; then symptoms. */
    static List<Ranked> of(Evidence evidence) {
        List<Hypothesis> all = Rule.asked()
                .flatMap(rule -> rule.in(evidence))
                .filter(one -> !FullAlone.is(one, evidence))
                .toList();
        return new Ranking(evidence, all).rank();
    }

    private List<Ranked> rank() {
        for (Hypothesis one : all) {
            roots.put(one, root(one));
        }
        List<Ranked> ranked = new ArrayList<>();
        for (Hypothesis one : all) {
            Optional<Hypothesis> root = Optional.ofNullable(roots.get(one)).filter(other -> other != one);
            ranked.add(new Ranked(one, explains(one), root));
        }
        ranked.sort(Comparator.comparing((Ranked one) -> one.symptomOf().isPresent())
                .thenComparing(Comparator.comparingDouble(Ranked::explains).reversed()));
        return List.copyOf(ranked);
    }

    /** Its own delays, and those of all that are full because of it; each place once. What it has in common with others, it explains as far as it may be the reason. */
    private double explains(Hypothesis hypothesis) {
        List<Hypothesis> group = all.stream()
                .filter(one -> one == hypothesis || roots.get(one) == hypothesis)
                .toList();
        List<Hypothesis> others =
                all.stream().filter(one -> !group.contains(one)).toList();
        return evidence.places().stream()
                .mapToDouble(place -> group.stream()
                        .filter(one -> one.delays().test(place))
                        .mapToDouble(one -> isClaimed(place, others) ? one.explains(place) : grown(place))
                        .max()
                        .orElse(0))
                .sum();
    }

    private static boolean isClaimed(Place place, List<Hypothesis> others) {
        return others.stream().anyMatch(one -> one.delays().test(place));
    }

    /** Along the largest waits for something full; ends before it would come round again. */
    private Hypothesis root(Hypothesis from) {
        List<Hypothesis> passed = new ArrayList<>();
        Hypothesis at = from;
        while (!passed.contains(at)) {
            passed.add(at);
            Optional<Hypothesis> next = causes.computeIfAbsent(at, this::cause);
            if (next.isEmpty()) {
                return at;
            }
            at = next.get();
        }
        // whoever stands in the circle comes to the same root, wherever the walk began
        List<Hypothesis> circle = passed.subList(passed.indexOf(at), passed.size());
        return all.stream()
                .filter(circle::contains)
                .max(Comparator.comparingDouble(one -> grown(one.delays())))
                .orElse(at);
    }

    /** Seconds by which a request is longer at such places than with one user. */
    private double grown(Predicate<Place> which) {
        return evidence.places().stream()
                .filter(which)
                .mapToDouble(Ranking::grown)
                .sum();
    }

    private static double grown(Place place) {
        return Math.max(0, place.added());
    }

    /** What requests need with one user is all that they need under load: then nothing behind it makes it full. */
    private boolean sameDemand(Hypothesis one) {
        return one.unloadedCeiling().isPresent()
                && evidence.served().value()
                        >= SAME_DEMAND * one.unloadedCeiling().getAsDouble();
    }

    private Optional<Hypothesis> cause(Hypothesis of) {
        if (sameDemand(of)) {
            return Optional.empty();
        }
        Optional<Hypothesis> best = Optional.empty();
        double most = 0;
        for (Hypothesis other : all) {
            double share = other == of || other.target().equals(of.target())
                    ? 0
                    : reach(of.waits(), of.busy(), other, new HashSet<>(Set.of(of.target())), 0);
            if (mayBeWork(of, other, share)) {
                continue;
            }
            boolean fills = share >= (other.target().equals(Hypothesis.CPU) ? MOSTLY : WaitChain.FILLS);
            if (fills && share > most) {
                best = Optional.of(other);
                most = share;
            }
        }
        return best;
    }

    /**
     * Where nobody saw one user, a wait of which nothing is known may be the work that is held for: all holders are there, and hardly anybody else. So it is where they wait for the process itself, and nobody
     * waits in there.
     *
     * @param share of the holders that wait there, 0 to 1
     */
    private boolean mayBeWork(Hypothesis held, Hypothesis wait, double share) {
        Limit limit = wait.finding().limit();
        return evidence.isObserved()
                && limit.kind() == LimitKind.UNKNOWN
                && limit.workers().isEmpty()
                && evidence.requests(wait.delays()) <= (1 + FEW_OTHERS) * held.busy()
                && ((1 - share) * held.busy() < PAST || isOfItself(held, wait));
    }

    private boolean isOfItself(Hypothesis held, Hypothesis wait) {
        List<Wait> standing = evidence.observation()
                .waits()
                .filter(one -> InFlightCensus.unnamed(one).equals(wait.target()))
                .toList();
        return !standing.isEmpty()
                && standing.stream().allMatch(one -> Peers.isItself(one.target()))
                && all.stream()
                        .filter(one -> one != held && one != wait)
                        .allMatch(one -> evidence.requests(one.delays()) < PAST);
    }

    /** A wait at which nearly all of its holders are, and of which nothing else is known. */
    static Optional<Hypothesis> work(Hypothesis held, List<Ranked> ranked, Evidence evidence) {
        Ranking ranking = new Ranking(evidence, List.of());
        return ranked.stream()
                .map(Ranked::hypothesis)
                .filter(other -> other != held
                        && ranking.mayBeWork(
                                held, other, ranking.reach(held.waits(), held.busy(), other, new HashSet<>(), 0)))
                .findFirst();
    }

    /** Share of holders that wait for {@code target}, directly or through pools that are not full themselves. */
    private double reach(List<Wait> waits, double busy, Hypothesis target, Set<String> visited, int depth) {
        if (busy <= 0 || depth > DEEPEST) {
            return 0;
        }
        double sum = 0;
        for (Wait wait : waits) {
            double share = wait.workers() / busy;
            if (isFor(wait, target)) {
                sum += share;
            } else if (wait.activity() == Activity.AWAITING_POOL && visited.add(wait.target())) {
                Optional<Station> pool = evidence.structure().pool(wait.target());
                sum += pool.map(through -> FullPools.waits(through, evidence))
                        .map(on -> share * reach(on, pool.get().active(), target, visited, depth + 1))
                        .orElse(0.0);
            }
        }
        return Math.min(1, sum);
    }

    /** One object of several that are one limit together bears another name; what no rule knows is known by the line that waits for it. */
    private static boolean isFor(Wait wait, Hypothesis target) {
        return wait.target().equals(target.target())
                || target.keepsAt(Place.Kind.AWAITING_RESOURCE, wait.target())
                || !wait.site().isEmpty()
                        && target.finding().limit().kind() == LimitKind.UNKNOWN
                        && target.keepsAt(Place.Kind.AWAITING_OTHER, wait.site());
    }

    /** Those that were not named, and why. */
    static List<Rival> rivals(List<Ranked> ranked, Optional<Ranked> named) {
        double most = ranked.stream().mapToDouble(Ranked::explains).max().orElse(0);
        return ranked.stream()
                .filter(one -> one.symptomOf().isPresent() || one.explains() > MENTIONED * most)
                .filter(one -> named.filter(other -> other.hypothesis() == one.hypothesis())
                        .isEmpty())
                .map(one -> new Rival(
                        one.hypothesis().finding().limit(),
                        one.explains(),
                        one.hypothesis().unloadedCeiling(),
                        one.symptomOf()
                                .map(root -> "its holders wait for "
                                        + root.finding().limit().pool() + ", which is full: it is a symptom")
                                .orElse("it explains " + Numbers.seconds(one.explains()) + " of a response"
                                        + (named.filter(other -> other.explains() < one.explains())
                                                        .isEmpty()
                                                ? ", less than what was named"
                                                : ""))))
                .toList();
    }

    /** Whether a claim is more than somebody who waits now and then: it is a substantial part of a response, or the limit is used up. */
    static boolean matters(Ranked claim, Evidence evidence) {
        if (evidence.workload().inFlight() < Waiting.FEWEST) {
            return false;
        }
        return claim.explains() >= Waiting.RIPPLE * evidence.response()
                || claim.explains() > 0
                        && isKnown(claim.hypothesis().finding(), evidence)
                        && evidence.served().value() >= FULL * ceiling(claim.hypothesis(), evidence);
    }

    /** Of the processor what a fair scheduler would give: cores that others use are theirs as long as nobody here asks for them. */
    private static double ceiling(Hypothesis claimed, Evidence evidence) {
        return claimed.target().equals(Hypothesis.CPU)
                ? Processors.room(evidence)
                : claimed.finding().terms().map(its -> its.ceiling().value()).orElse(Double.POSITIVE_INFINITY);
    }

    /** As many workers as are seen at work may be fewer than there may be. */
    private static boolean isKnown(Finding finding, Evidence evidence) {
        return finding.pool().isEmpty() || evidence.observation().probe().asksPools();
    }
}

package dev.headroom.core.diagnosis;

import dev.headroom.core.bounds.Bound;
import dev.headroom.core.bounds.Rejections;
import dev.headroom.core.conservation.Waiting;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.rules.Hypothesis;
import dev.headroom.core.rules.Terms;
import dev.headroom.core.rules.Tie;
import dev.headroom.core.rules.TurnedAway;
import dev.headroom.core.rules.UnknownWaits;
import dev.headroom.core.statistics.Thresholds;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is full and no symptom of anything else that is, ranked by how much of the wait it explains; and whether the load reaches its bound, so that none of it is named. */
final class Roots {

    /** Share of R - R0 (0 to 1) below which what explains most is not named: then most of the wait is somewhere else. */
    private static final double TOO_LITTLE = Thresholds.THIRD;

    private final Evidence evidence;
    private final List<Ranking.Ranked> ranked;
    private final Bound bound;

    Roots(Evidence evidence) {
        this.evidence = evidence;
        ranked = Ranking.of(evidence);
        Bound asked = Bound.of(evidence);
        bound = asked.reached() && evidence.isObserved() && root().isPresent() ? Bound.UNKNOWN : asked;
    }

    List<Ranking.Ranked> ranked() {
        return ranked;
    }

    /** What a diagnosis of this run has named; empty where it names no limit that a rule claims. */
    Optional<Ranking.Ranked> named(Diagnosis diagnosis) {
        // what turns requests away delays none, so that no rule claims it
        Stream<Ranking.Ranked> away = Rejections.in(evidence).flatMap(this::turningAway).stream()
                .map(one -> new Ranking.Ranked(one, 0, Optional.empty()));
        return Stream.concat(ranked.stream(), away)
                .filter(one -> diagnosis
                        .bindingLimit()
                        .filter(one.hypothesis().finding().limit()::equals)
                        .isPresent())
                .findFirst();
    }

    /** With what stands right behind one of them and keeps nobody waiting, so that no rule claims it. */
    List<Ranking.Ranked> withTied(Optional<Ranking.Ranked> named) {
        Stream<Ranking.Ranked> tied = named
                .flatMap(one -> Tie.in(one.hypothesis().finding().next(), evidence))
                .flatMap(tie -> tie.claim(evidence))
                .filter(one -> ranked.stream()
                        .noneMatch(other -> other.hypothesis().target().equals(one.target())))
                .map(one -> new Ranking.Ranked(
                        one, named.get().explains(), Optional.empty())) // the same wait, or none of it
                .stream();
        return Stream.concat(ranked.stream(), tied).toList();
    }

    /** What turns so many away. */
    Optional<Hypothesis> turningAway(Rejections rejections) {
        return TurnedAway.by(rejections, evidence, symptoms());
    }

    /** Ids of stations that are full because something behind them is. */
    Set<String> symptoms() {
        return ranked.stream()
                .filter(one -> one.symptomOf().isPresent())
                .map(one -> one.hypothesis().finding().limit().station())
                .collect(Collectors.toSet());
    }

    /** Of a load that is not ours, nothing binds only where no limit is to be named either. */
    Bound bound() {
        return bound;
    }

    /** The root that explains most; empty where none explains enough to be it. */
    Optional<Ranking.Ranked> root() {
        return rootBesides(Set.of());
    }

    /** The same of those that were not refuted. */
    Optional<Ranking.Ranked> rootBesides(Set<String> refuted) {
        return ranked.stream()
                .filter(one -> one.symptomOf().isEmpty()
                        && !isPassed(one)
                        && (!evidence.isObserved() || Ranking.matters(one, evidence))
                        && !refuted.contains(one.hypothesis().target()))
                .findFirst()
                .filter(one -> !(share(one) < TOO_LITTLE));
    }

    /** More is done than its workers can do: then others do its work as well, such as callers, and it is not known how many. */
    private boolean isPassed(Ranking.Ranked one) {
        return one.hypothesis()
                .finding()
                .terms()
                .map(Terms::ceiling)
                .filter(ceiling ->
                        evidence.served().value() > ceiling.value() * (1 + Terms.PASSED) + ceiling.knownError())
                .isPresent();
    }

    /** Known, and so plain that a window which did not settle changes nothing. */
    boolean isStrong(Ranking.Ranked root) {
        return share(root) >= Doubts.EXPLAINED && isOfAKind(root);
    }

    private static boolean isOfAKind(Ranking.Ranked root) {
        return root.hypothesis().finding().limit().kind() != LimitKind.UNKNOWN;
    }

    /** Whether it is of a kind, or where some users get nothing and the others as soon as one user, requests are there for much longer: else they only work there. */
    boolean isPlain(Ranking.Ranked root) {
        return isOfAKind(root)
                || !bound().isWithoutSome(evidence)
                || evidence.places().stream().filter(root.hypothesis().delays()).anyMatch(UnknownWaits::standsOut);
    }

    /** Share of R - R0, 0 to 1; NaN where R0 is not known. */
    double share(Ranking.Ranked one) {
        double longer = Waiting.delay(evidence);
        // a claim of failures, such as a timeout, delays no one
        return longer > 0 && one.hypothesis().finding().limit().kind() != LimitKind.TIMEOUT
                ? Math.min(1, one.explains() / longer)
                : Double.NaN;
    }
}

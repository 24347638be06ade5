package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Diagnosis.Standing;
import dev.headroom.core.model.Diagnosis.Verdict;
import dev.headroom.core.model.Intervention;
import dev.headroom.core.model.Intervention.Outcome;
import dev.headroom.core.model.Intervention.Phase;
import dev.headroom.core.model.Intervention.Subject;
import dev.headroom.core.model.Workload;
import dev.headroom.core.text.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Grades a diagnosis by what throughput did when limits were moved. */
final class Judgement {

    /** What the same load may differ from one window to another, as a ratio, before one of them was no lasting state. */
    private static final double OTHER_STATE = 1.5;

    private static final double HALF = 0.5;

    /** Relative step of throughput from which it is plain whether a move is answered, and what passes for no answer. */
    private static final double PLAIN_STEP = 0.15;

    private static final double STAYED = 0.05;

    private Judgement() {}

    static Diagnosis of(Evidence evidence, Diagnosis diagnosis, List<Intervention> moved) {
        if (moved.isEmpty()) {
            return diagnosis;
        }
        Verdicts verdicts = new Verdicts(evidence);
        return moved.stream()
                .filter(one -> one.outcome() == Outcome.FOLLOWED)
                .findFirst()
                .map(proof -> followed(proof, diagnosis, moved, verdicts))
                .orElseGet(() -> unfollowed(evidence, diagnosis, moved, verdicts));
    }

    private static Diagnosis followed(
            Intervention proof, Diagnosis diagnosis, List<Intervention> moved, Verdicts verdicts) {
        if (proof.move().subject() == Subject.OVERLOAD) {
            return diagnosis.judged(diagnosis.standing(), moved, words(proof));
        }
        if (proof.move().subject() == Subject.LOAD && diagnosis.verdict() == Verdict.UNKNOWN) {
            return verdicts.loadIsTheLimit().judged(Standing.PROVED, moved, words(proof));
        }
        return speaksOf(proof, diagnosis, verdicts)
                ? diagnosis.judged(Standing.PROVED, moved, words(proof))
                : rival(verdicts, proof)
                        .map(other -> other.judged(Standing.PROVED, moved, words(proof)))
                        .orElse(diagnosis.judged(Standing.SUSPECTED, moved, words(proof)));
    }

    private static Diagnosis unfollowed(
            Evidence evidence, Diagnosis diagnosis, List<Intervention> moved, Verdicts verdicts) {
        Optional<Phase> other = otherState(evidence, moved);
        if (other.isPresent()) {
            return verdicts.notSettled("the same load gave "
                            + Numbers.rate(other.get().predicted().value()) + " while it was counted, and "
                            + Numbers.rate(other.get().throughput().value()) + " afterwards")
                    .judged(Standing.SUSPECTED, moved, words(moved.getFirst()));
        }
        Optional<Intervention> went =
                moved.stream().filter(Judgement::wentWithTheLoad).findFirst();
        if (went.isPresent()) {
            return verdicts.untold("Throughput went with the load when that was moved, so what seemed to hold it"
                            + " back does not: a response takes longer than with one user for another reason.")
                    .judged(Standing.SUSPECTED, moved, words(went.get()));
        }
        if (diagnosis.verdict() == Verdict.UNKNOWN && moved.stream().anyMatch(Judgement::stayedUnderMoreLoad)) {
            return verdicts.root()
                    .map(verdicts::limit)
                    .orElseGet(verdicts::unknown)
                    .judged(Standing.SUSPECTED, moved, "More load brought no more, so something binds.");
        }
        List<Intervention> refuted =
                moved.stream().filter(Judgement::stayedThoughMoved).toList();
        Optional<Intervention> named = refuted.stream()
                .filter(one -> speaksOf(one, diagnosis, verdicts))
                .findFirst();
        if (named.isPresent()) {
            Set<String> targets =
                    refuted.stream().map(one -> one.move().target()).collect(Collectors.toSet());
            return verdicts.rootBesides(targets)
                    .map(verdicts::limit)
                    .orElseGet(verdicts::unknown)
                    .judged(Standing.SUSPECTED, moved, words(named.get()));
        }
        boolean against = moved.stream()
                .anyMatch(one -> one.outcome() == Outcome.NOT_FOLLOWED && speaksOf(one, diagnosis, verdicts));
        return diagnosis.judged(against ? Standing.SUSPECTED : diagnosis.standing(), moved, words(moved.getFirst()));
    }

    /**
     * Where nothing had been moved yet, and users who never leave got far more or less than in the window that was diagnosed, or all that they
     * ask for where they had not: that window was no lasting state, such as a start-up. The backlog of an open load has to fill again, so that
     * one tells nothing; nor does one of whose requests many failed, for these may have left work behind.
     */
    private static Optional<Phase> otherState(Evidence evidence, List<Intervention> moved) {
        boolean tells = evidence.workload().arrivals() instanceof Workload.Closed
                && evidence.workload().failedShare() <= Moves.FAILING;
        return moved.stream()
                .filter(one -> tells && one.outcome() == Outcome.BROKEN_OFF)
                .flatMap(one -> one.phases().stream().limit(1))
                .filter(first -> isOther(first, evidence.bound()))
                .findFirst();
    }

    private static boolean isOther(Phase first, Bound bound) {
        double now = first.throughput().value();
        double ratio = now / first.predicted().value();
        boolean reachesTheBoundOnlyNow = !bound.reached()
                && ratio > 1 + Bound.ALLOWANCE
                && bound.limit()
                        .filter(limit -> now >= limit.value() * (1 - Bound.ALLOWANCE))
                        .isPresent();
        double chance = first.throughput().knownError() + first.predicted().knownError();
        boolean far = Math.abs(now - first.predicted().value()) > chance;
        return far && (ratio > OTHER_STATE || ratio < 1 / OTHER_STATE) || reachesTheBoundOnlyNow;
    }

    private static boolean wentWithTheLoad(Intervention one) {
        return one.move().subject() == Subject.OVERLOAD
                && one.outcome() == Outcome.NOT_FOLLOWED
                && ofTheStep(one) > HALF;
    }

    private static boolean stayedUnderMoreLoad(Intervention one) {
        return one.move().subject() == Subject.LOAD
                && one.move().to() > one.move().from()
                && one.outcome() == Outcome.NOT_FOLLOWED
                && ofTheStep(one) < HALF;
    }

    /** A limit that throughput does not answer at all is not what holds it back, whatever it seemed to explain. */
    private static boolean stayedThoughMoved(Intervention one) {
        if (one.outcome() != Outcome.NOT_FOLLOWED || one.phases().size() < 2) {
            return false;
        }
        double before = one.phases().getFirst().throughput().value();
        return switch (one.move().subject()) {
            case CAPACITY, CORES ->
                Math.abs(one.move().predicted().value() / before - 1) >= PLAIN_STEP && Math.abs(grew(one)) <= STAYED;
            case LOAD, OVERLOAD -> false;
        };
    }

    /** How much of the load's step throughput went along: 1 where nothing binds, 0 where a limit does. */
    private static double ofTheStep(Intervention one) {
        return grew(one) / ((double) one.move().to() / one.move().from() - 1);
    }

    /** Throughput after the move, over that before it, less one. */
    private static double grew(Intervention one) {
        double a = one.phases().get(0).throughput().value();
        double b = one.phases().get(1).throughput().value();
        return b / a - 1;
    }

    /** By identity: a lock and a semaphore of one class bear the same name. */
    private static boolean speaksOf(Intervention moved, Diagnosis diagnosis, Verdicts verdicts) {
        return switch (moved.move().subject()) {
            case LOAD -> diagnosis.verdict() == Verdict.LOAD_IS_THE_LIMIT;
            case OVERLOAD -> false;
            case CAPACITY, CORES ->
                verdicts.named(diagnosis).filter(named -> isMoved(named, moved)).isPresent();
        };
    }

    private static Optional<Diagnosis> rival(Verdicts verdicts, Intervention moved) {
        return verdicts.ranked().stream()
                .filter(one -> isMoved(one, moved))
                .findFirst()
                .map(verdicts::limit);
    }

    private static boolean isMoved(Ranking.Ranked one, Intervention moved) {
        return one.hypothesis().target().equals(moved.move().target());
    }

    private static String words(Intervention moved) {
        if (moved.move().subject() == Subject.OVERLOAD && moved.outcome() == Outcome.FOLLOWED) {
            return "Supported: the load was raised from " + moved.move().from() + " to "
                    + moved.move().to() + ", and throughput stayed. This limit cannot be moved in a running JVM.";
        }
        String what = moved.move().name() + " was moved from " + moved.move().from() + " to "
                + moved.move().to();
        return switch (moved.outcome()) {
            case FOLLOWED -> "Proved: " + what + " while the load went on, and throughput did as predicted.";
            case NOT_FOLLOWED ->
                stayedThoughMoved(moved)
                        ? "Refuted: " + what + ", and throughput stayed, so it is not what binds."
                        : "Not proved: " + what + ", and throughput did something else than predicted.";
            case REFUSED, BROKEN_OFF -> "Not proved: " + moved.note();
        };
    }
}

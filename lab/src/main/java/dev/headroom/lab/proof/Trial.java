package dev.headroom.lab.proof;

import dev.headroom.core.model.Intervention.Move;
import dev.headroom.core.model.Intervention.Outcome;
import dev.headroom.core.model.Intervention.Phase;
import dev.headroom.core.model.Intervention.Subject;
import dev.headroom.core.model.Measure;
import dev.headroom.core.text.Numbers;
import java.util.List;
import java.util.Optional;

/**
 * What the windows of a move say. Throughput has to be where it was when the limit was found (A), do as predicted (B), and come back (A')
 * or do as predicted once more (C). A prediction that nothing could refute proves nothing: where chance reaches to what throughput would
 * be if the limit did not bind, or throughput is nearer to that, there is no outcome.
 */
final class Trial {

    /** Relative; what the laws promise of a limit that is moved. */
    private static final double TOLERANCE = 0.03;

    /** Relative; by more than this the state that was diagnosed is not the one that is tried. */
    private static final double SAME_STATE = 0.15;

    /** Error over throughput, from which nothing can be said of it. */
    private static final double UNEVEN = 0.4;

    private Trial() {}

    record Judged(Outcome outcome, String note) {}

    /**
     * @param diagnosed throughput when the limit was found
     * @param phases A and, where it is the state that was diagnosed, B and, where that did as predicted, the one after it
     */
    static Judged judge(Move move, Measure diagnosed, List<Phase> phases) {
        return otherState(diagnosed, phases.getFirst())
                .map(why -> new Judged(Outcome.BROKEN_OFF, why))
                .orElseGet(() -> judge(move, phases));
    }

    /** Whether nothing more is to be measured: what was diagnosed is not there, or it is refuted. */
    static boolean isOver(Measure diagnosed, List<Phase> phases) {
        return phases.size() == 1
                ? otherState(diagnosed, phases.getFirst()).isPresent()
                : !asPredicted(phases.getLast());
    }

    static Judged judge(Move move, List<Phase> phases) {
        Phase b = phases.get(1);
        double otherwise = ifNotTheLimit(move, phases.getFirst().throughput().value());
        double step = Math.abs(b.predicted().value() - otherwise);
        for (Phase phase : phases.subList(1, phases.size())) {
            if (!asPredicted(phase)) {
                return new Judged(Outcome.NOT_FOLLOWED, off(phase));
            }
            if (tolerance(phase) >= step || deviation(phase) > step / 2) {
                return new Judged(
                        Outcome.BROKEN_OFF,
                        "too few answers, or too uneven: in " + phase.name() + ", "
                                + Numbers.rate(phase.predicted().value()) + " could not be told from "
                                + Numbers.rate(
                                        phase == b ? otherwise : b.predicted().value())
                                + ", which is expected if this is not the limit");
            }
        }
        return new Judged(Outcome.FOLLOWED, "");
    }

    /** Says why A is not the state that was diagnosed, or too uneven to be moved from; empty where it is. */
    static Optional<String> otherState(Measure diagnosed, Phase a) {
        Measure now = a.throughput();
        if (!sameState(diagnosed, now)) {
            return Optional.of("the same load gave " + Numbers.rate(now.value()) + " now, and "
                    + Numbers.rate(diagnosed.value()) + " when it was counted: it is not the same state");
        }
        return now.knownError() > UNEVEN * now.value()
                ? Optional.of("too few answers, or too uneven: " + Numbers.rate(now.value()) + " give or take "
                        + Numbers.of(now.error()))
                : Optional.empty();
    }

    static boolean sameState(Measure diagnosed, Measure now) {
        double chance = diagnosed.knownError() + now.knownError();
        return Math.abs(now.value() - diagnosed.value()) <= Math.max(SAME_STATE * diagnosed.value(), chance);
    }

    /** Throughput in B if something else is the limit: as in A; with more load and no limit, as much more. */
    private static double ifNotTheLimit(Move move, double a) {
        return move.subject() == Subject.OVERLOAD ? a * move.to() / move.from() : a;
    }

    static boolean asPredicted(Phase phase) {
        return deviation(phase) <= tolerance(phase);
    }

    private static double deviation(Phase phase) {
        return Math.abs(phase.throughput().value() - phase.predicted().value());
    }

    private static double tolerance(Phase phase) {
        double both =
                Math.hypot(phase.throughput().knownError(), phase.predicted().knownError());
        return Math.max(TOLERANCE * phase.predicted().value(), both);
    }

    private static String off(Phase phase) {
        return "in " + phase.name() + " " + Numbers.rate(phase.predicted().value()) + " were predicted, and "
                + Numbers.rate(phase.throughput().value()) + " measured";
    }
}

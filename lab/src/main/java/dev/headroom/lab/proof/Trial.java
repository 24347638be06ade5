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
 * or do as predicted once more (C). A prediction that nothing could refute proves nothing: where B is no further from what it would be if the
 * limit did not bind than chance allows, there is no outcome.
 */
final class Trial {

    /** Relative; what the laws promise of a limit that is moved. */
    private static final double TOLERANCE = 0.03;

    /** Relative; by more than this the state that was diagnosed is not the one that is tried. */
    private static final double SAME_STATE = 0.15;

    private Trial() {}

    record Judged(Outcome outcome, String note) {}

    /** @param diagnosed throughput of the load that counted */
    static Judged judge(Move move, Measure diagnosed, List<Phase> phases) {
        Phase a = phases.get(0);
        Phase b = phases.get(1);
        Phase last = phases.get(2);
        Optional<String> elsewhere = otherState(diagnosed, a);
        if (elsewhere.isPresent()) {
            return new Judged(Outcome.BROKEN_OFF, elsewhere.get());
        }
        double otherwise =
                ifNotTheLimit(move, a.throughput().value(), b.predicted().value());
        if (!asPredicted(b)) {
            return new Judged(Outcome.NOT_FOLLOWED, off(b));
        }
        if (Math.abs(b.predicted().value() - otherwise) <= tolerance(b)) {
            return new Judged(
                    Outcome.BROKEN_OFF,
                    "too few answers, or too uneven: what was predicted for B could not be told from "
                            + Numbers.rate(otherwise) + ", which is expected if this is not the limit");
        }
        return asPredicted(last) ? new Judged(Outcome.FOLLOWED, "") : new Judged(Outcome.NOT_FOLLOWED, off(last));
    }

    /** Says why A is not the state that was diagnosed; empty where it is. */
    static Optional<String> otherState(Measure diagnosed, Phase a) {
        return sameState(diagnosed, a.throughput())
                ? Optional.empty()
                : Optional.of(
                        "the same load gave " + Numbers.rate(a.throughput().value()) + " now, and "
                                + Numbers.rate(diagnosed.value()) + " when it was counted: it is not the same state");
    }

    static boolean sameState(Measure diagnosed, Measure now) {
        double chance = known(diagnosed.error()) + known(now.error());
        return Math.abs(now.value() - diagnosed.value()) <= Math.max(SAME_STATE * diagnosed.value(), chance);
    }

    /** Throughput in B if something else is the limit: as in A; with more load and no limit, as much more. */
    private static double ifNotTheLimit(Move move, double a, double predicted) {
        boolean stays = Math.abs(predicted - a) <= TOLERANCE * a;
        return move.subject() == Subject.LOAD && stays ? a * move.to() / move.from() : a;
    }

    private static boolean asPredicted(Phase phase) {
        return Math.abs(phase.throughput().value() - phase.predicted().value()) <= tolerance(phase);
    }

    private static double tolerance(Phase phase) {
        double both = Math.hypot(
                known(phase.throughput().error()), known(phase.predicted().error()));
        return Math.max(TOLERANCE * phase.predicted().value(), both);
    }

    private static String off(Phase phase) {
        return "in " + phase.name() + " " + Numbers.rate(phase.predicted().value()) + " were predicted, and "
                + Numbers.rate(phase.throughput().value()) + " measured";
    }

    private static double known(double error) {
        return Double.isFinite(error) ? error : 0;
    }
}

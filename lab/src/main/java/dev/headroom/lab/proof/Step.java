package dev.headroom.lab.proof;

import dev.headroom.core.model.Intervention.Move;
import dev.headroom.core.model.Intervention.Phase;
import dev.headroom.core.model.Intervention.Subject;
import dev.headroom.core.model.Measure;
import java.util.List;

/**
 * One window of a move: throughput as it was found (A), with the limit moved (B), and back (A'); or, where it does not come back under load,
 * moved as far once more (C).
 *
 * @param setting of what is moved
 * @param share of what A gives that the laws expect here
 */
record Step(String name, int setting, double share) {

    /** Where the limit is as it was. */
    static final String BACK = "A'";

    /** @param diagnosed throughput of the load that counted */
    static List<Step> of(Move move, double diagnosed) {
        double moved = move.predicted().value() / diagnosed;
        return List.of(
                new Step("A", move.from(), 1),
                new Step("B", move.to(), moved),
                move.comesBack() || move.subject() != Subject.CAPACITY
                        ? new Step(BACK, move.from(), 1)
                        : new Step("C", 2 * move.to() - move.from(), 2 * moved - 1));
    }

    /** Throughput to be expected here after those phases: in A what was diagnosed. */
    Measure predicted(Move move, Measure diagnosed, List<Phase> before) {
        return before.isEmpty() ? diagnosed : predicted(before.getFirst().throughput(), move.predicted());
    }

    /** As unsure as what A gave and as the laws. */
    Measure predicted(Measure a, Measure law) {
        double ofLaw = share == 1 ? 0 : law.error() / law.value() * share * a.value();
        return new Measure(share * a.value(), Math.hypot(ofLaw, share * a.error()), law.source());
    }
}

package dev.headroom.core.rules;

import dev.headroom.core.bounds.HoldAndWait;
import dev.headroom.core.bounds.MutualExclusion;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.observation.Observation;
import java.util.Optional;
import java.util.stream.Stream;

/** What to look at, or to lift as well, before a limit is raised. */
public final class BeforeRaise {

    private BeforeRaise() {}

    /** The remedy with that before it; as it is where it raises nothing. */
    public static Remedy first(Remedy raise, Hypothesis claim, Evidence evidence) {
        if (raise.value().isEmpty()) {
            return raise;
        }
        Finding finding = claim.finding();
        Observation seen = evidence.observation();
        return Stream.of(
                        HoldAndWait.before(finding.limit(), raise.value().getAsDouble(), seen),
                        RoomBehind.before(claim, evidence),
                        MutualExclusion.before(
                                claim.target(), Math.max(1, claim.shares().size()), seen),
                        Tie.in(finding.next(), evidence).map(Tie::first))
                .flatMap(Optional::stream)
                .reduce(raise, Remedy::after, (one, other) -> other);
    }
}

package dev.headroom.core.rules;

import dev.headroom.core.bounds.HoldAndWait;
import dev.headroom.core.bounds.MutualExclusion;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;

/** What to look at, or to lift as well, before a limit is raised. */
public final class BeforeRaise {

    private BeforeRaise() {}

    public static Remedy first(Remedy raise, Hypothesis claim, Evidence evidence) {
        Remedy held = HoldAndWait.first(raise, claim.finding().limit(), evidence.observation());
        Remedy behind = RoomBehind.first(held, claim, evidence);
        int alike = Math.max(1, claim.shares().size());
        Remedy alone = MutualExclusion.first(behind, claim.target(), alike, evidence.observation());
        return Tie.first(alone, claim.finding(), evidence);
    }
}

package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.statistics.Share;
import dev.headroom.core.text.Numbers;
import java.util.Map;
import java.util.Optional;

/**
 * What the holders of a limit wait for outside of this process, of which nobody has seen whether it takes more at once: that was never seen without the load, and may have other callers. Where p of
 * S passes there and the rest of S does not depend on m, the elasticity of X to m lies between 1 - p, where it gives no more than now, and 1. Moved in one process alone
 * the elasticity may be 1 for what that process takes from the others; moved in all of them it is between 1 - p and 1 again.
 *
 * @param target {@code host:port} at which most of that passes
 * @param share p, 0 to 1
 */
public record RoomBehind(String target, double share) {

    /** Empty where S hardly depends on it, and where one user showed what it takes for each. */
    public static Optional<RoomBehind> unknown(Hypothesis claim, Evidence evidence) {
        Map<String, Double> there = claim.downstreams();
        double share = there.values().stream().mapToDouble(Double::doubleValue).sum() / claim.busy();
        return there.entrySet().stream()
                .filter(most -> evidence.isObserved() && share > Share.SAME)
                .max(Map.Entry.comparingByValue())
                .map(most -> new RoomBehind(most.getKey(), Math.min(1, share)));
    }

    public String words() {
        return "Whoever holds it waits for " + target + " " + Numbers.percent(share)
                + " of the time, and whether that takes more at once was not seen: other processes may share it, and a"
                + " raise in one of them may gain what the others lose.";
    }

    /** The remedy, with what to look at before the limit is raised. */
    public static Remedy first(Remedy remedy, Hypothesis claim, Evidence evidence) {
        return unknown(claim, evidence)
                .filter(behind -> remedy.value().isPresent())
                .map(behind -> remedy.after(
                        "See first that " + behind.target + " has room for what all that call it would ask of it."))
                .orElse(remedy);
    }
}

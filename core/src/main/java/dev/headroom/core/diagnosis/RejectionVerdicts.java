package dev.headroom.core.diagnosis;

import dev.headroom.core.bounds.Rejections;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.rules.TurnedAway;
import dev.headroom.core.text.Numbers;
import java.util.Optional;

/** What is said where requests are turned away, or may be: no place shows it, for nobody waits. */
record RejectionVerdicts(Verdicts verdicts, Evidence evidence) {

    /**
     * Whether what turns requests away is told before what keeps others waiting: not where hardly any are turned away, and the others wait for something else.
     *
     * @param waits whether a response is longer than with one user, or nobody knows
     */
    boolean comeFirst(Rejections rejections, boolean waits) {
        Optional<Ranking.Ranked> root = verdicts.roots().root().filter(one -> waits);
        return verdicts.roots()
                .turningAway(rejections)
                .filter(by -> rejections.share() > Doubts.TURNED_AWAY
                        || root.isEmpty()
                        || by.target().equals(root.get().hypothesis().target()))
                .isPresent();
    }

    /** What turns requests away delays no one: that it explains nothing of R is no doubt of it, and no evidence for it either. */
    Diagnosis turnedAway(Rejections rejections) {
        return verdicts.roots()
                .turningAway(rejections)
                .map(verdicts::limit)
                .orElseGet(() -> verdicts.nothingNamed("What binds is not known: " + rejections.words(evidence)
                                + " Nothing that is seen to serve requests is all taken.")
                        .build());
    }

    /** Nobody waits, and many fail: what would turn away as many is suspected of it. */
    Diagnosis mayTurnAway(Rejections rejections) {
        return verdicts.roots()
                .turningAway(rejections)
                .filter(by -> evidence.observation()
                        .resource(by.target())
                        .filter(TurnedAway::changesHands)
                        .isPresent())
                .map(by -> verdicts.limit(by).toBuilder()
                        .standing(Standing.SUSPECTED)
                        .build())
                .orElseGet(() -> verdicts.nothingNamed(
                                "Whether anything binds cannot be told from here: hardly any request waits, but "
                                        + rejections.words(evidence) + " See why they fail.")
                        .build());
    }

    /** Nobody waits for it, and of a load that is not ours it is not seen what becomes of who finds nothing free. */
    Diagnosis allTaken(Station resource) {
        return verdicts.nothingNamed("Whether anything binds cannot be told from here: nobody waits, but "
                        + resource.name()
                        + " is all taken ("
                        + Numbers.of(resource.maximum().orElse(0))
                        + "), and who finds nothing free may be turned away at once."
                        + (evidence.workload().tellsFailures() ? "" : " Whether answers are good is not counted."))
                .build();
    }
}

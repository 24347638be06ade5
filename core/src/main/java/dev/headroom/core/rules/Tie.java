package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis.NextLimit;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.Optional;

/**
 * A limit right behind what binds, such as ten connections that ten workers hold: all of it is taken though nobody waits for it, since no more are let in. X is at
 * most the lower of both ceilings, so that a raise of one of them alone gains next to nothing.
 *
 * @param other whose ceiling throughput has as good as reached
 */
public record Tie(NextLimit other) {

    /** Of a bound (0 to 1) only so much is reached with another limit near (Lazowska 1984, chapter 5). */
    public static final double KNEE = Thresholds.NEARLY_ALL;

    /** Empty where what comes next is further away, or was passed and so is none, or is the processor, of which a request does not take the same at any rate. */
    public static Optional<Tie> in(Optional<NextLimit> next, Evidence evidence) {
        return next.filter(one -> one.limit().kind() != LimitKind.CPU)
                .filter(one -> evidence.observation()
                        .resource(one.limit().station())
                        .filter(resource -> isOfAllRequests(resource, evidence))
                        .isEmpty())
                .filter(one -> !isBeyond(one, evidence) && one.ceiling().perSecond() >= KNEE * evidence.throughput())
                .map(Tie::new);
    }

    /** As connections of users, or permits that let them in: their number does not grow with throughput. */
    private static boolean isOfAllRequests(Station resource, Evidence evidence) {
        return resource.active() >= Thresholds.NEARLY_ALL * evidence.workload().inFlight();
    }

    /** Whether throughput may come up to there. */
    static boolean isBeyond(NextLimit next, Evidence evidence) {
        return KNEE * next.ceiling().perSecond() > evidence.throughput();
    }

    /** The claim of the other, which keeps nobody waiting. */
    public Optional<Hypothesis> claim(Evidence evidence) {
        String id = other.limit().station();
        return evidence.observation()
                .resource(id)
                .map(resource -> FullResources.hypothesis(resource, evidence))
                .or(() -> evidence.structure().pool(id).map(pool -> FullPools.hypothesis(pool, evidence)));
    }

    public String words() {
        return carries() + ", so that more of what binds gains next to nothing without more of that.";
    }

    /** What to do before the limit is raised that this is behind. */
    String first() {
        return carries() + ": lift it as well.";
    }

    private String carries() {
        return other.limit().pool() + " carries no more than "
                + Numbers.rate(other.ceiling().perSecond());
    }
}

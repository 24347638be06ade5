package dev.headroom.core.rules;

import static dev.headroom.core.statistics.Thresholds.ALL;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.laws.Ceiling;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis.NextLimit;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.observation.Observation.Hang;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Capacity lost to calls that never return. Of m workers h hang, so the ceiling is (m - h) / (V S), while it would be m /
 * (V S) with all of them. They are the limit, and not the size of the pool, where all m would carry the load, or where
 * so many hang that the pool is another one.
 */
public final class HungWorkers {

    /** Lost workers, over m, that are the matter whatever else holds. */
    private static final double MATERIAL = Thresholds.QUARTER;

    /** Fewer lost workers than this, over m, are no cause of a queue. */
    private static final double SLIGHT = Thresholds.LOSS;

    /** The whole pool carries a load that exceeds its ceiling by less than this, relative: both carry an error. */
    private static final double NEARLY = 1 + Thresholds.SLIGHT;

    private HungWorkers() {}

    /** @param pool saturated, as it is without the workers that hang */
    static Optional<Finding> in(Station pool, Evidence evidence) {
        Optional<Hang> hang = evidence.stuck().largest(pool.name());
        if (hang.isEmpty() || pool.maximum().isEmpty()) {
            return Optional.empty();
        }
        int lost = evidence.stuck().count(pool.name());
        int left = pool.maximum().getAsInt();
        double share = (double) lost / (left + lost);
        Optional<Terms> terms = Terms.of(pool, evidence);
        boolean cause = share >= MATERIAL
                || share >= SLIGHT
                        && terms.filter(its -> evidence.wanted(its.unloaded(pool, evidence))
                                        <= NEARLY * whole(its, left + lost))
                                .isPresent();
        return hang.filter(its -> cause).map(its -> finding(pool, its, evidence));
    }

    /** A pool of which nothing is left serves no one: then nothing else can be measured. */
    public static Optional<Finding> nothingLeft(Evidence evidence) {
        return evidence.observation().pools().stream()
                .filter(pool -> pool.maximum().isPresent())
                .filter(pool -> pool.kind() == StationKind.SERVLET_WORKERS
                        || pool.kind() == StationKind.EVENT_LOOPS
                        || evidence.chain().pools().contains(pool))
                .filter(pool -> {
                    int lost = evidence.stuck().count(pool.name());
                    return lost > 0 && lost >= ALL * (lost + pool.maximum().getAsInt());
                })
                .findFirst()
                .flatMap(pool -> evidence.stuck().largest(pool.name()).map(hang -> finding(pool, hang, evidence)));
    }

    /** What a hang is, for a reader. */
    public static String words(Hang hang, Evidence evidence) {
        Optional<Station> pool = evidence.structure().pool(hang.pool());
        String workers = pool.map(Naming::workers).orElse(hang.pool() + " workers");
        String of = pool.filter(one -> one.maximum().isPresent())
                .map(one ->
                        " of " + (one.maximum().getAsInt() + evidence.stuck().count(hang.pool())))
                .orElse("");
        String seen = Numbers.seconds(Times.seconds(hang.atLeast()));
        return hang.workers() + of + " " + workers + (hang.mayEnd() ? " stand in " : " hang in ") + hang.frame()
                + ", waiting for " + hang.target()
                + (hang.mayEnd()
                        ? " (seen so for " + seen + "; whether a timeout ends it was not seen)"
                        : " without a timeout (seen so for " + seen + ")");
    }

    private static Finding finding(Station pool, Hang hang, Evidence evidence) {
        Optional<Terms> terms = Terms.of(pool, evidence);
        int lost = evidence.stuck().count(pool.name());
        int left = pool.maximum().orElse(0);
        Limit limit = new Limit(LimitKind.HUNG_WORKERS, pool.name(), OptionalInt.of(left));
        Limit full = pool.limit(left + lost);
        return new Finding(
                limit,
                Optional.of(pool),
                terms,
                Optional.of(remedy(pool, hang, lost, terms)),
                terms.map(its -> new NextLimit(full, Rate.perSecond(whole(its, left + lost)))),
                words(hang, evidence) + (hang.mayEnd() ? ": " : ", and will not come back: ")
                        + terms.map(its -> LimitSentences.left(pool, its, evidence) + "; all " + (left + lost)
                                        + " would give " + Numbers.of(whole(its, left + lost)))
                                .orElse(left + " are left, and "
                                        + Numbers.of(evidence.served().value()) + " requests/s were served")
                        + ".",
                List.of());
    }

    private static Remedy remedy(Station pool, Hang hang, int lost, Optional<Terms> terms) {
        return Remedy.of(
                hang.mayEnd()
                        ? "Find out why " + hang.target() + " does not answer. Where the call in " + hang.frame()
                                + " has no timeout set one, and one on the whole request."
                        : "Set a connect and a read timeout on the call to " + hang.target() + " in " + hang.frame()
                                + ", and one on the whole request; restart the service to get the " + lost + " "
                                + Naming.workers(pool) + " back.",
                "Little: calls that hang at a rate of h per second hold h x timeout workers in place of ever more"
                        + terms.map(its -> "; a task that is well takes "
                                        + its.held()
                                        + ", so a timeout of a few times that cuts off none of those.")
                                .orElse("."));
    }

    private static double whole(Terms terms, int workers) {
        return Ceiling.of(workers, terms.visits().value(), terms.holdingTime().value());
    }
}

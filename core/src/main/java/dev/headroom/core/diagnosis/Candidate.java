package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.observation.Adjustable;
import java.util.List;
import java.util.Optional;

/**
 * A limit that may bind, as its proof needs it.
 *
 * @param target name of a pool or id of a resource; {@code cpu} for the processor
 * @param limit as it is named
 * @param setter how it is set; empty where it cannot be
 * @param shares how each of those is set that are this limit together, such as a pool for each shard; empty where it is one
 * @param occupier how some of it is kept busy; empty where it cannot be
 * @param callers of another process, where their number can be set; empty otherwise
 * @param lost of its capacity, what is in use for good
 * @param room throughput that it may come to when raised, over what it is: up to the next limit that is known; 1 where there is none
 * @param explains seconds that requests wait for it
 * @param explained the same over all that they wait, 0 to 1; NaN where that is not known
 * @param used of its capacity, 0 to 1
 * @param symptom whether its holders wait for another that is full
 */
public record Candidate(
        String target,
        Limit limit,
        Optional<Adjustable> setter,
        List<Adjustable> shares,
        Optional<Adjustable> occupier,
        Optional<Callers> callers,
        int lost,
        double room,
        double explains,
        double explained,
        double used,
        boolean symptom) {

    /**
     * Workers, or holders of a resource, of which most call another process.
     *
     * @param lever by which their number is set
     * @param busy of them, on average
     * @param calling of these
     */
    public record Callers(Adjustable lever, double busy, double calling) {}

    /** Whether it, or a share of it, lets one past at a time; a rate of one a second keeps nobody out. */
    public boolean excludes() {
        return limit.kind() != LimitKind.RATE_LIMITER
                && (working() == 1 || shares.stream().anyMatch(share -> share.capacity() == 1));
    }

    public int working() {
        return Math.max(1, setter.or(() -> occupier).map(Adjustable::capacity).orElse(1) - lost);
    }
}

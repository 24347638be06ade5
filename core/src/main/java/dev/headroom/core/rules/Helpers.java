package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.observation.Observation.Call;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.Optional;

/**
 * Callers that do the work of a fork-join pool while they wait for it, as a parallel stream's caller does: it runs one of
 * its own pieces and, while it finds some, more. They show as workers of the calling pool in the same downstream's calls
 * as the pool's own, while most of their fellows wait for the pool.
 *
 * @param workers mean number of callers at such work
 * @param call the downstream's calls, of workers and callers together
 */
record Helpers(double workers, Call call) {

    /** Fewer than half a worker is no help to speak of. */
    private static final double LEAST = Thresholds.ODD_ONE;

    static Optional<Helpers> of(Station pool, Evidence evidence) {
        Optional<Call> call = evidence.structure()
                .downstream(pool)
                .flatMap(evidence.structure()::call)
                .filter(one -> one.rate().perSecond() > 0);
        if (pool.kind() != StationKind.FORK_JOIN || call.isEmpty()) {
            return Optional.empty();
        }
        String target = call.get().target();
        double helping = evidence.chain().links().stream()
                .filter(link -> link.callee().equals(pool) && !link.asynchronous())
                .mapToDouble(link -> link.caller().calling(target))
                .sum();
        return Optional.of(new Helpers(helping, call.get())).filter(helpers -> helpers.workers >= LEAST);
    }

    /** How m is counted. */
    String words(Station pool) {
        return "m counts the " + pool.maximum().orElse(0) + " " + Naming.workers(pool) + " and "
                + Numbers.count(workers)
                + " callers on average that run tasks themselves while they wait, as the caller of"
                + " a parallel stream does; a call is the task.";
    }
}

package dev.headroom.core.diagnosis;

import dev.headroom.core.evidence.AlwaysAtWork;
import dev.headroom.core.evidence.AsyncDispatch;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.statistics.Thresholds;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Threads of which as many are at work in every look as answers come at a time: two counts that have nothing to do with each other, one of stacks and one of answers. They begin a wait for each answer at least. The
 * kernel, which counts where the JVM was not asked, counts more of them: who is woken a little early waits once more for the rest.
 */
final class PacingThreads {

    /** Of one wait for each answer, what a count may miss. */
    private static final double MISSED = Thresholds.TENTH;

    private PacingThreads() {}

    /** Those of one pool; empty where several would do, and of one at a time, as any single thread is. */
    static Optional<Station> of(int batch, Evidence evidence) {
        Observation seen = evidence.measured().observation(); // with those that do not seem to serve requests
        double answers = evidence.throughput() * evidence.window();
        List<Station> found = mayServe(seen, evidence)
                .filter(pool -> AlwaysAtWork.in(pool, seen).equals(OptionalInt.of(batch)))
                .filter(pool -> pool.waitsBegun().orElse(0) >= (1 - MISSED) * answers)
                .toList();
        return found.size() == 1 && batch > 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }

    /** Whether those that are let past may be others, since several threads of a pool are at work in every look, and not as many. */
    static boolean mayBeOthers(int batch, Evidence evidence) {
        return mayServe(evidence.observation(), evidence)
                .flatMapToInt(pool -> AlwaysAtWork.in(pool, evidence.observation()).stream())
                .anyMatch(busy -> busy > 1 && busy != batch);
    }

    /** Pools to which requests may have been handed over, and whose threads do not stand as they do without. */
    private static Stream<Station> mayServe(Observation seen, Evidence evidence) {
        return seen.pools().stream()
                .filter(pool -> AsyncDispatch.mayHide(pool)
                        && !evidence.structure().isEntry(pool)
                        && !StandsAlike.withOneUser(pool, evidence));
    }
}

package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Activity;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Observation.Processor;
import dev.headroom.core.model.Pool;
import dev.headroom.core.text.Numbers;
import java.util.Comparator;
import java.util.Optional;

/**
 * Limits that are no pools. They show as correlation only, so they are suspected at most. A processor or a lock binds
 * also where a pool is full, when the pool's workers mostly wait for that: the pool is then full because of it.
 */
final class OtherLimits {

    /** Cores used by the service, over those available, from which the processor is taken for full. */
    private static final double BUSY_CORES = 0.9;

    /** With threads waiting for a core as long as they run, fewer used cores tell as much: others use the rest. */
    private static final double CONTENDED_CORES = 0.6;

    private static final double CONTENDED_DELAY = 1;

    /** Share of the window spent in collection pauses that leaves no doubt. */
    private static final double PAUSED = 0.2;

    private static final double MOSTLY = 0.5;

    private OtherLimits() {}

    record Found(Limit limit, String summary, String remedy) {}

    /** What keeps the workers of a saturated pool, if it is neither a task's own time nor a downstream. */
    static Optional<Found> behind(Pool pool, Evidence evidence) {
        double running = share(pool, Activity.RUNNING);
        if (running >= MOSTLY && processorFull(evidence)) {
            return Optional.of(processor(evidence));
        }
        if (share(pool, Activity.AWAITING_LOCK) >= MOSTLY) {
            return Optional.of(held(pool, Activity.AWAITING_LOCK, LimitKind.LOCK, "a lock", "Hold the lock for less."));
        }
        if (share(pool, Activity.AWAITING_CONNECTION) >= MOSTLY) {
            return Optional.of(held(
                    pool,
                    Activity.AWAITING_CONNECTION,
                    LimitKind.CONNECTION_POOL,
                    "a connection",
                    "Raise the maximum of the connection pool."));
        }
        return Optional.empty();
    }

    /** What holds an overloaded service in which no pool is saturated. */
    static Optional<Found> withoutPool(Evidence evidence) {
        if (evidence.observation().processor().gcPauseShare() >= PAUSED) {
            return Optional.of(new Found(
                    Naming.limit(LimitKind.GC, "gc"),
                    "The service spends "
                            + Numbers.percent(evidence.observation().processor().gcPauseShare())
                            + " of its time in garbage collection pauses.",
                    "Give it more memory, or allocate less."));
        }
        return processorFull(evidence) ? Optional.of(processor(evidence)) : Optional.empty();
    }

    static boolean processorFull(Evidence evidence) {
        Processor processor = evidence.observation().processor();
        double cores = Math.max(1, processor.available());
        boolean contended = processor.runQueueDelay().orElse(0) >= CONTENDED_DELAY
                && processor.service() >= CONTENDED_CORES * cores;
        return processor.service() >= BUSY_CORES * cores || contended;
    }

    private static Found processor(Evidence evidence) {
        Processor processor = evidence.observation().processor();
        return new Found(
                Naming.limit(LimitKind.CPU, "cpu"),
                "The processor is full: the service uses " + Numbers.of(processor.service()) + " of "
                        + processor.available() + " cores at " + Numbers.of(evidence.throughput()) + " requests/s.",
                "Use less processor time per request, or more cores; more threads would only wait for them.");
    }

    private static Found held(Pool pool, Activity activity, LimitKind kind, String what, String remedy) {
        String name = pool.waits().stream()
                .filter(wait -> wait.activity() == activity)
                .max(Comparator.comparingDouble(Pool.Wait::workers))
                .map(Pool.Wait::target)
                .orElse("unknown");
        return new Found(
                Naming.limit(kind, name),
                Numbers.percent(share(pool, activity)) + " of the busy " + Naming.workers(pool) + " wait for " + what
                        + " (" + name + ").",
                remedy);
    }

    private static double share(Pool pool, Activity activity) {
        return pool.active() > 0 ? pool.activities().getOrDefault(activity, 0.0) / pool.active() : 0;
    }
}

package dev.headroom.core.conservation;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation.Processor;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Thresholds;

/**
 * Requests whose threads are runnable. Such a thread runs or waits for a core, as the kernel's accounts of the whole process divide it: no more run than it
 * uses of the cores. Virtual threads beyond that wait for a carrier; other threads beyond that, beside
 * cores that are free, stand in native code, which the JVM takes for running, and wait there.
 *
 * @param running requests that are computed
 * @param ready requests that wait for a core or a carrier
 * @param standing requests that wait in native code
 */
record RunnableThreads(double running, double ready, double standing) {

    /** Of threads that are runnable (0 to 1), those that run or wait for a core, below which the rest do neither: a hypervisor takes cores unseen. */
    private static final double ACCOUNTED = Thresholds.HALF;

    /** Of the cores (0 to 1), used by all processes: with fewer, a thread that could run finds one that is free. */
    private static final double FULL = Thresholds.NEARLY_ALL;

    static RunnableThreads of(Station pool, double requests, Processor processor) {
        double runnable = pool.doing(Activity.RUNNING);
        double carried = runnable > 0 ? Math.min(1, processor.runnable() / runnable) : 1;
        double delay = processor.runQueueDelay().orElse(0);
        if (pool.kind() == StationKind.VIRTUAL_THREADS) {
            double running = requests * carried / (1 + delay);
            return new RunnableThreads(running, requests - running, 0);
        }
        boolean stands = findCores(processor) && carried < ACCOUNTED && (1 - carried) * runnable >= Waiting.FEWEST;
        double standing = stands ? requests * (1 - carried) : 0;
        double running = (requests - standing) / (1 + delay);
        return new RunnableThreads(running, requests - standing - running, standing);
    }

    /** Whether a thread that could run finds a core that is free, by all that the kernel tells. */
    static boolean findCores(Processor processor) {
        return processor.machine() > 0
                && processor.machine() < FULL * processor.available()
                && processor.runQueueDelay().isPresent();
    }
}

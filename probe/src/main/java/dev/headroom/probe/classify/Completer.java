package dev.headroom.probe.classify;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A pool whose workers run what is waited for.
 *
 * @param frame by which that was told
 * @param busy workers that do so
 * @param room whether one of its workers is idle as a rule
 */
record Completer(String pool, String frame, double busy, boolean room) {

    /** Busy workers over the most of any of them (0 to 1), up to which a pool is not what they wait for. */
    private static final double FEW = 0.1;

    /**
     * Which share of those who wait (0 to 1) waits for which of them: each busy worker has one who waits for it, and the others queue where no worker is idle, if there is
     * such a pool.
     */
    static Map<Completer, Double> shares(double waiters, List<Completer> all) {
        double most = all.stream().mapToDouble(Completer::busy).max().orElse(0);
        List<Completer> runners =
                all.stream().filter(one -> one.busy > FEW * most).toList();
        double busy = runners.stream().mapToDouble(Completer::busy).sum();
        double full = runners.stream()
                .filter(one -> !one.room)
                .mapToDouble(Completer::busy)
                .sum();
        double queued = full > 0 ? Math.max(0, waiters - busy) : 0;
        return runners.stream()
                .collect(Collectors.toMap(
                        Function.identity(),
                        one -> (one.busy + (one.room ? 0 : queued * one.busy / full)) / (busy + queued)));
    }
}

package dev.headroom.probe.watch;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation.Processor;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshot.PoolLook;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells threads that wait inside a call of the operating system or of a native library, for a client that takes its answer slowly, a disk or a lock that is not the JVM's, from those that run:
 * their state and their stacks are the same. No more threads run, or wait for a core, than the kernel accounts for: U (1 + d), with U the cores that
 * the process used and d the time that its threads waited for one over the time that they ran. What is above that waits.
 */
final class SystemCalls {

    /** Threads above what the kernel accounts for: fewer are the chance of sampling. */
    private static final double LEAST = 0.5;

    private final Map<Stack, Stack> waiting = new HashMap<>();
    private final double share;

    private SystemCalls(double share) {
        this.share = share;
    }

    /** The looks with those that wait told apart; the same where nobody does, or nothing accounts for them. */
    static List<Snapshot> apart(List<Snapshot> looks, Window window, Processor processor) {
        if (processor.runQueueDelay().isEmpty()) {
            return looks;
        }
        double calling = OverTime.mean(looks, window, SystemCalls::calling);
        double running = OverTime.mean(looks, window, SystemCalls::running);
        double waits = Math.min(calling, running - processor.runnable());
        return waits < LEAST ? looks : new SystemCalls(waits / calling).apart(looks);
    }

    private static double calling(Snapshot look) {
        return look.pools().stream()
                .mapToDouble(pool -> Stack.weight(pool.stacks(), Stack::isInSystemCall))
                .sum();
    }

    /** A virtual thread that is ready and has no carrier looks as if it ran. */
    private static double running(Snapshot look) {
        return look.pools().stream()
                .filter(pool -> pool.kind() != StationKind.VIRTUAL_THREADS)
                .mapToDouble(pool -> pool.activities().getOrDefault(Activity.RUNNING, 0.0))
                .sum();
    }

    private List<Snapshot> apart(List<Snapshot> looks) {
        return looks.stream()
                .map(look -> look.with(look.pools().stream().map(this::apart).toList()))
                .toList();
    }

    private PoolLook apart(PoolLook pool) {
        if (pool.kind() == StationKind.VIRTUAL_THREADS
                || pool.stacks().keySet().stream().noneMatch(Stack::isInSystemCall)) {
            return pool;
        }
        Map<Stack, Double> stacks = new HashMap<>();
        pool.stacks().forEach((stack, workers) -> {
            if (stack.isInSystemCall()) {
                stacks.merge(waiting.computeIfAbsent(stack, Stack::waiting), share * workers, Double::sum);
                stacks.merge(stack, (1 - share) * workers, Double::sum);
            } else {
                stacks.merge(stack, workers, Double::sum);
            }
        });
        return pool.serving(stacks, 0);
    }
}

package dev.headroom.probe.watch;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation.Processor;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshot.PoolLook;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells threads that wait inside a call of the operating system or of a native library, for a client that takes its answer slowly, a disk or a lock that is not the JVM's, from those that run:
 * their state and their stacks are the same. So are those of virtual threads whose state is not told, of which some wait for a monitor. No more threads run, or wait for a core, than the kernel accounts for: U (1 + d), with U the cores that
 * the process used and d the time that its threads waited for one over the time that they ran. What is above that waits.
 */
final class SystemCalls {

    /** Threads above what the kernel accounts for: fewer are the chance of sampling. */
    private static final double LEAST = 0.5;

    /** Of the cores (0 to 1), used by all processes: with fewer, a thread that could run finds one that is free. */
    private static final double FULL = Thresholds.NEARLY_ALL;

    private final Map<Stack, Stack> waiting = new HashMap<>();
    private final boolean virtual;
    private final double share;

    private SystemCalls(boolean virtual, double share) {
        this.virtual = virtual;
        this.share = share;
    }

    /** The looks with those that wait told apart; the same where nobody does, or nothing accounts for them. */
    static List<Snapshot> apart(List<Snapshot> looks, Window window, Processor processor) {
        if (processor.runQueueDelay().isEmpty()) {
            return looks;
        }
        double calling =
                OverTime.mean(looks, window, look -> look.workers(SystemCalls::platform, Stack::isInSystemCall));
        double running = OverTime.mean(looks, window, look -> look.workers(SystemCalls::platform, SystemCalls::runs));
        double waits = Math.min(calling, running - processor.runnable());
        List<Snapshot> platform = waits < LEAST ? looks : new SystemCalls(false, waits / calling).apart(looks);
        double virtual = OverTime.mean(looks, window, SystemCalls::mayStand);
        double stand = virtual - processor.runnable();
        return stand < chance(looks, window)
                        || processor.machine() <= 0
                        || processor.machine() >= FULL * processor.available()
                ? platform
                : new SystemCalls(true, stand / virtual).apart(platform);
    }

    /** What the mean of those that may stand is off by chance, over so many dumps: looks between two of them repeat one. */
    private static double chance(List<Snapshot> looks, Window window) {
        double[] counts = OverTime.within(looks, window).stream()
                .filter(look -> !look.repeats())
                .mapToDouble(SystemCalls::mayStand)
                .toArray();
        return Math.max(LEAST, CountBound.errorOfFew(counts));
    }

    private static double mayStand(Snapshot look) {
        return look.workers(pool -> !platform(pool), SystemCalls::runsOrStands);
    }

    private static boolean runsOrStands(Stack stack) {
        return runs(stack) && stack.mayStand();
    }

    private static boolean runs(Stack stack) {
        return stack.reading().activity() == Activity.RUNNING;
    }

    private boolean isApart(Stack stack) {
        return virtual ? runsOrStands(stack) : stack.isInSystemCall();
    }

    /** A virtual thread that is ready and has no carrier looks as if it ran. */
    private static boolean platform(PoolLook pool) {
        return pool.kind() != StationKind.VIRTUAL_THREADS;
    }

    private List<Snapshot> apart(List<Snapshot> looks) {
        return looks.stream().map(look -> look.reading(this::apart)).toList();
    }

    private PoolLook apart(PoolLook pool) {
        if (platform(pool) == virtual || pool.stacks().keySet().stream().noneMatch(this::isApart)) {
            return pool;
        }
        Map<Stack, Double> stacks = new HashMap<>();
        pool.stacks().forEach((stack, workers) -> {
            if (isApart(stack)) {
                stacks.merge(waiting.computeIfAbsent(stack, Stack::waiting), share * workers, Double::sum);
                stacks.merge(stack, (1 - share) * workers, Double::sum);
            } else {
                stacks.merge(stack, workers, Double::sum);
            }
        });
        return pool.serving(stacks, 0);
    }
}

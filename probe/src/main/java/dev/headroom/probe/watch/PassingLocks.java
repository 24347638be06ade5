package dev.headroom.probe.watch;

import dev.headroom.core.model.LimitKind;
import dev.headroom.probe.classify.Application;
import dev.headroom.probe.classify.Limited;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.threads.Blocker;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Locks at one line that come and go, as one for each value that a cache loads: none of them is waited for long, and together they are what requests wait for there. Each that is waited for has
 * one who holds it, so where they are as many in each look, so many are held at once, unless more threads stand past the line: those hold locks that nobody waits for.
 *
 * @param held at once; empty where that number changes
 */
record PassingLocks(Limited line, Collection<Stack> waiting, Set<Limited> each, Optional<ConstantHolders.Found> held) {

    /** Of the looks (0 to 1) at which somebody waits there, those at which he waits for the same object: with more they last. */
    private static final double LASTING = 1.0 / 3;

    /** Looks at which somebody waits there. */
    private static final int FEWEST_LOOKS = 8;

    static List<PassingLocks> in(List<Snapshot> looks) {
        return WaitedLooks.stacks(looks, pool -> true)
                .filter(PassingLocks::isOneLocks)
                .collect(Collectors.groupingBy(Application::site))
                .values()
                .stream()
                .map(stacks -> at(stacks, looks))
                .filter(locks -> !locks.each().isEmpty())
                .toList();
    }

    private static boolean isOneLocks(Stack stack) {
        return stack.limited()
                        .filter(one -> one.kind() == LimitKind.LOCK && one.single())
                        .isPresent()
                && Blocker.limited(stack).isPresent();
    }

    /** Without any where they last. */
    private static PassingLocks at(List<Stack> stacks, List<Snapshot> looks) {
        Set<Stack> all = new HashSet<>(stacks);
        List<Map<Limited, Double>> waited = looks.stream()
                .map(look -> waited(look, all))
                .filter(objects -> !objects.isEmpty())
                .toList();
        Map<Limited, Double> together = new HashMap<>();
        Map<Limited, Integer> times = new HashMap<>();
        waited.forEach(look -> look.forEach((object, waiters) -> {
            together.merge(object, waiters, Double::sum);
            times.merge(object, 1, Integer::sum);
        }));
        double waiters =
                together.values().stream().mapToDouble(Double::doubleValue).sum();
        double lasts = together.entrySet().stream()
                        .mapToDouble(one -> one.getValue() * times.getOrDefault(one.getKey(), 0))
                        .sum()
                / waiters
                / waited.size();
        boolean passing = waited.size() >= FEWEST_LOOKS && lasts < LASTING;
        return new PassingLocks(
                Blocker.limited(stacks.getFirst()).orElseThrow(),
                stacks,
                passing ? together.keySet() : Set.of(),
                held(waited.stream().mapToDouble(Map::size).toArray())
                        .filter(held -> past(all, looks) < held.capacity() + CountBound.HALF));
    }

    /** Who waits for each of them at that look. */
    private static Map<Limited, Double> waited(Snapshot look, Set<Stack> stacks) {
        Map<Limited, Double> waited = new HashMap<>();
        look.pools()
                .forEach(pool -> pool.stacks().forEach((stack, waiters) -> {
                    if (stacks.contains(stack) && waiters > 0) {
                        waited.merge(stack.limited().orElseThrow(), waiters, Double::sum);
                    }
                }));
        return waited;
    }

    /** How many stand past that line on average, where others wait: called by the same method of the application, for a library may make the locks of others, too. */
    private static double past(Set<Stack> waiting, List<Snapshot> looks) {
        Optional<String> method = WaitedLooks.callers(waiting).stream().findFirst();
        Set<String> callers = waiting.stream().map(Application::caller).collect(Collectors.toSet());
        return WaitedLooks.of(looks, waiting).stream()
                .mapToDouble(look -> look.workers(stack -> stack.isBusy()
                        && !waiting.contains(stack)
                        && stack.frames().stream().anyMatch(callers::contains)
                        && method.filter(its -> stack.frames().contains(its) && Holders.isPast(stack, its, waiting))
                                .isPresent()))
                .average()
                .orElse(0);
    }

    /** @param locks waited for, look by look */
    private static Optional<ConstantHolders.Found> held(double[] locks) {
        return CountBound.of(locks).stream()
                .mapToObj(held -> new ConstantHolders.Found(held, CountBound.reached(held, locks), Set.of()))
                .findFirst();
    }
}

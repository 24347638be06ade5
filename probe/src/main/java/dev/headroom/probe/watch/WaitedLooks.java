package dev.headroom.probe.watch;

import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Application;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Snapshot;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Looks at which somebody waits for one and the same thing, and how much of each thread they know. */
final class WaitedLooks {

    /** What sums of whole numbers may be off. */
    private static final double ROUNDING = 1e-6;

    private WaitedLooks() {}

    /**
     * At which others wait. Where they and the holders were not looked at again the number is the same by that alone: one dump of virtual threads, which is
     * not made at one moment, would be as many that are alike.
     */
    static List<Snapshot> of(List<Snapshot> looks, Collection<Stack> waiting) {
        Set<Stack> all = new HashSet<>(waiting);
        Set<String> methods = new HashSet<>(callers(waiting));
        Set<Stack> old = stacks(looks, Snapshot.PoolLook::dumped)
                .filter(stack -> stack.frames().stream().anyMatch(methods::contains))
                .collect(Collectors.toSet());
        return looks.stream()
                .filter(look -> look.pools().stream().anyMatch(pool -> has(pool, all)))
                .filter(look ->
                        !look.repeats() || look.pools().stream().noneMatch(pool -> pool.dumped() && has(pool, old)))
                .toList();
    }

    /** The looks that know of each thread, and all. */
    static Stream<List<Snapshot>> best(List<Snapshot> waited, Collection<Stack> waiting) {
        List<Snapshot> whole =
                waited.stream().filter(look -> isWhole(look, waiting)).toList();
        return Stream.of(whole, waited).distinct();
    }

    static boolean areWhole(List<Snapshot> waited, Collection<Stack> waiting) {
        return waited.stream().allMatch(look -> isWhole(look, waiting));
    }

    private static boolean isWhole(Snapshot look, Collection<Stack> waiting) {
        return look.pools().stream().filter(pool -> has(pool, waiting)).allMatch(pool -> isWhole(look, pool));
    }

    /** Whether it is known of each thread where it stood, and at the same moment: where some stand for others, that makes a number vary which does not. */
    private static boolean isWhole(Snapshot look, Snapshot.PoolLook pool) {
        boolean atOnce = pool.kind() != StationKind.VIRTUAL_THREADS || look.virtual() == Snapshot.Virtual.AT_ONCE;
        return atOnce && isOfEach(pool);
    }

    private static boolean isOfEach(Snapshot.PoolLook pool) {
        return pool.stacks().values().stream().allMatch(weight -> Math.abs(weight - Math.rint(weight)) < ROUNDING);
    }

    /** Those at which virtual threads were looked at one after another, each of them. */
    static List<Snapshot> walked(List<Snapshot> waited, Collection<Stack> waiting) {
        return waitingPools(waited, waiting, pool -> pool.kind() == StationKind.VIRTUAL_THREADS && isOfEach(pool));
    }

    /** Those that know of each thread where it stood, be it one after another. */
    static List<Snapshot> ofEach(List<Snapshot> waited, Collection<Stack> waiting) {
        return waitingPools(waited, waiting, WaitedLooks::isOfEach);
    }

    private static List<Snapshot> waitingPools(
            List<Snapshot> waited, Collection<Stack> waiting, Predicate<Snapshot.PoolLook> are) {
        return waited.stream()
                .filter(look ->
                        look.pools().stream().filter(pool -> has(pool, waiting)).allMatch(are))
                .toList();
    }

    static boolean has(Snapshot.PoolLook pool, Collection<Stack> any) {
        return pool.stacks().keySet().stream().anyMatch(any::contains);
    }

    static Stream<Stack> stacks(List<Snapshot> looks, Predicate<Snapshot.PoolLook> which) {
        return looks.stream()
                .flatMap(look -> look.pools().stream())
                .filter(which)
                .flatMap(pool -> pool.stacks().keySet().stream())
                .distinct();
    }

    /** Methods that lead to the wait, those that are as near to it together, the nearest first. */
    static Stream<Set<String>> callersByDepth(Collection<Stack> waiting) {
        List<List<String>> callers =
                waiting.stream().map(Application::callers).distinct().toList();
        int deepest = callers.stream().mapToInt(List::size).max().orElse(0);
        return IntStream.range(0, deepest)
                .mapToObj(depth -> callers.stream()
                        .filter(methods -> methods.size() > depth)
                        .map(methods -> methods.get(depth))
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    /** Methods that lead to the wait, the nearest first. A monitor is given back at the end of the method that entered it, and whoever called that holds nothing. */
    static List<String> callers(Collection<Stack> waiting) {
        return waiting.stream()
                .flatMap(stack -> stack.state() == Thread.State.BLOCKED
                        ? stack.frames().stream().limit(1)
                        : Application.callers(stack).stream())
                .distinct()
                .toList();
    }
}

package dev.headroom.probe.watch;

import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.probe.classify.Application;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.PoolNames;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshot.PoolLook;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Tells virtual threads that the application keeps, such as consumers of a queue, from those that come with a request and go with it: they run the same method of the application from their beginning, and
 * are as many before the load as under it.
 */
final class VirtualCrews {

    /** Before the load, and under it: fewer may be as many by chance. */
    private static final double FEWEST_LOOKS = Thresholds.LOOKS;

    /** Of the looks (0 to 1), those with as many: where another begins or ends meanwhile those that were looked at stand for all. */
    private static final double SAME = Thresholds.NEARLY_ALL;

    /** How many there are of each, by the method that they run. */
    private final Map<String, Integer> crews;

    private final Map<Stack, Stack> read = new HashMap<>();

    private VirtualCrews(Map<String, Integer> crews) {
        this.crews = crews;
    }

    /**
     * The looks with each crew as a pool of its own.
     *
     * @param loaded when the load began
     */
    static List<Snapshot> apart(List<Snapshot> looks, Instant loaded) {
        List<Map<String, Double>> before = count(looks, look -> look.at().isBefore(loaded));
        if (before.isEmpty()) {
            return looks; // as of a JVM that is watched under its own load
        }
        List<Map<String, Double>> under = count(looks, look -> !look.at().isBefore(loaded));
        Map<String, Integer> crews = new TreeMap<>();
        before.stream()
                .flatMap(one -> one.keySet().stream())
                .distinct()
                .forEach(root -> constant(root, before, under).ifPresent(many -> crews.put(root, many)));
        VirtualCrews apart = new VirtualCrews(crews);
        return crews.isEmpty() ? looks : looks.stream().map(apart::apart).toList();
    }

    private static List<Map<String, Double>> count(List<Snapshot> looks, Predicate<Snapshot> which) {
        return looks.stream()
                .filter(which)
                .filter(look -> !look.repeats())
                .map(VirtualCrews::count)
                .toList();
    }

    private static Optional<Integer> constant(
            String root, List<Map<String, Double>> before, List<Map<String, Double>> under) {
        int many = (int) Math.rint(before.getLast().getOrDefault(root, 0.0));
        List<Map<String, Double>> begun =
                before.stream().dropWhile(one -> !one.containsKey(root)).toList();
        return many > 0 && isSame(root, many, begun) && isSame(root, many, under)
                ? Optional.of(many)
                : Optional.empty();
    }

    private static boolean isSame(String root, int many, List<Map<String, Double>> looks) {
        long same = looks.stream()
                .filter(one -> Math.rint(one.getOrDefault(root, 0.0)) == many)
                .count();
        return looks.size() >= FEWEST_LOOKS && same >= SAME * looks.size();
    }

    private static Map<String, Double> count(Snapshot look) {
        Map<String, Double> count = new HashMap<>();
        look.pools().stream()
                .filter(VirtualCrews::mayHave)
                .forEach(pool -> pool.stacks()
                        .forEach((stack, many) -> root(stack).ifPresent(root -> count.merge(root, many, Double::sum))));
        return count;
    }

    private static boolean mayHave(PoolLook pool) {
        return pool.kind() == StationKind.VIRTUAL_THREADS && pool.name().equals(PoolNames.VIRTUAL_THREADS);
    }

    /** The application's method that it runs from its beginning; empty where a library runs it. */
    private static Optional<String> root(Stack stack) {
        for (int depth = stack.frames().size() - 1; depth >= 0; depth--) {
            String frame = stack.frames().get(depth);
            if (stack.isApplication(depth)) {
                return Optional.of(frame);
            }
            if (!frame.startsWith("java.")) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private Snapshot apart(Snapshot look) {
        List<PoolLook> pools = new ArrayList<>();
        look.pools().forEach(pool -> pools.addAll(mayHave(pool) ? parts(pool) : List.of(pool)));
        return look.with(pools);
    }

    private List<PoolLook> parts(PoolLook all) {
        Map<String, Map<Stack, Double>> parts = new LinkedHashMap<>();
        Map<Stack, Double> rest = new HashMap<>();
        all.stacks()
                .forEach((stack, many) -> root(stack)
                        .filter(crews::containsKey)
                        .ifPresentOrElse(
                                root -> parts.computeIfAbsent(root, none -> new HashMap<>())
                                        .merge(read.computeIfAbsent(stack, Stack::ofCrew), many, Double::sum),
                                () -> rest.put(stack, many)));
        List<PoolLook> pools = new ArrayList<>();
        int left = all.workers();
        for (Map.Entry<String, Map<Stack, Double>> part : parts.entrySet()) {
            int many = crews.getOrDefault(part.getKey(), 0);
            left -= many;
            pools.add(PoolLook.of(
                    "virtual " + Application.shortened(part.getKey()),
                    StationKind.OTHER,
                    many,
                    OptionalInt.of(many),
                    part.getValue(),
                    false));
        }
        pools.add(PoolLook.of(all.name(), all.kind(), Math.max(0, left), all.maximum(), rest, all.dumped()));
        return pools;
    }
}

package dev.headroom.probe.watch;

import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Snapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;

/**
 * Threads that are in a method at which others wait in nearly every look, and never wait there themselves: they have come past it long ago, as one that streams events to a client has, and hold nothing
 * that is given on meanwhile. Whoever takes his turn is seen to wait for it, or elsewhere, in most looks. Of virtual threads nobody knows.
 */
final class Stayers {

    /** Share of looks (0 to 1) at which the same thread is there. */
    private static final double ALWAYS = 0.9;

    /** With fewer looks nobody was there for long. */
    private static final int FEWEST = 8;

    private Stayers() {}

    /**
     * The looks without them; none where they stand in the same lines as others who come and go, and may be of them.
     *
     * @param waiting stacks of those who wait
     * @param methods in which these do
     */
    static List<Snapshot> left(List<Snapshot> looks, Collection<Stack> waiting, Collection<String> methods) {
        Map<Long, List<Stack>> there = new HashMap<>();
        looks.forEach(look -> at(look).forEach((stack, threads) -> {
            if (!waiting.contains(stack) && stack.frames().stream().anyMatch(methods::contains)) {
                threads.forEach(thread ->
                        there.computeIfAbsent(thread, any -> new ArrayList<>()).add(stack));
            }
        }));
        Set<Long> stayers = there.entrySet().stream()
                .filter(thread -> looks.size() >= FEWEST && thread.getValue().size() >= ALWAYS * looks.size())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        if (haveStoodWhereOthersDo(stayers, there)) {
            return List.of();
        }
        return stayers.isEmpty()
                ? looks
                : looks.stream().map(look -> without(stayers, look)).toList();
    }

    /** Whoever is lucky each time that something is given on stays as well. */
    private static boolean haveStoodWhereOthersDo(Set<Long> stayers, Map<Long, List<Stack>> there) {
        return !Collections.disjoint(
                stood(there, stayers::contains), stood(there, thread -> !stayers.contains(thread)));
    }

    private static Set<Stack> stood(Map<Long, List<Stack>> there, LongPredicate which) {
        return there.entrySet().stream()
                .filter(thread -> which.test(thread.getKey()))
                .flatMap(thread -> thread.getValue().stream())
                .collect(Collectors.toSet());
    }

    private static Map<Stack, Set<Long>> at(Snapshot look) {
        return look.followed().map(followed -> followed.at()).orElse(Map.of());
    }

    private static Snapshot without(Set<Long> stayers, Snapshot look) {
        Map<Stack, Double> gone = new HashMap<>();
        at(look).forEach((stack, threads) -> {
            long many = threads.stream().filter(stayers::contains).count();
            if (many > 0) {
                gone.put(stack, (double) many);
            }
        });
        return look.reading(pool -> pool.without(gone));
    }
}

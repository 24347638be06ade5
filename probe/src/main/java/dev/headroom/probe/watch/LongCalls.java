package dev.headroom.probe.watch;

import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshot.PoolLook;
import dev.headroom.probe.look.Snapshot.Standing;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Threads that wait in one call of the operating system for long, as one that reads what a child process writes, or what comes on standard input: runnable by their state, and without processor time. They have
 * no request, so they idle, from when they last ran.
 */
record LongCalls(List<Standing> standing) {

    /** The looks with those that idle in such a call, as the last of them tells. */
    static List<Snapshot> apart(List<Snapshot> looks) {
        List<Standing> standing = looks.isEmpty()
                ? List.of()
                : looks.getLast().standing().stream()
                        .filter(one -> one.stack().isInSystemCall())
                        .toList();
        return standing.isEmpty()
                ? looks
                : looks.stream().map(new LongCalls(standing)::apart).toList();
    }

    private Snapshot apart(Snapshot look) {
        Map<String, Map<Stack, Long>> idle = standing.stream()
                .filter(one -> !one.since().isAfter(look.at()))
                .collect(Collectors.groupingBy(
                        Standing::pool, Collectors.groupingBy(Standing::stack, Collectors.counting())));
        return idle.isEmpty()
                ? look
                : look.reading(pool -> pool.kind() == StationKind.OTHER
                        ? apart(pool, idle.getOrDefault(pool.name(), Map.of()))
                        : pool);
    }

    private static PoolLook apart(PoolLook pool, Map<Stack, Long> idle) {
        Map<Stack, Double> stacks = new HashMap<>(pool.stacks());
        double all = 0;
        for (Map.Entry<Stack, Long> each : idle.entrySet()) {
            double those = Math.min(each.getValue(), stacks.getOrDefault(each.getKey(), 0.0));
            stacks.merge(each.getKey(), -those, Double::sum);
            stacks.merge(each.getKey().idle(), those, Double::sum);
            all += those;
        }
        stacks.values().removeIf(weight -> weight <= 0);
        return pool.serving(stacks, -Math.min(all, pool.active()));
    }
}

package dev.headroom.probe.watch;

import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Application;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshot.PoolLook;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tells threads that take from a queue what their request needs, such as an object of a pool that the application wrote, from workers that take
 * their next task: the stacks are the same. Where workers wait for work they stand before the load as well. A line at which none stood then, and many do under load, is
 * a request's.
 */
final class Takers {

    /** Before the load: fewer may have missed the moment at which a worker stood there. */
    private static final int FEWEST_LOOKS = 15;

    private final Set<String> idle;
    private final Map<Stack, Stack> serving = new HashMap<>();

    private Takers(Set<String> idle) {
        this.idle = idle;
    }

    /**
     * The looks with those that serve told apart; the same where nobody looked before the load.
     *
     * @param loaded when the load began
     */
    static List<Snapshot> apart(List<Snapshot> looks, Instant loaded) {
        List<Snapshot> before =
                looks.stream().filter(look -> look.at().isBefore(loaded)).toList();
        if (before.size() < FEWEST_LOOKS) {
            return looks;
        }
        Takers takers = new Takers(before.stream()
                .flatMap(look -> look.pools().stream())
                .flatMap(pool -> pool.stacks().keySet().stream())
                .filter(Stack::takesWork)
                .map(Application::site)
                .collect(Collectors.toSet()));
        return looks.stream()
                .map(look -> look.at().isBefore(loaded)
                        ? look
                        : look.with(look.pools().stream().map(takers::apart).toList()))
                .toList();
    }

    private boolean serves(Stack stack) {
        return stack.takesWork() && !Application.site(stack).isEmpty() && !idle.contains(Application.site(stack));
    }

    private PoolLook apart(PoolLook pool) {
        if (pool.kind() != StationKind.OTHER || pool.stacks().keySet().stream().noneMatch(this::serves)) {
            return pool;
        }
        Map<Stack, Double> read = new HashMap<>();
        double more = 0;
        for (Map.Entry<Stack, Double> stands : pool.stacks().entrySet()) {
            Stack stack = stands.getKey();
            boolean serves = serves(stack);
            read.put(serves ? serving.computeIfAbsent(stack, Stack::serving) : stack, stands.getValue());
            more += serves ? stands.getValue() : 0;
        }
        return pool.serving(read, more);
    }
}

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
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tells threads that take from a queue what their request needs, such as an object of a pool that the application wrote, from workers that take
 * their next task: the stacks are the same. Where workers wait for work they stand before the load as well. A line at which none stood then, and many do under load, is
 * a request's. So is one at which somebody stands who owns a lock for which others wait.
 */
final class Takers {

    /** Before the load: fewer may have missed the moment at which a worker stood there. */
    private static final int FEWEST_LOOKS = 15;

    private final Predicate<String> requests;
    private final Map<Stack, Stack> serving = new HashMap<>();

    private Takers(Predicate<String> requests) {
        this.requests = requests;
    }

    /**
     * The looks with those that serve told apart.
     *
     * @param loaded when the load began
     */
    static List<Snapshot> apart(List<Snapshot> looks, Instant loaded) {
        List<Snapshot> before =
                looks.stream().filter(look -> look.at().isBefore(loaded)).toList();
        Set<String> idle = sites(WaitedLooks.stacks(before, pool -> true));
        Set<String> owners =
                sites(looks.stream().flatMap(look -> look.limits().stream()).flatMap(limit -> limit.holder().stream()));
        boolean compared = before.size() >= FEWEST_LOOKS;
        Takers takers = new Takers(site -> owners.contains(site) || compared && !idle.contains(site));
        return looks.stream()
                .map(look -> look.at().isBefore(loaded) ? look : takers.apart(look))
                .toList();
    }

    private static Set<String> sites(Stream<Stack> stacks) {
        return stacks.filter(Stack::takesWork)
                .map(Application::site)
                .filter(site -> !site.isEmpty())
                .collect(Collectors.toSet());
    }

    private Snapshot apart(Snapshot look) {
        return look.with(
                look.pools().stream().map(this::apart).toList(),
                look.limits().stream().map(limit -> limit.heldBy(this::read)).toList(),
                look.levers());
    }

    private Stack read(Stack stack) {
        return serves(stack) ? serving.computeIfAbsent(stack, Stack::serving) : stack;
    }

    private boolean serves(Stack stack) {
        if (!stack.takesWork()) {
            return false;
        }
        String site = Application.site(stack);
        return !site.isEmpty() && requests.test(site);
    }

    private PoolLook apart(PoolLook pool) {
        if (pool.kind() != StationKind.OTHER) {
            return pool;
        }
        Map<Stack, Double> read = new HashMap<>();
        double more = 0;
        for (Map.Entry<Stack, Double> stands : pool.stacks().entrySet()) {
            Stack stack = read(stands.getKey());
            read.put(stack, stands.getValue());
            more += stack == stands.getKey() ? 0 : stands.getValue();
        }
        return more > 0 ? pool.serving(read, more) : pool;
    }
}

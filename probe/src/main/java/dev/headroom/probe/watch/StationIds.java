package dev.headroom.probe.watch;

import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.probe.classify.Limited;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Snapshot;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The ids of all that an observation speaks of. That of a pool is its name, which an application chooses as it likes; that of a limit is its own, {@code hikari#3}, and has a number
 * behind it where a pool or another limit is called so already.
 */
final class StationIds {

    private static final Comparator<Limited> ALWAYS_THE_SAME = Comparator.comparing(Limited::id)
            .thenComparing(Limited::type)
            .thenComparing(Limited::name)
            .thenComparing(Limited::kind)
            .thenComparing(Limited::single);

    private final Map<Limited, String> given = new HashMap<>();
    private final Set<String> taken;
    private final Set<String> ambiguous = new HashSet<>();

    private StationIds(Collection<String> pools) {
        taken = new HashSet<>(pools);
    }

    /**
     * @param looks of the window
     * @param stacks of every pool over it, by the pool's name
     */
    static StationIds of(List<Snapshot> looks, Map<String, Map<Stack, Double>> stacks, Waiters waiters) {
        StationIds ids = new StationIds(stacks.keySet());
        Stream.concat(
                        looks.stream().flatMap(look -> look.limits().stream()).map(Snapshot.LimitLook::limited),
                        stacks.values().stream()
                                .flatMap(pool -> pool.keySet().stream())
                                .flatMap(stack -> waiters.of(stack).keySet().stream()))
                .distinct()
                .sorted(ALWAYS_THE_SAME)
                .forEach(ids::of);
        return ids;
    }

    String of(Limited limited) {
        return given.computeIfAbsent(limited, this::free);
    }

    private String free(Limited limited) {
        String free = limited.id();
        for (int nth = 2; !taken.add(free); nth++) {
            ambiguous.add(limited.id());
            free = limited.id() + "#" + nth;
        }
        return free;
    }

    /** Whether it may be either of two: whoever moves it calls both alike. */
    boolean isAmbiguous(Adjustable lever) {
        return ambiguous.contains(lever.target());
    }
}

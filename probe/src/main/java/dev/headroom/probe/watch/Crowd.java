package dev.headroom.probe.watch;

import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshot.LimitLook;
import dev.headroom.probe.look.Snapshot.PoolLook;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Bounds what is followed of a JVM that gives each of its threads, pools or locks a name of its own: those that do most at a look. Who waits for
 * whom is asked of any two pools, so that the bound is one of time as well.
 */
final class Crowd {

    /** A large application server has 200 pools. */
    static final int MOST = 500;

    private static final Comparator<PoolLook> BUSY = Comparator.comparingDouble(PoolLook::active)
            .thenComparing(PoolLook::workers)
            .reversed();

    private static final Comparator<LimitLook> WANTED = Comparator.<LimitLook>comparingInt(
                    limit -> limit.waiting().orElse(0))
            .thenComparing(LimitLook::inUse)
            .reversed();

    private Crowd() {}

    /** Whether there are more than are followed. */
    static boolean isIn(Snapshot look) {
        return look.pools().size() > MOST || look.limits().size() > MOST;
    }

    /** The same look without those that do least. */
    static Snapshot bounded(Snapshot look) {
        if (!isIn(look)) {
            return look;
        }
        List<PoolLook> pools = most(look.pools(), BUSY);
        List<LimitLook> limits = most(look.limits(), WANTED);
        Set<String> followed = Stream.concat(
                        pools.stream().map(PoolLook::name),
                        limits.stream().map(limit -> limit.limited().id()))
                .collect(Collectors.toSet());
        List<Adjustable> levers = look.levers().stream()
                .filter(lever -> followed.contains(lever.target()))
                .toList();
        return look.with(pools, limits, levers);
    }

    private static <T> List<T> most(List<T> all, Comparator<T> order) {
        return all.stream().sorted(order).limit(MOST).toList();
    }
}

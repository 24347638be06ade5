package dev.headroom.probe.watch;

import dev.headroom.probe.look.Snapshot;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Keeps the looks of a long run few: where there are too many, every other one goes of those that are neither early (one user was alone
 * then) nor recent. Each look counts for the time that it is nearest to ({@link OverTime}), so means stay what they are.
 */
final class Thinning {

    /** Twenty minutes of them at ten a second. */
    private static final int MOST = 12_000;

    /** Pools in all of them: 80 at each, or some 100 MB. */
    private static final int MOST_POOLS = 1_000_000;

    /** Looks from one count of the pools to the next: counting goes through all of them. */
    private static final int EVERY = 100;

    private Thinning() {}

    static void thin(List<Snapshot> looks) {
        int size = looks.size();
        if (size % EVERY != 0) {
            return;
        }
        if (size < MOST && looks.stream().mapToInt(look -> look.pools().size()).sum() < MOST_POOLS) {
            return;
        }
        List<Snapshot> kept = IntStream.range(0, size)
                .filter(i -> i < size / 4 || i >= size / 2 || i % 2 == 0)
                .mapToObj(looks::get)
                .toList();
        looks.clear();
        looks.addAll(kept);
    }
}

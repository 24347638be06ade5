package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Pool;
import dev.headroom.core.model.Pool.Wait;
import dev.headroom.core.model.PoolKind;
import java.util.List;
import java.util.Optional;

/**
 * Threads of the application's own, with a queue of their own, that answer a wait which names no one: a future, a latch. Nothing in the stacks
 * of either side tells that they belong together where their classes differ. The utilisation law does: threads that are all at work in every
 * look under load, and had room with one user, are a server at its capacity (Lazowska 1984, chapter 3), and where there is only one such group
 * the nameless waits are for it.
 */
final class ConstantlyBusy {

    /** Busy workers over all, under load. */
    private static final double FULL = 0.97;

    /** The same with one user, at most. */
    private static final double HAD_ROOM = 0.9;

    private static final String EVIDENCE =
            "its threads alone are all at work in every look, and had room with one user";

    private ConstantlyBusy() {}

    /** The one group of such threads; empty where there is none, or more than one. */
    static Optional<Pool> of(Observation loaded, Observation alone) {
        List<Pool> all = loaded.pools().stream()
                .filter(pool -> pool.kind() == PoolKind.OTHER && pool.utilization() >= FULL)
                .filter(pool -> alone.pools().stream()
                        .filter(before -> before.name().equals(pool.name()))
                        .anyMatch(before ->
                                before.active() < HAD_ROOM * pool.maximum().orElse(0)))
                .toList();
        return all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty();
    }

    /** The same observation, in which waits for a pool that nothing named are for this one. */
    static Observation namedAs(Pool server, Observation seen) {
        return seen.withPools(
                seen.pools().stream().map(pool -> named(pool, server, seen)).toList());
    }

    private static Pool named(Pool pool, Pool server, Observation seen) {
        boolean same = pool.name().equals(server.name());
        return same || pool.waits().stream().noneMatch(wait -> isNameless(wait, seen))
                ? pool
                : pool.withWaits(pool.waits().stream()
                        .map(wait -> isNameless(wait, seen)
                                ? new Wait(wait.activity(), server.name(), wait.workers(), EVIDENCE, wait.site())
                                : wait)
                        .toList());
    }

    private static boolean isNameless(Wait wait, Observation seen) {
        return AsyncWaits.nameless(wait, seen) && seen.resource(wait.target()).isEmpty();
    }
}

package dev.headroom.probe.look;

import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Snapshot.Connector;
import dev.headroom.probe.look.Snapshot.LimitLook;
import dev.headroom.probe.look.Snapshot.PoolLook;
import dev.headroom.probe.look.Snapshot.Standing;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Looks of which little is told. */
public final class Snapshots {

    private Snapshots() {}

    public static Snapshot of(Instant at, List<PoolLook> pools) {
        return of(at, pools, List.of(), List.of());
    }

    public static Snapshot of(Instant at, List<PoolLook> pools, List<Standing> standing, List<Connector> connectors) {
        return of(at, pools, standing, connectors, Snapshot.Virtual.AT_ONCE, Optional.empty());
    }

    public static Snapshot of(Instant at, PoolLook pool, LimitLook limit) {
        return of(at, List.of(pool)).with(List.of(pool), List.of(limit), List.of());
    }

    /** All 60 of a pool at work, and nothing queued. */
    public static PoolLook workers(StationKind kind, Map<Stack, Double> stacks) {
        return new PoolLook(
                "workers", kind, 60, OptionalInt.of(60), 60, OptionalInt.of(0), OptionalLong.empty(), stacks, true);
    }

    /** All of an executor at work, of which there may be no more, and nothing queued. */
    public static PoolLook full(String name, int workers, Map<Stack, Double> stacks) {
        return new PoolLook(
                name,
                StationKind.EXECUTOR,
                workers,
                OptionalInt.of(workers),
                workers,
                OptionalInt.of(0),
                OptionalLong.empty(),
                stacks,
                false);
    }

    public static Snapshot of(Instant at, List<PoolLook> pools, Snapshot.Virtual virtual, Optional<Followed> followed) {
        return of(at, pools, List.of(), List.of(), virtual, followed);
    }

    private static Snapshot of(
            Instant at,
            List<PoolLook> pools,
            List<Standing> standing,
            List<Connector> connectors,
            Snapshot.Virtual virtual,
            Optional<Followed> followed) {
        return new Snapshot(at, pools, 1, 0, -1, -1, standing, connectors, List.of(), List.of(), 0, virtual, followed);
    }
}

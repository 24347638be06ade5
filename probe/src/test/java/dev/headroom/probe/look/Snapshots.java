package dev.headroom.probe.look;

import dev.headroom.probe.look.Snapshot.Connector;
import dev.headroom.probe.look.Snapshot.PoolLook;
import dev.headroom.probe.look.Snapshot.Standing;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Looks of which little is told. */
public final class Snapshots {

    private Snapshots() {}

    public static Snapshot of(Instant at, List<PoolLook> pools) {
        return of(at, pools, List.of(), List.of());
    }

    public static Snapshot of(Instant at, List<PoolLook> pools, List<Standing> standing, List<Connector> connectors) {
        return of(at, pools, 1, 0, standing, connectors);
    }

    public static Snapshot of(
            Instant at,
            List<PoolLook> pools,
            int platformThreads,
            long virtualThreads,
            List<Standing> standing,
            List<Connector> connectors) {
        return new Snapshot(
                at,
                pools,
                platformThreads,
                virtualThreads,
                -1,
                -1,
                standing,
                connectors,
                List.of(),
                List.of(),
                0,
                Snapshot.Virtual.AT_ONCE,
                Optional.empty());
    }
}

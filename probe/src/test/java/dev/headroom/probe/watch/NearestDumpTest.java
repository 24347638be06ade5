package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshot.PoolLook;
import dev.headroom.probe.look.Snapshots;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class NearestDumpTest {

    private final List<Snapshot> looks = new ArrayList<>();

    /** One a second, with so many platform threads and virtual ones. */
    private void look(int platform, int virtual, boolean repeats) {
        List<PoolLook> pools = new ArrayList<>();
        pools.add(pool("entry", StationKind.EXECUTOR, platform, false));
        if (virtual > 0) {
            pools.add(pool("virtual-threads", StationKind.VIRTUAL_THREADS, virtual, true));
        }
        looks.add(Snapshots.of(
                Instant.EPOCH.plusSeconds(looks.size()),
                pools,
                repeats ? Snapshot.Virtual.AS_BEFORE : Snapshot.Virtual.IN_TURN,
                Optional.empty()));
    }

    private static PoolLook pool(String name, StationKind kind, int workers, boolean dumped) {
        return PoolLook.of(name, kind, workers, OptionalInt.empty(), Map.of(), dumped);
    }

    private List<Integer> workers(String name) {
        return NearestDump.at(looks).stream()
                .map(look -> look.pools().stream()
                        .filter(pool -> pool.name().equals(name))
                        .mapToInt(PoolLook::workers)
                        .sum())
                .toList();
    }

    @Test
    void looksBetweenTwoDumpsGetTheNearerOne() {
        look(1, 5, false);
        look(2, 5, true);
        look(3, 5, true);
        look(4, 5, true);
        look(5, 30, false);
        look(6, 30, true);

        assertThat(workers("virtual-threads")).containsExactly(5, 5, 5, 30, 30, 30);
        assertThat(workers("entry")).as("seen at each look").containsExactly(1, 2, 3, 4, 5, 6);
    }

    @Test
    void whatNoDumpShowedYetIsWhatTheFirstOneShows() {
        look(1, 0, true);
        look(1, 30, false);

        assertThat(workers("virtual-threads")).containsExactly(30, 30);
    }

    @Test
    void poolsThatANearerDumpDoesNotShowAreGone() {
        look(1, 30, false);
        look(1, 30, true);
        look(1, 30, true);
        look(1, 0, false);

        assertThat(workers("virtual-threads")).containsExactly(30, 30, 0, 0);
    }

    @Test
    void whereThreadsAreSeenAtEachLookNothingIsMoved() {
        look(1, 4, false);
        look(2, 5, false);

        assertThat(NearestDump.at(looks)).isSameAs(looks);
    }
}

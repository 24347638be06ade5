package dev.headroom.probe.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.look.PoolNames;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.wire.StreamPools.Figures;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StreamPoolsTest {

    private final StreamPools pools = new StreamPools();

    @BeforeEach
    void twoOfOneName() {
        pools.name(0, new PoolNames.Named("orders", StationKind.EXECUTOR));
        pools.name(1, new PoolNames.Named("orders", StationKind.EXECUTOR));
    }

    private static Figures of(int maximum, int active, int queue) {
        return new Figures(maximum, OptionalInt.of(maximum), active, OptionalInt.of(queue), 0);
    }

    private List<Snapshot.PoolLook> looks(Map<Integer, Figures> figures) {
        return pools.looks(figures, Map.of(), List.of(), sums -> {});
    }

    @Test
    void twoPoolsThatLiveTogetherAreTwoAlthoughTheyBearOneName() {
        List<Snapshot.PoolLook> looks = looks(Map.of(0, of(5, 5, 9), 1, of(5, 0, 0)));

        assertThat(looks).extracting(Snapshot.PoolLook::name).containsExactlyInAnyOrder("orders", "orders#2");
        assertThat(looks)
                .filteredOn(pool -> pool.name().equals("orders"))
                .singleElement()
                .satisfies(full -> {
                    assertThat(full.active()).isEqualTo(5);
                    assertThat(full.maximum()).hasValue(5);
                    assertThat(full.queue()).hasValue(9);
                });
        assertThat(pools.renamed()).containsExactly(1);
        assertThat(looks(Map.of(0, of(5, 5, 9), 1, of(5, 0, 0))))
                .extracting(Snapshot.PoolLook::name)
                .containsExactlyInAnyOrder("orders", "orders#2");
        assertThat(pools.renamed()).isEmpty();
    }

    @Test
    void aPoolAfterAnotherGoesOnAsThat() {
        assertThat(looks(Map.of(0, of(5, 5, 9))))
                .extracting(Snapshot.PoolLook::name)
                .containsExactly("orders");
        assertThat(looks(Map.of(1, of(5, 5, 9))))
                .extracting(Snapshot.PoolLook::name)
                .containsExactly("orders");
    }

    @Test
    void executorsOfOneThreadEachAreTheWorkersOfOneScheduler() {
        assertThat(looks(Map.of(0, of(1, 1, 2), 1, of(1, 1, 3))))
                .singleElement()
                .satisfies(all -> {
                    assertThat(all.name()).isEqualTo("orders");
                    assertThat(all.maximum()).hasValue(2);
                    assertThat(all.queue()).hasValue(5);
                });
    }

    @Test
    void twoPoolsOfOneNameAndOfTwoKindsAreTwo() {
        pools.name(1, new PoolNames.Named("orders", StationKind.FORK_JOIN));

        List<Snapshot.PoolLook> looks = looks(Map.of(0, of(5, 5, 40), 1, of(100, 0, 0)));

        assertThat(looks)
                .extracting(Snapshot.PoolLook::name, Snapshot.PoolLook::kind, Snapshot.PoolLook::saturated)
                .containsExactlyInAnyOrder(
                        tuple("orders", StationKind.EXECUTOR, true), tuple("orders#2", StationKind.FORK_JOIN, false));
    }

    @Test
    void anExecutorOfOneThreadIsNotOneOfManyThoughItBearsTheirName() {
        for (Map<Integer, Figures> figures :
                List.of(Map.of(0, of(1, 1, 40), 1, of(50, 0, 0)), Map.of(0, of(50, 0, 0), 1, of(1, 1, 40)))) {
            assertThat(looks(figures))
                    .extracting(Snapshot.PoolLook::maximum, Snapshot.PoolLook::saturated)
                    .containsExactlyInAnyOrder(tuple(OptionalInt.of(1), true), tuple(OptionalInt.of(50), false));
        }
    }

    @Test
    void theWorkersOfASchedulerStayOneBesideALargePoolOfTheirName() {
        pools.name(2, new PoolNames.Named("orders", StationKind.EXECUTOR));

        assertThat(looks(Map.of(0, of(50, 0, 0), 1, of(1, 1, 2), 2, of(1, 1, 3))))
                .extracting(Snapshot.PoolLook::name, Snapshot.PoolLook::maximum)
                .containsExactlyInAnyOrder(tuple("orders", OptionalInt.of(50)), tuple("orders#2", OptionalInt.of(2)));
    }

    @Test
    void aPoolThatIsCalledLikeAnotherStationHasAnotherName() {
        pools.taken("orders");

        assertThat(looks(Map.of(0, of(5, 5, 9))))
                .extracting(Snapshot.PoolLook::name)
                .containsExactly("orders#2");
        assertThat(pools.renamed()).containsExactly(0);
    }
}
